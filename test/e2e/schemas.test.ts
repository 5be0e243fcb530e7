/** B56: every error reaches the agent as a readable result, and every schema is one that clients accept. */

import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';

const wanted = [
  'qt_attach',
  'qt_detach',
  'qt_get_snapshot',
  'qt_launch',
  'qt_list_processes',
  'qt_list_sessions',
  'qt_snapshot',
  'read_snapshot',
];

let server: Server;
let tools: Tool[];
beforeAll(async () => {
  server = await Server.start();
  ({ tools } = await server.client.listTools());
});
afterAll(() => server[Symbol.asyncDispose]());

it('offers the tools of the contract', () => {
  expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(wanted));
});

it('has flat, closed schemas with every argument described', () => {
  for (const tool of tools) {
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(schema?.type, tool.name).toBe('object');
      for (const keyword of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(schema, tool.name).not.toHaveProperty(keyword);
    }
    expect(tool.inputSchema.additionalProperties, tool.name).toBe(false);
    for (const [name, property] of Object.entries(tool.inputSchema.properties ?? {})) {
      expect(property, `${tool.name}.${name}`).toHaveProperty('description');
    }
    expect(tool.title ?? tool.annotations?.title, tool.name).toBeTruthy();
    expect(tool.description, tool.name).toBeTruthy();
    expect(typeof tool.annotations?.readOnlyHint, tool.name).toBe('boolean');
  }
});

it('gives qt_snapshot the defaults of its contract', () => {
  const snapshot = tools.find((tool) => tool.name === 'qt_snapshot');
  const properties = snapshot?.inputSchema.properties as Record<string, { default?: unknown }>;
  const defaults = Object.fromEntries(Object.entries(properties).map(([name, { default: value }]) => [name, value]));
  expect(defaults).toEqual({
    session_id: undefined,
    detail: 'extended',
    root_id: 0,
    max_depth: 1,
    prop_depth: 1,
    include_hidden: false,
  });
  expect(snapshot?.inputSchema.required).toEqual(['session_id']);
});

describe('an error is a result with its code, what happened and what to do', () => {
  it.each([
    ['unknown session', 'qt_snapshot', { session_id: 'nobody' }, 'unknown_session'],
    ['unknown argument', 'qt_snapshot', { session_id: 'nobody', max_dept: 1 }, 'invalid_argument'],
    ['wrong type', 'qt_snapshot', { session_id: 7 }, 'invalid_argument'],
    ['missing argument', 'qt_snapshot', {}, 'invalid_argument'],
    ['unknown process', 'qt_attach', { pid: 4194000 }, 'process_not_found'],
    [
      'unknown snapshot',
      'read_snapshot',
      { uri: 'qt-commander://sessions/x/snapshots/snapshot_1.json' },
      'unknown_snapshot',
    ],
    ['foreign uri', 'read_snapshot', { uri: 'file:///etc/passwd' }, 'unknown_snapshot'],
    ['unknown tool', 'qt_juggle', {}, 'unknown_tool'],
  ])('%s', async (_what, tool, args, code) => {
    const failure = await server.failure(tool, args);
    expect(failure.code).toBe(code);
    expect(failure.text).toContain(failure.message);
    expect(failure.text).toContain(failure.hint);
    expect(failure.hint).not.toBe('');
  });

  it('an unknown argument is named, with the ones there are', async () => {
    const { text } = await server.failure('qt_snapshot', { session_id: 'nobody', max_dept: 1 });
    expect(text).toContain('max_dept');
    expect(text).toContain('max_depth');
  });

  it('a stale root of a read-only view, and an application that ended', async () => {
    await using loops = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
    const failure = await server.failure('qt_get_snapshot', { session_id: loops.id, root_id: 999_999 });
    expect(failure).toMatchObject({ code: 'stale_element' });
    expect(failure.text).toContain('qt_snapshot');
    process.kill(loops.pid, 'SIGKILL');
    const gone = await server.failure('qt_snapshot', { session_id: loops.id });
    expect(gone.code).toBe('app_exited');
    expect(gone.hint).not.toBe('');
  });

  it('no display to launch on', async () => {
    const failure = await server.failure('qt_launch', { command: cppFixture('loops'), display: 'current' });
    expect(failure.code).toBe('display_unavailable');
    expect(failure.hint).toContain('private');
  });
});
