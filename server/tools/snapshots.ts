/** Tools that look at applications. */
import { z } from 'zod';
import { readPart } from '../../resources/part.js';
import type { SnapshotParams } from '../../resources/snapshot.js';
import { MAX_QUERY, parseSnapshotUri, snapshotUri } from '../../resources/uri.js';
import { invalidArgument, unknownSnapshot } from '../errors.js';
import type { Session } from '../session.js';
import type { SnapshotMode } from '../snapshot.js';
import { type Call, serverTool, sessionTool, type ToolResult } from '../tool.js';
import { sessionId } from './arguments.js';

const SNAPSHOT_DEADLINE = 30_000;
const PROGRESS_EVERY_MS = 100;

const snapshotInput = z.strictObject({
  session_id: sessionId,
  detail: z
    .enum(['core', 'extended', 'full'])
    .default('extended')
    .describe(
      'Properties of each element: core has none beyond the fields that every element has, extended adds those that tell ' +
        'of interaction (checked, value, currentIndex ...), full has every property and is slow on large windows.',
    ),
  root_id: z.int32().min(0).default(0).describe('0: all windows. Otherwise the objID whose subtree to read.'),
  max_depth: z
    .int32()
    .min(-1)
    .default(1)
    .describe('Levels of children below the roots: 0 only roots, -1 the whole tree.'),
  prop_depth: z
    .int32()
    .min(-1)
    .default(1)
    .describe('Levels of objects within properties to spell out: 0 none, -1 without limit.'),
  include_hidden: z.boolean().default(false).describe('Also read what is hidden, such as pages of tabs not in front.'),
});

const snapshotOutput = z.object({
  result: z.object({
    session_id: z.string().describe('The session.'),
    snapshot_id: z.string().describe('Names this snapshot.'),
    uri: z.string().describe('Resource with the tree as JSON; ending in .txt instead of .json, as an outline.'),
  }),
});

async function snapshot(
  { session_id, ...params }: SnapshotParams & { session_id: string },
  mode: SnapshotMode,
  { signal, progress }: Call,
  session: Session,
): Promise<ToolResult<z.output<typeof snapshotOutput>>> {
  let told = Number.NEGATIVE_INFINITY;
  const { snapshotId, stored, tail, windows } = await session.snapshot(params, mode, signal, (elements) => {
    if (performance.now() - told < PROGRESS_EVERY_MS) return;
    told = performance.now();
    progress(elements, `${elements} elements`);
  });
  const lines = [
    `Snapshot ${snapshotId} of session ${session_id}: ${tail.element_count} elements, ${windows.length} windows.`,
    `Tree: ${stored.uri} (${stored.jsonBytes} bytes). Outline: the same with .txt (${stored.textBytes} bytes).`,
  ];
  if (tail.root_fallback !== undefined) {
    const { asked_id, reason } = tail.root_fallback;
    lines.push(`root_fallback: element ${asked_id} ${reason}, so all windows were read instead.`);
  }
  if (tail.truncated) {
    lines.push(
      `Truncated by ${tail.truncated_by.join(', ')}: children_omitted marks where. ${howToReadMore(tail.truncated_by)}`,
    );
  }
  if (windows.length === 0) lines.push('The application shows no window.');
  return {
    structured: { result: { session_id, snapshot_id: snapshotId, uri: stored.uri } },
    text: lines.join('\n'),
    link: stored,
  };
}

function howToReadMore(reasons: string[]): string {
  return reasons.includes('depth') && reasons.length === 1
    ? 'max_depth -1 reads all, root_id a part.'
    : 'Read less at once: a root_id, a smaller max_depth, detail core.';
}

export const qtSnapshot = sessionTool({
  name: 'qt_snapshot',
  title: 'Snapshot of a Qt application',
  description:
    "Writes the element tree of an application's windows to a file and answers its uri; the tree is not in the answer. Read " +
    'that resource, its outline (.txt in place of .json), or parts of it with read_snapshot. Refreshes the element ids: only those that ' +
    'the new snapshot lists are good from then on; the same object keeps its id. If root_id is no longer good, reads all ' +
    'windows and says so (root_fallback).',
  effect: 'bookkeeping',
  deadline: SNAPSHOT_DEADLINE,
  input: snapshotInput,
  output: snapshotOutput,
  handle: (args, call, session) => snapshot(args, 'refresh', call, session),
});

