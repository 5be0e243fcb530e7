/** The tool that leaves of a snapshot what a person really sees. */
import { z } from 'zod';
import { pruneSnapshot } from '../../resources/prune.js';
import type { StoredSnapshot } from '../../resources/shelf.js';
import type { SnapshotStore } from '../../resources/store.js';
import { alreadyPruned, noSnapshot, unknownSnapshot } from '../errors.js';
import { nextSnapshotId } from '../snapshot.js';
import { storing } from '../storing.js';
import { sessionTool } from '../tool.js';
import { sessionId } from './arguments.js';

export const qtPruneSnapshot = sessionTool({
  name: 'qt_prune_snapshot',
  title: 'What of a snapshot is really seen',
  description:
    'Writes a new snapshot without the elements that nobody sees: those covered by others, cut off, scrolled away, ' +
    'transparent, or outside their window. It goes by how Qt paints, window by window; where that is not known, an element ' +
    'counts as seen. Each element gets visible_ratio, the seen part of its rect; an element in which another one is seen is ' +
    'kept in any case. Reads only the stored snapshot, which should be a whole one (max_depth -1), and leaves element ids as ' +
    'they are.',
  effect: 'bookkeeping',
  deadline: 30_000,
  input: z.strictObject({
    session_id: sessionId,
    snapshot_id: z
      .string()
      .optional()
      .describe('The snapshot, as qt_snapshot or qt_get_snapshot answered it; left out: the newest of the session.'),
    min_visible_ratio: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe('Also remove elements of which less than this is seen: 0.5 keeps those that are at least half seen.'),
  }),
  output: z.object({
    result: z.object({
      session_id: z.string().describe('The session.'),
      snapshot_id: z.string().describe('Names the new snapshot.'),
      uri: z.string().describe('Resource with the new tree as JSON; ending in .txt instead of .json, as an outline.'),
      kept: z.int().describe('Elements in it.'),
      removed: z.int().describe('Elements that were left out.'),
      removed_ratio: z.number().describe('Which part of all elements that is, 0 to 1.'),
    }),
  }),
  async handle({ session_id, snapshot_id, min_visible_ratio }, { store }) {
    const source = findSource(store, session_id, snapshot_id);
    const { stored, pruned, tail } = await prune(store, source, min_visible_ratio);
    const { of, kept, removed } = pruned;
    const lines = [
      `Snapshot ${stored.snapshotId}, pruned of ${of}: ${kept} elements kept, ${removed} removed.`,
      `Tree: ${stored.uri} (${stored.jsonBytes} bytes). Outline: the same with .txt (${stored.textBytes} bytes).`,
    ];
    if (tail.truncated) {
      lines.push(`${of} was truncated by ${tail.truncated_by.join(', ')}: what it left out covers nothing here.`);
    }
    const { snapshotId, uri } = stored;
    const removed_ratio = Math.round((removed / Math.max(1, kept + removed)) * 10_000) / 10_000;
    return {
      structured: { result: { session_id, snapshot_id: snapshotId, uri, kept, removed, removed_ratio } },
      text: lines.join('\n'),
      link: stored,
    };
  },
});

function findSource(store: SnapshotStore, sessionId: string, snapshotId: string | undefined): StoredSnapshot {
  const snapshots = store.list().filter((stored) => stored.sessionId === sessionId);
  const source = snapshots.findLast((stored) =>
    snapshotId === undefined ? stored.prunedOf === undefined : stored.snapshotId === snapshotId,
  );
  if (source === undefined) throw snapshotId === undefined ? noSnapshot(sessionId) : unknownSnapshot(snapshotId);
  if (source.prunedOf !== undefined) throw alreadyPruned(source.snapshotId, source.prunedOf);
  return source;
}

async function prune(store: SnapshotStore, source: StoredSnapshot, minRatio: number) {
  const pruned = await store.reading(source, () =>
    storing(() => pruneSnapshot(store, source, minRatio, nextSnapshotId())),
  );
  if (pruned === undefined) throw unknownSnapshot(source.uri);
  return pruned;
}
