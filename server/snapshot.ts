/** Taking a snapshot: from the probe's elements, through their ids, to the file. */
import { randomBytes } from 'node:crypto';
import { StoreError } from '../resources/draft.js';
import { Outline, outlineHeader } from '../resources/outline.js';
import type { StoredSnapshot } from '../resources/shelf.js';
import {
  JsonWriter,
  SCHEMA_VERSION,
  type SnapshotHead,
  type SnapshotNode,
  type SnapshotParams,
  type SnapshotTail,
  type SnapshotWindow,
  UNITS,
} from '../resources/snapshot.js';
import type { SnapshotStore } from '../resources/store.js';
import { aborted, outputUnavailable, protocolError } from './errors.js';
import type { BackendKind, CaptureEnd, Probe, ProbeNode, ProbeWindow } from './ports.js';
import type { ElementRegistry, Listing } from './registry.js';

/** 'refresh' decides what is live in the session; 'view' only adds, and takes no root but the one that was asked for. */
export type SnapshotMode = 'refresh' | 'view';

export interface SnapshotSource {
  sessionId: string;
  backend: BackendKind;
  probe: Probe;
  registry: ElementRegistry;
  store: SnapshotStore;
}

export interface Snapshot {
  snapshotId: string;
  stored: StoredSnapshot;
  windows: SnapshotWindow[];
  tail: SnapshotTail;
}

const NO_PROPERTIES = {};

type RootFallback = SnapshotTail['root_fallback'];

/**
 * Writes the elements of an application to a file and gives them ids. Throws stale_element (view only), output_unavailable,
 * and what the probe throws. `progress` is told the number of elements so far.
 */
export async function takeSnapshot(
  source: SnapshotSource,
  params: SnapshotParams,
  mode: SnapshotMode,
  signal: AbortSignal,
  progress: (elements: number) => void,
): Promise<Snapshot> {
  try {
    return await capture(source, params, mode, signal, progress);
  } catch (error) {
    throw error instanceof StoreError ? outputUnavailable(error.message, error) : error;
  }
}

async function capture(
  { sessionId, backend, probe, registry, store }: SnapshotSource,
  params: SnapshotParams,
  mode: SnapshotMode,
  signal: AbortSignal,
  progress: (elements: number) => void,
): Promise<Snapshot> {
  const root = resolveRoot(registry, params.root_id, mode);
  const snapshotId = nextSnapshotId();
  await using draft = await store.draft(sessionId, snapshotId);
  const takenAt = new Date().toISOString();
  const reader = new TreeReader(registry.listing());
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

/** Turns what the probe lists into what the file says. */
class TreeReader {
  readonly listing: Listing;
  readonly #windows = new Map<number, SnapshotWindow>();
  /** Handles from the root down to the last element. */
  readonly #path: number[] = [];
  /** Depth of the last element; what the path holds beyond it is left over. */
  #depth = -1;
  count = 0;

  constructor(listing: Listing) {
    this.listing = listing;
  }

  windows(windows: ProbeWindow[]): SnapshotWindow[] {
    return windows.map((window) => {
      const listed: SnapshotWindow = {
        objID: this.listing.add(window.handle, window.kind, window.title),
        title: window.title,
        kind: window.kind,
        global_rect: window.rect,
        coordinate_space: window.coordinateSpace,
        visible: window.visible,
        active: window.active,
        modal: window.modal,
        device_pixel_ratio: window.devicePixelRatio,
        native_id: window.nativeId,
      };
      this.#windows.set(window.handle, listed);
      return listed;
    });
  }

  node(node: ProbeNode): { element: SnapshotNode; depth: number } {
    const depth = this.#depthBelow(node.parent);
    this.#path[depth] = node.handle;
    this.#depth = depth;
    this.count += 1;
    const window = this.#windows.get(node.window);
    const element: SnapshotNode = {
      className: node.className,
      objID: this.listing.add(node.handle, node.role, node.text ?? node.name),
      objectName: node.objectName,
      qml_id: node.qmlId,
      role: node.role,
      text: node.text,
      name: node.name,
      description: node.description,
      value: node.value,
      minimum: node.minimum,
      maximum: node.maximum,
      rows: node.rows,
      columns: node.columns,
      states: window !== undefined && isOffscreen(node, window) ? [...node.states, 'offscreen'] : node.states,
      is_password: node.isPassword || undefined,
      rect: node.rect,
      global_rect: node.globalRect,
      coordinate_space: window?.coordinate_space === 'window' ? 'window' : undefined,
      z_order: node.zOrder,
      visible: node.visible,
      enabled: node.enabled,
      opacity: node.opacity,
      color_alpha: node.colorAlpha,
      clip: node.clip,
      topLevelId: window?.objID,
      windowTitle: window?.title,
      properties: node.properties === undefined ? NO_PROPERTIES : this.#nameObjects(node.properties),
      cut: node.cut,
      children_omitted: node.omitted || undefined,
    };
    return { element, depth };
  }

  #depthBelow(parent: number): number {
    if (parent === 0) return 0;
    let at = this.#depth;
    while (at >= 0 && this.#path[at] !== parent) at -= 1;
    if (at < 0) throw protocolError('The probe sent an element before the one that it is in.');
    return at + 1;
  }

  /** Handles mean nothing outside the server: objects that have an element id are named by that. */
  #nameObjects(properties: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, this.#nameObject(value)]));
  }

  #nameObject(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#nameObject(item));
    const { $handle, ...rest } = { $handle: undefined, ...value };
    const named = this.#nameObjects(rest);
    return typeof $handle === 'number' ? { objID: this.listing.idOf($handle), ...named } : named;
  }
}

/** True of what counts as visible but lies wholly outside the client area of its window. */
function isOffscreen({ handle, window: own, visible, rect }: ProbeNode, window: SnapshotWindow): boolean {
  if (!visible || handle === own) return false;
  const scale = window.coordinate_space === 'window' ? 1 : window.device_pixel_ratio;
  const { width, height } = window.global_rect;
  return (
    // What is empty and stands at the very edge is within.
    (rect.x < 0 && rect.x + rect.width <= 0) ||
    (rect.y < 0 && rect.y + rect.height <= 0) ||
    rect.x * scale >= width ||
    rect.y * scale >= height
  );
}

/** `s` and eight hexadecimal digits: different for each snapshot of this process, and hardly the same in another. */
let snapshotNumber = randomBytes(4).readUInt32BE();

function nextSnapshotId(): string {
  snapshotNumber = (snapshotNumber + 1) >>> 0;
  return `s${snapshotNumber.toString(16).padStart(8, '0')}`;
}
