/** Taking a snapshot: from the probe's elements, through their ids, to the file. */
import { randomBytes } from 'node:crypto';
import { Outline, outlineHeader } from '../resources/outline.js';
import type { StoredSnapshot } from '../resources/shelf.js';
import {
  JsonWriter,
  SCHEMA_VERSION,
  type SnapshotHead,
  type SnapshotParams,
  type SnapshotTail,
  type SnapshotWindow,
  UNITS,
} from '../resources/snapshot.js';
import { ElementReader } from './elements.js';
import { aborted, protocolError } from './errors.js';
import type { CaptureEnd } from './ports.js';
import type { ElementRegistry } from './registry.js';
import type { Source } from './source.js';
import { storing } from './storing.js';

/** 'refresh' decides what is live in the session; 'view' only adds, and takes no root but the one that was asked for. */
export type SnapshotMode = 'refresh' | 'view';

export interface Snapshot {
  snapshotId: string;
  stored: StoredSnapshot;
  windows: SnapshotWindow[];
  tail: SnapshotTail;
}

type RootFallback = SnapshotTail['root_fallback'];

/**
 * Writes the elements of an application to a file and gives them ids. Throws stale_element (view only), output_unavailable,
 * and what the probe throws. `progress` is told the number of elements so far.
 */
export async function takeSnapshot(
  source: Source,
  params: SnapshotParams,
  mode: SnapshotMode,
  signal: AbortSignal,
  progress: (elements: number) => void,
): Promise<Snapshot> {
  return storing(() => capture(source, params, mode, signal, progress));
}

async function capture(
  { sessionId, backend, probe, registry, store }: Source,
  params: SnapshotParams,
  mode: SnapshotMode,
  signal: AbortSignal,
  progress: (elements: number) => void,
): Promise<Snapshot> {
  const root = resolveRoot(registry, params.root_id, mode);
  const snapshotId = nextSnapshotId();
  await using draft = await store.draft(sessionId, snapshotId);
  const takenAt = new Date().toISOString();
  const reader = new ElementReader(registry.listing());
  const writer = new JsonWriter();
  const lines: string[] = [];
  let outline = new Outline([]);
  let head: SnapshotHead | undefined;
  let end: CaptureEnd | undefined;

  const events = probe.capture(
    {
      detail: params.detail,
      includeHidden: params.include_hidden,
      maxDepth: params.max_depth,
      propDepth: params.prop_depth,
      root: root.handle,
    },
    signal,
  );
  for await (const event of events) {
    if (event.kind === 'windows') {
      head = {
        schema_version: SCHEMA_VERSION,
        session_id: sessionId,
        snapshot_id: snapshotId,
        backend,
        application: { pid: probe.target.pid, name: probe.target.name },
        taken_at: takenAt,
        params,
        units: UNITS,
        windows: reader.windows(event.windows),
      };
      outline = new Outline(head.windows);
      await draft.append(writer.head(head));
    } else if (event.kind === 'nodes') {
      let json = '';
      for (const node of event.nodes) {
        const { element, depth } = reader.node(node);
        json += writer.element(element, depth);
        lines.push(outline.element(element, depth));
      }
      await draft.append(json);
      progress(reader.count);
    } else {
      end = event.end;
    }
  }
  if (head === undefined || end === undefined) throw protocolError('The probe ended a capture without saying how.');
  if (!end.rootFound && mode === 'view') throw registry.stale(params.root_id);

  const tail: SnapshotTail = {
    element_count: reader.count,
    truncated: end.truncated.length > 0,
    truncated_by: end.truncated,
    root_fallback:
      root.fallback ??
      (end.rootFound ? undefined : { asked_id: params.root_id, reason: 'has been destroyed or hidden' }),
  };
  await draft.append(writer.tail(tail));
  if (signal.aborted) throw aborted(signal);
  const stored = await draft.commit(outlineHeader(head, tail) + lines.join(''), mode === 'refresh');
  reader.listing.commit(mode === 'refresh');
  return { snapshotId, stored, windows: head.windows, tail };
}

function resolveRoot(
  registry: ElementRegistry,
  rootId: number,
  mode: SnapshotMode,
): { handle: number | undefined; fallback: RootFallback } {
  if (rootId === 0) return { handle: undefined, fallback: undefined };
  try {
    return { handle: registry.handleOf(rootId), fallback: undefined };
  } catch (error) {
    if (mode === 'view') throw error;
    return {
      handle: undefined,
      fallback: { asked_id: rootId, reason: 'is not in the newest snapshot of the session' },
    };
  }
}

let snapshotNumber = randomBytes(4).readUInt32BE();

/** `s` and eight hexadecimal digits: different for each snapshot of this process, and hardly the same in another. */
export function nextSnapshotId(): string {
  snapshotNumber = (snapshotNumber + 1) >>> 0;
  return `s${snapshotNumber.toString(16).padStart(8, '0')}`;
}