export const qtGetSnapshot = sessionTool({
  name: 'qt_get_snapshot',
  title: 'Another look at a Qt application',
  description:
    'Like qt_snapshot, but leaves all element ids as they are and only adds those of elements that are new. A root_id that ' +
    'is no longer good is an error (stale_element).',
  effect: 'read',
  deadline: SNAPSHOT_DEADLINE,
  input: snapshotInput,
  output: snapshotOutput,
  handle: (args, call, session) => snapshot(args, 'view', call, session),
});

/** Leaves room for what is said around the part. */
const MAX_PART_BYTES = 90_000;

export const readSnapshot = serverTool({
  name: 'read_snapshot',
  title: 'Read a snapshot',
  description:
    'Reads a stored snapshot, or a part of it, for clients that cannot read resources or do not want all of it. ' +
    'Answers are cut at about 90 kB, the lowest levels first, and say how to go on.',
  effect: 'read',
  deadline: 30_000,
  input: z.strictObject({
    uri: z
      .string()
      .describe(
        'uri of the snapshot, as qt_snapshot answered it, or with latest.json in place of its name. May name a part ' +
          '(?root_id=&depth=&query=&offset=), which the arguments override.',
      ),
    root_id: z
      .int32()
      .min(0)
      .optional()
      .describe('0, or left out: from the top. Otherwise the objID whose subtree to read.'),
    depth: z.int32().min(-1).optional().describe('Levels of children below the roots; -1, or left out, is all.'),
    query: z
      .string()
      .max(MAX_QUERY)
      .optional()
      .describe(
        'Only elements that contain this, in upper or lower case, in text, name, objectName, className, role, qml_id or ' +
          'windowTitle, and what they are in.',
      ),
    offset: z
      .int32()
      .min(0)
      .optional()
      .describe('next_offset of an answer that was cut to size, to read on; with the same other arguments.'),
    format: z
      .enum(['json', 'text'])
      .default('text')
      .describe(
        'Whatever the uri ends in. text: outline, one line an element: [objID] role "text" states. json: all fields.',
      ),
  }),
  output: z.object({
    uri: z.string().describe('What was read: the snapshot, and which part of it.'),
    elements: z.int().describe('Elements in the answer.'),
    matches: z.int().optional().describe('With a query: elements that match, in the answer or not.'),
    truncated: z.boolean().describe('Something is not in the answer.'),
    truncated_by: z.array(z.enum(['depth', 'nodes', 'time', 'size'])).describe('Which limits left something out.'),
    next_offset: z.int().optional().describe('Cut to size: the offset to read on with.'),
  }),
  async handle({ uri, format, root_id, depth, query, offset }, { store }) {
    const name = parseSnapshotUri(uri);
    const stored = name && store.find(name.sessionId, name.which);
    if (name === undefined || stored === undefined) throw unknownSnapshot(uri);
    const part = {
      root_id: root_id ?? name.part.root_id,
      depth: depth ?? name.part.depth,
      query: (query ?? name.part.query) || undefined,
      offset: (offset ?? name.part.offset) || undefined,
    };
    const limit = { bytes: MAX_PART_BYTES, cost: Buffer.byteLength };
    const document = await store.reading(stored, () => readPart(stored.jsonFile, part, format, limit));
    if (document === undefined) throw unknownSnapshot(uri);
    if (!document.rootFound) {
      throw invalidArgument(
        `Snapshot ${uri} has no element ${part.root_id}.`,
        'Use an objID that this snapshot lists, or root_id 0 for all of it.',
      );
    }
    const { element_count, truncated, truncated_by, next_offset } = document.tail;
    const matches = part.query === undefined ? undefined : document.matches;
    const notes = [];
    if (matches !== undefined) notes.push(`${matches} elements match ${JSON.stringify(part.query)}.`);
    if (next_offset !== undefined) {
      notes.push(
        `Cut to size: go on with offset ${next_offset}, or with the root_id of an element marked with omitted children, ` +
          'a smaller depth, or a query.',
      );
    }
    return {
      structured: {
        uri: snapshotUri(stored.sessionId, stored.number, format, part),
        elements: element_count,
        matches,
        truncated,
        truncated_by,
        next_offset,
      },
      text: [...notes, document.text].join('\n'),
    };
  },
});
