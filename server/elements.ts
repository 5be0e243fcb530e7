/** From what a probe lists to what callers are shown: element ids in place of handles. */
import type { SnapshotNode, SnapshotWindow } from '../resources/snapshot.js';
import { protocolError } from './errors.js';
import type { ProbeNode, ProbeWindow } from './ports.js';
import { mapValues, toIds } from './references.js';
import type { Listing } from './registry.js';

const NO_PROPERTIES = {};

/** Reads the windows and then the elements of one capture or search. */
export class ElementReader {
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
      states: window !== undefined && isOffscreen(node, window) ? [...node.states, 'offscreen'] : node.states,
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
