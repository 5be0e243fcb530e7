/** A snapshot of which only what a person really sees is left. */
import { readFile } from 'node:fs/promises';
import { idOf, readElements } from './lines.js';
import { outlineHeader, prunedOutline } from './outline.js';
import type { StoredSnapshot } from './shelf.js';
import { clientSize, JsonWriter, type Pruned, type SnapshotHead, type SnapshotTail } from './snapshot.js';
import type { SnapshotStore } from './store.js';
import { type Painted, visibleRatios } from './visibility.js';

export interface PrunedSnapshot {
  stored: StoredSnapshot;
  pruned: Pruned;
  tail: SnapshotTail;
}

/** An element of the file. */
interface Line {
  /** As it stands there, without children and end. */
  fields: string;
  depth: number;
  painted: Painted & { objID: number };
}

/** Text goes out in pieces of about so many letters. */
const PIECE = 256 * 1024;

/**
 * Writes a new snapshot of those elements of which more than nothing and at least `minRatio` is seen, and of what such
 * elements are in. Throws StoreError, and what the file system throws.
 */
export async function pruneSnapshot(
  store: SnapshotStore,
  source: StoredSnapshot,
  minRatio: number,
  snapshotId: string,
): Promise<PrunedSnapshot> {
  const { lines, head, tail } = await readLines(source.jsonFile);
  const painted = lines.map((line) => line.painted);
  const sizes = new Map(head.windows.map((window) => [window.objID, clientSize(window)]));
  const ratios = visibleRatios(painted, sizes).map(rounded);
  const kept = withParents(painted, (index) => (ratios[index] ?? 0) > 0 && (ratios[index] ?? 0) >= minRatio);
  const count = kept.filter(Boolean).length;
  const pruned = { of: source.snapshotId, kept: count, removed: lines.length - count };
  const newHead = { ...head, snapshot_id: snapshotId, pruned };
  const newTail = { ...tail, element_count: count };

  await using draft = await store.draft(source.sessionId, snapshotId, source.snapshotId);
  const writer = new JsonWriter();
  const seen = new Map<number, number>();
  let json = writer.head(newHead);
  for (const [index, line] of lines.entries()) {
    if (!kept[index]) continue;
    const ratio = ratios[index] ?? 0;
    seen.set(line.painted.objID, ratio);
    json += writer.line(`${line.fields},"visible_ratio":${ratio}`, line.depth);
    if (json.length < PIECE) continue;
    await draft.append(json);
    json = '';
  }
  await draft.append(json + writer.tail(newTail));
  const outline = await readFile(source.textFile, 'utf8');
  const text = outlineHeader(newHead, newTail) + prunedOutline(outline, (objID) => seen.get(objID));
  return { stored: await draft.commit(text, false), pruned, tail: newTail };
}

async function readLines(file: string): Promise<{ lines: Line[]; head: SnapshotHead; tail: SnapshotTail }> {
  const lines: Line[] = [];
  /** Places of the last element at each depth. */
  const path: number[] = [];
  const { head, tail } = await readElements(file, (fields, depth) => {
    path[depth] = lines.length;
    lines.push({ fields, depth, painted: paintedOf(fields, depth === 0 ? -1 : (path[depth - 1] ?? -1)) });
  });
  return { lines, head, tail };
}

/** The fields that tell how it is painted, as JsonWriter puts them one after the other; nothing between them is text. */
const PAINTED =
  /,"rect":\{"x":(.+?),"y":(.+?),"width":(.+?),"height":(.+?)\}.+?,"z_order":(.+?),"visible":(?:(true)|false),.+?"opacity":(.+?),.*?"clip":(?:(true)|false)(,"opaque":true)?(?:,"topLevelId":(\d+))?/g;

/** Without parsing the element, which would take as long as all the rest. */
function paintedOf(fields: string, parent: number): Line['painted'] {
  const from = fields.indexOf(',"rect":{');
  PAINTED.lastIndex = from;
  const found = PAINTED.exec(fields);
  if (found === null) throw new Error(`no element as this version writes it: ${fields.slice(0, 200)}`);
  const [, x, y, width, height, z, visible, opacity, clip, opaque, window] = found;
  return {
    parent,
    objID: idOf(fields),
    rect: { x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
    z_order: Number(z),
    visible: visible !== undefined,
    opacity: Number(opacity),
    clip: clip !== undefined,
    opaque: opaque === undefined ? undefined : true,
    topLevelId: window === undefined ? undefined : Number(window),
    showsText: fields.lastIndexOf(',"text":', from) >= 0,
  };
}

/** Whether each element, or one that is in it, is wanted. */
function withParents(elements: Painted[], isWanted: (index: number) => boolean): boolean[] {
  const kept = elements.map((_, index) => isWanted(index));
  // Parents stand before their children.
  for (const [index, { parent }] of [...elements.entries()].reverse()) {
    if (kept[index] && parent >= 0) kept[parent] = true;
  }
  return kept;
}

/** To four digits; 0 and 1 stand only for nothing and all. */
function rounded(ratio: number): number {
  if (ratio <= 0 || ratio >= 1) return ratio;
  return Math.min(0.9999, Math.max(0.0001, Math.round(ratio * 10_000) / 10_000));
}
