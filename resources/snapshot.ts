/** The snapshot file: its shape (snapshot.schema.json says the same), and writing it as the elements arrive. */
import type { Action, BackendKind, Detail, ProbeWindow, Rect } from '../server/ports.js';

export const SCHEMA_VERSION = 1;

/** What a snapshot was asked for, as the tools name it. */
export interface SnapshotParams {
  detail: Detail;
  root_id: number;
  max_depth: number;
  prop_depth: number;
  include_hidden: boolean;
}

export interface SnapshotWindow {
  objID: number;
  title: string;
  kind: ProbeWindow['kind'];
  /** Client area, physical screen pixels (logical, about its own origin, where coordinate_space is 'window'). */
  global_rect: Rect;
  coordinate_space: 'screen' | 'window';
  visible: boolean;
  active: boolean;
  modal: boolean;
  /** Physical pixels in a logical one. */
  device_pixel_ratio: number;
  /** X11 window id. */
  native_id?: number | undefined;
}

/** Of its client area, in the logical pixels in which rects of elements are. */
export function clientSize({ global_rect, coordinate_space, device_pixel_ratio }: SnapshotWindow): {
  width: number;
  height: number;
} {
  const scale = coordinate_space === 'window' ? 1 : device_pixel_ratio;
  return { width: global_rect.width / scale, height: global_rect.height / scale };
}

/** Which part of a stored snapshot a document holds. */
export interface Part {
  /** 0: from the top. */
  root_id: number;
  /** Levels of children below the roots; -1 is all. */
  depth: number;
  query?: string | undefined;
  /** Elements left out at the beginning, which an earlier part has: upper levels come first, matches of a query as they stand. */
  offset?: number | undefined;
}

export function isWhole(part: Part): boolean {
  return part.root_id === 0 && part.depth < 0 && part.query === undefined && !part.offset;
}

export interface Pruned {
  /** snapshot_id of the other. */
  of: string;
  kept: number;
  removed: number;
}

export interface SnapshotHead {
  schema_version: typeof SCHEMA_VERSION;
  session_id: string;
  snapshot_id: string;
  backend: BackendKind;
  application: { pid: number; name: string };
  taken_at: string;
  params: SnapshotParams;
  units: { rect: string; global_rect: string };
  part?: Part | undefined;
  /** Only what is really seen is left of another snapshot. */
  pruned?: Pruned | undefined;
  windows: SnapshotWindow[];
}

export type Truncation = 'depth' | 'nodes' | 'time' | 'size';

export interface SnapshotTail {
  element_count: number;
  truncated: boolean;
  truncated_by: Truncation[];
  /** Of a part that was cut to a size: the offset of the part that goes on. */
  next_offset?: number | undefined;
  /** The root that was asked for, where it did not resolve and every window was captured instead. */
  root_fallback?: { asked_id: number; reason: string } | undefined;
}

/** One element without its children. Unknown is absent. */
export interface SnapshotNode {
  className: string;
  objID: number;
  objectName: string;
  qml_id?: string | undefined;
  role: string;
  text?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  value?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  rows?: number | undefined;
  columns?: number | undefined;
  /** From 0. */
  row?: number | undefined;
  column?: number | undefined;
  /** From 1. */
  level?: number | undefined;
  shortcut?: string | undefined;
  states: string[];
  /** Only where there are some. */
  actions?: Action[] | undefined;
  is_password?: true | undefined;
  rect: Rect;
  global_rect: Rect;
  coordinate_space?: 'window' | undefined;
  z_order: number;
  visible: boolean;
  enabled: boolean;
  opacity: number;
  color_alpha?: number | undefined;
  clip: boolean;
  opaque?: true | undefined;
  topLevelId?: number | undefined;
  windowTitle?: string | undefined;
  properties: Record<string, unknown>;
  /** Full length, in UTF-16 units, of 'text' or a property whose value was cut. */
  cut?: Record<string, number> | undefined;
  /** Children that a limit left out. */
  children_omitted?: number | undefined;
  /** How much of its rect is seen, 0 to 1; only in a pruned snapshot. */
  visible_ratio?: number | undefined;
}

