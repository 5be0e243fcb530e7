import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import type { SnapshotNode as Fields, SnapshotHead, SnapshotTail, SnapshotWindow } from '../../resources/snapshot.js';
import { inProject } from './paths.js';

export type { Rect } from '../../server/ports.js';

/** An element of a snapshot file. */
export type SnapshotNode = Fields & { children: SnapshotNode[] };

/** A snapshot file, as `resources/snapshot.schema.json` publishes it. */
export type Snapshot = SnapshotHead & SnapshotTail & { nodes: SnapshotNode[] };

const schema: object = JSON.parse(readFileSync(inProject('resources/snapshot.schema.json'), 'utf8'));
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile<Snapshot>(schema);

/** Holds what a snapshot file contains against the published schema, and its ids against each other. */
export function checkSnapshot(content: unknown): Snapshot {
  if (!validate(content)) throw new Error(`Not a snapshot file: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
  const ids = all(content).map((node) => node.objID);
  expect(new Set(ids).size, 'each element once').toBe(ids.length);
  expect(content.element_count).toBe(ids.length);
  return content;
}

function* descendants(nodes: SnapshotNode[]): Generator<SnapshotNode> {
  for (const node of nodes) {
    yield node;
    yield* descendants(node.children);
  }
}

/** Every element of a snapshot (or of some subtrees), depth first. */
export function all(snapshot: Snapshot | SnapshotNode[]): SnapshotNode[] {
  return [...descendants(Array.isArray(snapshot) ? snapshot : snapshot.nodes)];
}

/** The one element with an objectName. */
export function named(snapshot: Snapshot, objectName: string): SnapshotNode {
  return only(`named ${objectName}`, (node) => node.objectName === objectName, snapshot);
}

/** The one element that shows a text. */
export function showing(snapshot: Snapshot, text: string): SnapshotNode {
  return only(`showing "${text}"`, (node) => node.text === text, snapshot);
}

function only(what: string, wanted: (node: SnapshotNode) => boolean, snapshot: Snapshot): SnapshotNode {
  const [found, ...others] = all(snapshot).filter(wanted);
  if (found === undefined || others.length > 0) {
    throw new Error(`${found === undefined ? 'No element' : `${others.length + 1} elements`} ${what}.`);
  }
  return found;
}

/** The window with a title. */
export function windowTitled(snapshot: Snapshot, title: string): SnapshotWindow {
  const found = snapshot.windows.find((window) => window.title === title);
  if (found === undefined) throw new Error(`No window "${title}": ${JSON.stringify(snapshot.windows)}`);
  return found;
}
