/** qt_prune_snapshot: from a stored snapshot to one of what is really seen. */
import { readFileSync, rmSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SnapshotHead, SnapshotNode, SnapshotTail } from '../../resources/snapshot.js';
import type { ProbeNode } from '../../server/ports.js';
import { codeOf, node, type Rig, rig, textOf, window } from './fakes.js';

type Node = SnapshotNode & { children: Node[] };
type Document = SnapshotHead & SnapshotTail & { nodes: Node[] };

const schema = JSON.parse(readFileSync(new URL('../../resources/snapshot.schema.json', import.meta.url), 'utf8'));
const isSnapshot = new Ajv({ allErrors: true }).compile<Document>(schema);

let here: Rig;
beforeEach(async () => {
  here = await rig();
});
afterEach(() => here[Symbol.asyncDispose]());

const at = (x: number, y: number, width: number, height: number) => ({ rect: { x, y, width, height } });

/** A page behind another one, a button partly behind a sheet, and one that is scrolled away, in a window of scale 2. */
const TREE: ProbeNode[] = [
  node(1, 0, { role: 'frame', clip: true, opaque: true, ...at(0, 0, 200, 150) }),
  node(2, 1, { role: 'panel', objectName: 'behind', clip: true, opaque: true, zOrder: 0, ...at(0, 0, 100, 150) }),
  node(3, 2, { text: 'covered', clip: true, ...at(10, 10, 50, 20) }),
  node(4, 1, { role: 'panel', objectName: 'front', clip: true, opaque: true, zOrder: 1, ...at(0, 0, 100, 150) }),
  node(5, 4, { text: 'whole ","children":[ é\u2028 \u{1f389}', clip: true, ...at(10, 10, 50, 20) }),
  node(6, 4, { text: 'scrolled away', clip: true, ...at(10, 160, 50, 20) }),
  node(7, 1, { text: 'partly', clip: true, zOrder: 2, ...at(100, 0, 100, 20) }),
  node(8, 1, { role: 'panel', objectName: 'sheet', clip: true, opaque: true, zOrder: 3, ...at(160, 0, 40, 150) }),
  node(9, 1, { role: 'list', objectName: 'empty', zOrder: 4, ...at(0, 0, 0, 0) }),
  node(10, 9, { text: 'stands out', clip: true, ...at(110, 50, 10, 10) }),
];

async function launched(): Promise<{ id: string; uri: string; snapshotId: string }> {
  const { id } = await here.launch((probe) => {
    probe.windows = [window(1, { devicePixelRatio: 2, rect: { x: 0, y: 0, width: 400, height: 300 } })];
    probe.tree = TREE;
  });
  const uri = await here.snapshot(id);
  return { id, uri, snapshotId: parse(await here.read(uri)).snapshot_id };
}

function parse(text: string): Document {
  const document: unknown = JSON.parse(text);
  if (!isSnapshot(document)) throw new Error(JSON.stringify(isSnapshot.errors));
  return document;
}

function flatten(nodes: Node[]): Node[] {
  return nodes.flatMap((found) => [found, ...flatten(found.children)]);
}

async function prune(args: Record<string, unknown>) {
  const result = await here.call('qt_prune_snapshot', args);
  expect(result.isError, textOf(result)).toBeUndefined();
  return (result.structuredContent as { result: { uri: string; snapshot_id: string } }).result;
}

it('leaves what is seen and what that is in, each with the part of it that is seen', async () => {
  const { id, uri, snapshotId } = await launched();
  const result = await prune({ session_id: id });
  expect(result).toEqual({
    session_id: id,
    snapshot_id: expect.stringMatching(/^s[0-9a-f]{8}$/),
    uri: uri.replace('_1', '_2'),
    kept: 7,
    removed: 3,
    removed_ratio: 0.3,
  });
  const before = flatten(parse(await here.read(uri)).nodes);
  const document = parse(await here.read(result.uri));
  expect(document).toMatchObject({
    snapshot_id: result.snapshot_id,
    pruned: { of: snapshotId, kept: 7, removed: 3 },
    element_count: 7,
    truncated: false,
  });
  expect(document.snapshot_id).not.toBe(snapshotId);
  const seen = flatten(document.nodes).map(({ text, objectName, visible_ratio }) => [
    text ?? objectName,
    visible_ratio,
  ]);
  expect(seen).toEqual([
    ['', 1],
    ['front', 1],
    [TREE[4]?.text, 1],
    ['partly', 0.6],
    ['sheet', 1],
    ['empty', 0],
    ['stands out', 1],
  ]);
  for (const { visible_ratio, children, ...rest } of flatten(document.nodes)) {
    const { children: _, ...same } = before.find(({ objID }) => objID === rest.objID) ?? { children };
    expect(rest).toEqual(same);
  }
});

