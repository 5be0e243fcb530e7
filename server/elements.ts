/** From what a probe lists to what callers are shown: element ids in place of handles. */
import { clientSize, type SnapshotNode, type SnapshotWindow } from '../resources/snapshot.js';
import { protocolError } from './errors.js';
import type { ProbeNode, ProbeWindow, Rect } from './ports.js';
import { mapValues, toIds } from './references.js';
import type { Listing } from './registry.js';

const NO_PROPERTIES = {};

/** Edges, in logical pixels of a window. */
interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Reads the windows and then the elements of one capture or search. */
export class ElementReader {
  readonly listing: Listing;
  readonly #windows = new Map<number, SnapshotWindow>();
  /** Handles from the root down to the last element. */
  readonly #path: number[] = [];
  /** What each of them leaves to be seen of what is in it. */
  readonly #clips: Edges[] = [];
  /** Depth of the last element; what the path holds beyond it is left over. */
  #depth = -1;
  count = 0;

  constructor(listing: Listing) {
    this.listing = listing;
  }

  readonly #toIds = (value: unknown): unknown => toIds(value, 'objID', (handle) => this.listing.idOf(handle));

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

  /** The element, and how many others it is in. Throws protocol_error if its parent did not come before it. */
  node(node: ProbeNode): { element: SnapshotNode; depth: number } {
    const depth = this.#depthBelow(node.parent);
    this.#path[depth] = node.handle;
    this.#depth = depth;
    this.count += 1;
    const window = this.#windows.get(node.window);
    const clip = (depth > 0 ? this.#clips[depth - 1] : undefined) ?? clientArea(window);
    const isWindow = node.handle === node.window;
    this.#clips[depth] = node.clip && !isWindow ? within(node.rect, clip) : clip;
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
      row: node.row,
      column: node.column,
      level: node.level,
      shortcut: node.shortcut,
      states: node.visible && !isWindow && isOutside(node.rect, clip) ? [...node.states, 'offscreen'] : node.states,
      actions: node.actions.length === 0 ? undefined : node.actions,
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
      opaque: node.opaque || undefined,
      topLevelId: window?.objID,
      windowTitle: window?.title,
      properties: node.properties === undefined ? NO_PROPERTIES : mapValues(node.properties, this.#toIds),
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
}

const EVERYWHERE: Edges = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

function clientArea(window: SnapshotWindow | undefined): Edges {
  if (window === undefined) return EVERYWHERE;
  const { width, height } = clientSize(window);
  return { left: 0, top: 0, right: width, bottom: height };
}

function within({ x, y, width, height }: Rect, { left, top, right, bottom }: Edges): Edges {
  return {
    left: Math.max(left, x),
    top: Math.max(top, y),
    right: Math.min(right, x + width),
    bottom: Math.min(bottom, y + height),
  };
}

/** What is empty and stands at the very edge is within. */
function isOutside({ x, y, width, height }: Rect, { left, top, right, bottom }: Edges): boolean {
  return (x < left && x + width <= left) || (y < top && y + height <= top) || x >= right || y >= bottom;
}