export const UNITS: SnapshotHead['units'] = {
  rect: 'logical pixels from the top left of the client area of its window',
  global_rect: 'physical screen pixels; logical pixels in the window where coordinate_space is "window"',
};

/**
 * Writes a snapshot as JSON, depth first, one line an element: head, each element with the depth it stands at (roots are
 * at 0), tail. Every call answers the text to append. The closing brackets of an element stand at the end of its last line.
 */
export class JsonWriter {
  #depth = -1;

  head(head: SnapshotHead): string {
    return `${JSON.stringify(head).slice(0, -1)},"nodes":[`;
  }

  element(node: SnapshotNode, depth: number): string {
    return this.line(fieldsOf(node), depth);
  }

  /** An element as JSON that lacks its end: `{"className":...`. */
  line(fields: string, depth: number): string {
    const closed = this.#depth - depth + 1;
    this.#depth = depth;
    return `${closed === 0 ? '' : `${']}'.repeat(closed)},`}\n${fields},"children":[`;
  }

  tail(tail: SnapshotTail): string {
    const closing = ']}'.repeat(this.#depth + 1);
    this.#depth = -1;
    return `${closing}\n],${JSON.stringify(tail).slice(1)}\n`;
  }
}

/**
 * What JSON.stringify(node) gives, without the closing brace. Piece by piece, since this and making the nodes are most of
 * what a snapshot costs the server: JSON.stringify of the whole object takes a tenth more of it.
 */
function fieldsOf(node: SnapshotNode): string {
  const { rect, global_rect } = node;
  return (
    `{"className":${repeated(node.className)},"objID":${node.objID},"objectName":${JSON.stringify(node.objectName)}` +
    optional('qml_id', node.qml_id) +
    `,"role":${repeated(node.role)}` +
    optional('text', node.text) +
    optional('name', node.name) +
    optional('description', node.description) +
    optional('value', node.value) +
    optional('minimum', node.minimum) +
    optional('maximum', node.maximum) +
    optional('rows', node.rows) +
    optional('columns', node.columns) +
    optional('row', node.row) +
    optional('column', node.column) +
    optional('level', node.level) +
    optional('shortcut', node.shortcut) +
    `,"states":${words(node.states)}` +
    (node.actions === undefined ? '' : `,"actions":${words(node.actions)}`) +
    optional('is_password', node.is_password) +
    `,"rect":{"x":${rect.x},"y":${rect.y},"width":${rect.width},"height":${rect.height}}` +
    `,"global_rect":{"x":${global_rect.x},"y":${global_rect.y},"width":${global_rect.width},"height":${global_rect.height}}` +
    optional('coordinate_space', node.coordinate_space) +
    `,"z_order":${node.z_order},"visible":${node.visible},"enabled":${node.enabled},"opacity":${node.opacity}` +
    optional('color_alpha', node.color_alpha) +
    `,"clip":${node.clip}` +
    optional('opaque', node.opaque) +
    optional('topLevelId', node.topLevelId) +
    (node.windowTitle === undefined ? '' : `,"windowTitle":${repeated(node.windowTitle)}`) +
    `,"properties":${JSON.stringify(node.properties)}` +
    optional('cut', node.cut) +
    optional('children_omitted', node.children_omitted) +
    optional('visible_ratio', node.visible_ratio)
  );
}

function optional(name: string, value: unknown): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
}

/** Of closed vocabularies, in which nothing needs to be escaped. */
function words(list: readonly string[]): string {
  return list.length === 0 ? '[]' : `["${list.join('","')}"]`;
}

/** Strings that many elements share, as JSON. */
const quoted = new Map<string, string>();
const MAX_QUOTED = 5_000;

function repeated(text: string): string {
  let json = quoted.get(text);
  if (json === undefined) {
    if (quoted.size >= MAX_QUOTED) quoted.clear();
    json = JSON.stringify(text);
    quoted.set(text, json);
  }
  return json;
}