it('has the same outline as ever, without the lines of what is gone, and says what is partly seen', async () => {
  const { id, uri, snapshotId } = await launched();
  const result = await prune({ session_id: id });
  const whole = await here.read(uri.replace('.json', '.txt'));
  const outline = await here.read(result.uri.replace('.json', '.txt'));
  const [header, note, ...lines] = outline.trimEnd().split('\n');
  expect(header).toContain(`snapshot ${result.snapshot_id} of ${id}`);
  expect(note).toBe(`# pruned of ${snapshotId}: 7 elements kept, 3 removed that nobody sees`);
  expect(whole.split('\n')).toEqual(expect.arrayContaining(lines.map((line) => line.replace(' 60% visible', ''))));
  expect(lines.filter((line) => line.includes('visible'))).toEqual([expect.stringMatching(/"partly" 60% visible$/)]);
  expect(lines).toHaveLength(7);
  const part = await here.read(`${result.uri.replace('.json', '.txt')}?query=partly`);
  expect(part).toContain('"partly" 60% visible\n');
});

it('min_visible_ratio also removes what is seen too little', async () => {
  const { id } = await launched();
  expect(await prune({ session_id: id, min_visible_ratio: 0.6 })).toMatchObject({ kept: 7, removed: 3 });
  expect(await prune({ session_id: id, min_visible_ratio: 0.61 })).toMatchObject({ kept: 6, removed: 4 });
});

it('takes the newest snapshot that is not pruned, or the one that is named', async () => {
  const { id, snapshotId } = await launched();
  const { structuredContent } = await here.call('qt_get_snapshot', { session_id: id, max_depth: 0 });
  const newest = (structuredContent as { result: { snapshot_id: string } }).result.snapshot_id;
  for (let round = 0; round < 2; round += 1) {
    const { uri } = await prune({ session_id: id });
    expect(parse(await here.read(uri)).pruned?.of).toBe(newest);
  }
  const { uri } = await prune({ session_id: id, snapshot_id: snapshotId });
  expect(parse(await here.read(uri)).pruned?.of).toBe(snapshotId);
});

it('is no refresh: ids and the latest snapshot stay as they were', async () => {
  const { id, uri } = await launched();
  await prune({ session_id: id });
  expect(await here.read(uri.replace('snapshot_1', 'latest'))).toBe(await here.read(uri));
  const covered = flatten(parse(await here.read(uri)).nodes).find(({ text }) => text === 'covered');
  const view = await here.call('qt_get_snapshot', { session_id: id, root_id: covered?.objID });
  expect(view.isError).toBeUndefined();
});

it('of 10,000 elements takes a few times as long as only parsing the file', async () => {
  const { id } = await here.launch((probe) => {
    const sheets = Array.from({ length: 10_000 }, (_, i) => {
      const more = { clip: true, opaque: i % 2 === 0, zOrder: i, properties: { text: 'Some text', checked: false } };
      return node(i + 2, 1, { ...more, ...at((i * 37) % 350, (i * 91) % 250, 40, 30) });
    });
    probe.tree = [node(1, 0, { role: 'frame', clip: true, opaque: true, ...at(0, 0, 400, 300) }), ...sheets];
  });
  await here.snapshot(id);
  const file = here.store.list()[0]?.jsonFile ?? '';
  const fastest = async (work: () => unknown): Promise<number> => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 7; round += 1) {
      const start = performance.now();
      await work();
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const parsing = await fastest(() => JSON.parse(readFileSync(file, 'utf8')));
  expect(await fastest(() => prune({ session_id: id }))).toBeLessThan(8 * parsing);
});

it('refuses with a remedy what cannot be pruned', async () => {
  const { id } = await here.launch();
  const none = await here.call('qt_prune_snapshot', { session_id: id });
  expect(codeOf(none)).toBe('unknown_snapshot');
  expect(textOf(none)).toContain('qt_snapshot');
  const uri = await here.snapshot(id);
  const unknown = await here.call('qt_prune_snapshot', { session_id: id, snapshot_id: 's00000000' });
  expect(codeOf(unknown)).toBe('unknown_snapshot');
  const { snapshot_id } = await prune({ session_id: id });
  const again = await here.call('qt_prune_snapshot', { session_id: id, snapshot_id });
  expect(codeOf(again)).toBe('invalid_argument');
  expect(textOf(again)).toContain(parse(await here.read(uri)).snapshot_id);
  rmSync(`${here.folder}/snapshots/${id}`, { recursive: true });
  expect(codeOf(await here.call('qt_prune_snapshot', { session_id: id }))).toBe('unknown_snapshot');
});
