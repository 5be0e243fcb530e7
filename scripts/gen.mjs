// Generates both ends of the wire from probe-qt/protocol.schema.json.
// `node scripts/gen.mjs` writes; `node scripts/gen.mjs --check` fails if a written file differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const source = new URL('../probe-qt/protocol.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(source, 'utf8'));
const columns = schema.definitions.Row.items.map((column) => column.title);
const banner = 'Generated from protocol.schema.json by scripts/gen.mjs; edit that file instead.';

const pascal = (snake) => snake.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase());

async function typescript() {
  // Row is declared by its columns: the general generator unrolls long tuples into a union of every length.
  const { Row, ...definitions } = schema.definitions;
  const rowless = JSON.parse(JSON.stringify({ ...schema, definitions }));
  rowless.definitions.BatchMessage.properties.batch.properties.rows = { type: 'array', tsType: 'Row[]' };
  const options = {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  };
  const types = [await compile(rowless, 'ProbeMessage', options)];
  // Only what a message reaches comes out of that; these stand apart from it.
  for (const name of [
    'Request',
    'CaptureRequest',
    'ReadRequest',
    'WriteRequest',
    'CallRequest',
    'GrabRequest',
    'Extra',
  ])
    types.push(await compile(definitions[name], name, options));
  const { Criteria, FindRequest } = definitions;
  types.push(await compile({ ...FindRequest, definitions: { Criteria } }, 'FindRequest', options));
  const rowTypes = Row.items.map((column) => `  ${column.title}: ${rowType(column)},`).join('\n');
  return `// ${banner}

${types.join('\n')}
/** ${Row.description} */
export type Row = [
${rowTypes}
];

export const PROTOCOL_VERSION = ${schema['x-version']};

/** Bits of a row's flags column. */
export const FLAGS = ${JSON.stringify(schema['x-flags'], null, 2)} as const;

/** Names of the roles, at their places. */
export const ROLES: readonly string[] = ${JSON.stringify(schema['x-roles'])};

/** Place of each column in a row. */
export const COLUMNS = ${JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, i])), null, 2)} as const;

/** Bounds that both ends keep. */
export const LIMITS = ${JSON.stringify(schema['x-limits'], null, 2)} as const;

/** The schema itself, for run-time validation. */
export const protocolSchema = ${JSON.stringify(schema, null, 2)};
`;
}

function rowType(column) {
  if (column.title === 'extra') return 'Extra | null';
  if (column.title === 'properties') return 'unknown[] | null';
  return [column.type]
    .flat()
    .map((name) => (name === 'integer' ? 'number' : name))
    .join(' | ');
}

function header() {
  const flags = Object.entries(schema['x-flags']).map(([name, bit]) => `    Flag${pascal(name)} = ${bit},`);
  const roles = schema['x-roles'].map((name) => `    ${pascal(name.replaceAll(' ', '_'))},`);
  const limits = Object.entries(schema['x-limits']).map(([name, n]) => `constexpr int k${pascal(name)} = ${n};`);
  const names = (prefix, table) =>
    Object.keys(table).map((name) => `constexpr char ${prefix}${pascal(name)}[] = "${name}";`);
  const columnNames = columns.map((name) => `    Column${name[0].toUpperCase()}${name.slice(1)},`);
  return `// ${banner}
#pragma once
#include <cstdint>

namespace deskprobe::protocol {

constexpr int kVersion = ${schema['x-version']};
${limits.join('\n')}

${names('kMethod', schema['x-methods']).join('\n')}

${names('kError', schema['x-errors']).join('\n')}

/// Bits of a row's flags column.
enum Flag : std::uint32_t {
${flags.join('\n')}
};

/// Places in x-roles.
enum class Role : std::uint8_t {
${roles.join('\n')}
};

/// Place of each column in a row.
enum Column {
${columnNames.join('\n')}
    ColumnCount,
};

} // namespace deskprobe::protocol
`;
}

const outputs = { '../probe-qt/protocol.gen.ts': await typescript(), '../probe-qt/src/core/protocol.gen.h': header() };
for (const [path, text] of Object.entries(outputs)) {
  const file = new URL(path, import.meta.url);
  if (process.argv.includes('--check')) {
    if (readFileSync(file, 'utf8') !== text) {
      console.error(`${path} is not what protocol.schema.json generates: run npm run gen`);
      process.exitCode = 1;
    }
  } else {
    writeFileSync(file, text);
  }
}
