// Generated from protocol.schema.json by scripts/gen.mjs; edit that file instead.

/**
 * The wire between the server and the probe inside a Qt application: JSON text messages over WebSocket on a Unix socket. This file generates protocol.gen.ts and src/core/protocol.gen.h.
 */
export type ProbeMessage = Hello | BatchMessage | ResultMessage | ErrorMessage;

/**
 * The first message on every connection.
 */
export interface Hello {
  hello: HelloBody;
}
export interface HelloBody {
  protocol: number;
  pid: number;
  /**
   * Random name of this probe's life; handles mean something only within it.
   */
  instance: string;
  /**
   * The token the launching server passed, or empty.
   */
  launch: string;
  /**
   * The program's own name.
   */
  name: string;
  executable: string;
  /**
   * Qt's run-time version.
   */
  qt_version: string;
  /**
   * QPA platform: xcb, wayland, offscreen ...; empty until it is known.
   */
  platform: string;
  modules: ('core' | 'widgets' | 'quick')[];
}
/**
 * A part of a capture or of what a find has found. In a capture, parents come before their children and rows are in depth-first order; in a find, every row's parent is 0.
 */
export interface BatchMessage {
  id: number;
  batch: Batch;
}
export interface Batch {
  /**
   * In the first batch only: the top-level windows of the capture.
   */
  windows?: Window[];
  /**
   * Classes that no earlier batch of this capture named; their index goes on counting from batch to batch.
   */
  classes?: Class[];
  rows: Row[];
}
export interface Window {
  handle: number;
  title: string;
  kind: 'window' | 'dialog' | 'popup' | 'tool' | 'tooltip' | 'other';
  /**
   * Client area in physical screen pixels (logical where space is 'window').
   */
  x: number;
  y: number;
  width: number;
  height: number;
  visible: boolean;
  active: boolean;
  modal: boolean;
  /**
   * Physical pixels in a logical one.
   */
  dpr: number;
  /**
   * 'window': the platform does not tell where the window is, so its origin is 0,0.
   */
  space: 'screen' | 'window';
  /**
   * X11 window id, where there is one.
   */
  native_id?: number;
}
export interface Class {
  /**
   * QML's generated suffix (_QMLTYPE_n, _QML_n) is cut off.
   */
  name: string;
  /**
   * Base classes, nearest first, down to QObject.
   */
  bases: string[];
  /**
   * Names for the row's properties column, in order.
   */
  properties: string[];
}
export interface ResultMessage {
  id: number;
  result: CaptureResult | PingResult | FindResult | ReadResult | WriteResult | CallResult | GrabResult | {};
}
export interface CaptureResult {
  /**
   * False: the root handle is dead or hidden, and every window was captured instead.
   */
  root_found: boolean;
  truncated: ('depth' | 'nodes' | 'time')[];
  nodes: number;
  slices: number;
  /**
   * GUI thread time used, in microseconds.
   */
  gui_us: number;
  longest_slice_us: number;
}
export interface PingResult {
  /**
   * How long the oldest request has waited for the GUI thread to take it up; 0 if none waits.
   */
  gui_waiting_ms: number;
}
export interface FindResult {
  /**
   * False: the root or window is dead or hidden; nothing was searched.
   */
  root_found: boolean;
  /**
   * Rows that match, in all batches.
   */
  found: number;
  /**
   * The limit ended the search: there may be more.
   */
  more: boolean;
  truncated: ('depth' | 'time')[];
  /**
   * Windows that were searched.
   */
  windows: number;
  /**
   * Elements that were looked at.
   */
  elements: number;
  /**
   * Rows of item models that were looked at beyond those shown.
   */
  model_rows: number;
  /**
   * If nothing matches: rows that were sent although something differs, nearest first.
   */
  near: Near[];
  gui_us: number;
  longest_slice_us: number;
}
export interface Near {
  handle: number;
  /**
   * Names of the criteria that it does not meet.
   */
  differs: string[];
}
export interface ReadResult {
  /**
   * ok: done. gone: the element no longer exists. hidden: it is not shown, and include_hidden is false.
   */
  state: 'ok' | 'gone' | 'hidden';
  properties: {
    [k: string]: PropertyValue;
  };
  /**
   * Of the names asked for: those that the element does not have, with the nearest that it has.
   */
  missing: Missing[];
}
export interface PropertyValue {
  /**
   * As in a row.
   */
  value: null | boolean | number | string | unknown[] | {};
  /**
   * Qt's name of the type.
   */
  type: string;
  writable: boolean;
  /**
   * Names of the enum, where it is one.
   */
  values?: string[];
  /**
   * Full length in UTF-16 units, where the value was cut.
   */
  cut?: number;
}
export interface Missing {
  name: string;
  nearest: string[];
}
export interface WriteResult {
  /**
   * ok: the setter has returned. running: it runs an event loop of its own. unknown: no such property. read_only; bad_value: nothing was changed. gone, hidden: as in ReadResult.
   */
  state: 'ok' | 'gone' | 'hidden' | 'unknown' | 'read_only' | 'bad_value' | 'running';
  before?: PropertyValue;
  after?: PropertyValue;
  /**
   * Whether 'after' equals what was asked for, as a value of the property's type.
   */
  matches?: boolean;
  /**
   * Why the value is bad, or what the setter threw.
   */
  message?: string;
  nearest?: string[];
}
export interface CallResult {
  /**
   * returned; running: it runs an event loop of its own and has not returned. unknown: no such method. bad_arguments: no overload takes them. threw. gone, hidden: as in ReadResult.
   */
  state: 'returned' | 'running' | 'unknown' | 'bad_arguments' | 'threw' | 'gone' | 'hidden';
  /**
   * What it returned; absent for void.
   */
  value?: null | boolean | number | string | unknown[] | {};
  /**
   * Qt's name of the type of the value.
   */
  type?: string;
  /**
   * What was called.
   */
  signature?: string;
  /**
   * Of the overloads, or of methods with a name near to it.
   */
  signatures?: string[];
  /**
   * What was thrown, or why the arguments do not fit.
   */
  message?: string;
}
export interface GrabResult {
  /**
   * empty: nothing of the element is inside its window. gone, hidden: as in ReadResult.
   */
  state: 'ok' | 'gone' | 'hidden' | 'empty';
  pictures: Picture[];
}
/**
 * A window with the popups that stand over it, or the part of it where an element is.
 */
export interface Picture {
  /**
   * Handle of the window.
   */
  window: number;
  /**
   * Of the picture's top left corner, logical pixels in the window's client area.
   */
  x: number;
  y: number;
  /**
   * Pixels.
   */
  width: number;
  /**
   * Pixels.
   */
  height: number;
  /**
   * Pixels in a logical pixel.
   */
  scale: number;
  /**
   * Elements that were painted over because they show a secret.
   */
  masked: number;
}
export interface ErrorMessage {
  id: number;
  error: ErrorBody;
}
export interface ErrorBody {
  code: 'bad_request' | 'unknown_method' | 'cancelled' | 'quitting';
  message: string;
}

/**
 * What the server sends.
 */
export interface Request {
  id: number;
  method: 'ping' | 'capture' | 'wait_window' | 'find' | 'read' | 'write' | 'call' | 'grab' | 'cancel';
  params?: {};
}

/**
 * params of capture.
 */
export interface CaptureRequest {
  detail: 'core' | 'extended' | 'full';
  include_hidden: boolean;
  /**
   * Levels of children below the roots; -1 is all.
   */
  max_depth: number;
  /**
   * Levels of QObject-valued properties to expand; -1 is all.
   */
  prop_depth: number;
  /**
   * A handle, or 0 for every top-level window.
   */
  root: number;
  max_nodes: number;
  /**
   * Wall time after the first slice at which the capture ends as truncated.
   */
  max_ms: number;
}

/**
 * params of read.
 */
export interface ReadRequest {
  /**
   * The element.
   */
  handle: number;
  /**
   * Properties to read; none: all.
   *
   * @maxItems 1000
   */
  names: string[];
  /**
   * As in CaptureRequest.
   */
  prop_depth: number;
  /**
   * False: an element that is not shown is left alone.
   */
  include_hidden: boolean;
}

/**
 * params of write.
 */
export interface WriteRequest {
  /**
   * The element.
   */
  handle: number;
  name: string;
  /**
   * As a capture writes it: enums and flags by name ("AlignLeft|AlignTop"), colours as "#aarrggbb", rects as objects.
   */
  value: null | boolean | number | string | unknown[] | {};
  include_hidden: boolean;
}

/**
 * params of call.
 */
export interface CallRequest {
  /**
   * The element.
   */
  handle: number;
  /**
   * Name, or signature ("setRange(int,int)").
   */
  method: string;
  /**
   * As WriteRequest.value; {"$handle": n} is an element.
   *
   * @maxItems 10
   */
  arguments: unknown[];
  include_hidden: boolean;
}

/**
 * params of grab.
 */
export interface GrabRequest {
  /**
   * An element or a window; 0: every window that is shown.
   */
  handle: number;
}

/**
 * What few elements have.
 */
export interface Extra {
  qml_id?: string;
  color_alpha?: number;
  /**
   * Accessible name that the application set.
   */
  name?: string;
  /**
   * Tool tip or accessible description.
   */
  description?: string;
  value?: number;
  minimum?: number;
  maximum?: number;
  /**
   * Rows of the view's model.
   */
  rows?: number;
  columns?: number;
  thread?: string;
  /**
   * Values cut to x-limits.text_units, with their full length in UTF-16 units: 'text' or a property's name.
   */
  cut?: {
    [k: string]: number;
  };
  /**
   * Properties that this one object has beyond its class (dynamic properties).
   */
  dynamic?: {};
  /**
   * Of a cell or an entry, among the rows of its parent in the model; of a section of a vertical header.
   */
  row?: number;
  /**
   * Of a cell; of a section of a horizontal header.
   */
  column?: number;
  /**
   * Of an entry of a tree: 1 for those at the top.
   */
  level?: number;
  /**
   * Keys that trigger it, in the portable form: "Ctrl+S".
   */
  shortcut?: string;
}

/**
 * params of find.
 */
export interface FindRequest {
  /**
   * The last is what is searched for; each other one is what an ancestor must be, outermost first, at any distance. An ancestor above the root counts.
   *
   * @minItems 1
   * @maxItems 16
   */
  steps: Criteria[];
  /**
   * Handle of the element to search below, or 0.
   */
  root: number;
  /**
   * Handle of the only top-level window to search, or 0.
   */
  window: number;
  /**
   * Only windows with exactly this title.
   */
  window_title?: string;
  /**
   * Only windows whose title contains this, in upper or lower case.
   */
  window_title_contains?: string;
  /**
   * Levels below the roots to search; -1 is all. A root itself is searched if it is a window.
   */
  depth: number;
  /**
   * Matches after which to stop.
   */
  limit: number;
  include_hidden: boolean;
  detail: 'core' | 'extended' | 'full';
  /**
   * Wall time after the first slice at which the search ends as truncated.
   */
  max_ms: number;
}
/**
 * What an element must be; all that is given must hold. Texts are matched against what the element shows and its accessible name.
 */
export interface Criteria {
  /**
   * Exact class name, without the suffix that QML adds.
   */
  type?: string;
  /**
   * The class or one of its bases.
   */
  type_inherits?: string;
  /**
   * Any of these, as places in x-roles; none: nothing matches.
   */
  roles?: number[];
  /**
   * Exactly this.
   */
  text?: string;
  /**
   * In upper or lower case.
   */
  text_contains?: string;
  /**
   * Regular expression (PCRE), found anywhere.
   */
  text_matches?: string;
  object_name?: string;
  qml_id?: string;
  /**
   * Properties that have exactly these values, written as a capture writes them.
   */
  properties?: {};
  /**
   * Sum of x-flags that must all be set.
   */
  flags?: number;
  row?: number;
  column?: number;
}

/** One element. Lengths are logical pixels unless said. */
export type Row = [
  handle: number,
  parent: number,
  window: number,
  classIndex: number,
  role: number,
  objectName: string,
  x: number,
  y: number,
  width: number,
  height: number,
  globalX: number,
  globalY: number,
  z: number,
  flags: number,
  opacity: number,
  text: string | null,
  omitted: number,
  extra: Extra | null,
  properties: unknown[] | null,
];

export const PROTOCOL_VERSION = 2;

/** Bits of a row's flags column. */
export const FLAGS = {
  "visible": 1,
  "enabled": 2,
  "clip": 4,
  "focused": 8,
  "focusable": 16,
  "active": 32,
  "modal": 64,
  "password": 128,
  "checkable": 256,
  "checked": 512,
  "mixed": 1024,
  "pressed": 2048,
  "editable": 4096,
  "read_only": 8192,
  "selected": 16384,
  "expandable": 32768,
  "expanded": 65536,
  "multi_line": 131072,
  "default": 262144,
  "has_popup": 524288,
  "horizontal": 1048576,
  "vertical": 2097152,
  "selectable": 4194304,
  "opaque": 8388608
} as const;

/** Names of the roles, at their places. */
export const ROLES: readonly string[] = ["unknown","filler","frame","dialog","alert","file chooser","color chooser","font chooser","panel","desktop frame","internal frame","push button","toggle button","check box","radio button","text","password text","label","splash screen","tool tip","combo box","spin button","slider","dial","scroll bar","progress bar","menu bar","menu","menu item","check menu item","radio menu item","popup menu","tool bar","status bar","page tab list","page tab","layered pane","grouping","split pane","separator","scroll pane","viewport","canvas","list","list item","table","table cell","table row","table column header","table row header","tree","tree item","calendar","image","indicator","link","window"];

/** Place of each column in a row. */
export const COLUMNS = {
  "handle": 0,
  "parent": 1,
  "window": 2,
  "classIndex": 3,
  "role": 4,
  "objectName": 5,
  "x": 6,
  "y": 7,
  "width": 8,
  "height": 9,
  "globalX": 10,
  "globalY": 11,
  "z": 12,
  "flags": 13,
  "opacity": 14,
  "text": 15,
  "omitted": 16,
  "extra": 17,
  "properties": 18
} as const;

/** Bounds that both ends keep. */
export const LIMITS = {
  "request_bytes": 1048576,
  "text_units": 10000,
  "batch_rows": 256,
  "clients": 16
} as const;

/** The schema itself, for run-time validation. */
export const protocolSchema = {
  "$schema": "http://json-schema.org/draft-07/schema#",
  "$id": "https://deskprobe.dev/schema/qt-protocol-1.json",
  "title": "ProbeMessage",
  "description": "The wire between the server and the probe inside a Qt application: JSON text messages over WebSocket on a Unix socket. This file generates protocol.gen.ts and src/core/protocol.gen.h.",
  "x-version": 2,
  "x-methods": {
    "ping": "Answered by the socket thread, also while the GUI thread is busy.",
    "capture": "Streams the element tree in batches, then answers with CaptureResult.",
    "wait_window": "Answers once a top-level window is on the screen.",
    "find": "Searches the element tree, streams what matches as batches, then answers with FindResult.",
    "read": "Reads properties of one element.",
    "write": "Sets a property of one element and reads it back.",
    "call": "Calls a method of one element. Answers when it has returned, or when it runs an event loop of its own.",
    "grab": "Renders windows. Each picture comes as a binary message: id and index of the picture as 32-bit little-endian integers, then its pixels as RGBA bytes, not premultiplied, row after row. Then answers with GrabResult.",
    "cancel": "Ends the request named by params.id, which answers with the error 'cancelled'. Has no answer of its own."
  },
  "x-errors": {
    "bad_request": "The message is not a request of this protocol.",
    "unknown_method": "No such method.",
    "cancelled": "The request was cancelled by the client.",
    "quitting": "The application is ending."
  },
  "x-flags": {
    "visible": 1,
    "enabled": 2,
    "clip": 4,
    "focused": 8,
    "focusable": 16,
    "active": 32,
    "modal": 64,
    "password": 128,
    "checkable": 256,
    "checked": 512,
    "mixed": 1024,
    "pressed": 2048,
    "editable": 4096,
    "read_only": 8192,
    "selected": 16384,
    "expandable": 32768,
    "expanded": 65536,
    "multi_line": 131072,
    "default": 262144,
    "has_popup": 524288,
    "horizontal": 1048576,
    "vertical": 2097152,
    "selectable": 4194304,
    "opaque": 8388608
  },
  "x-roles": [
    "unknown",
    "filler",
    "frame",
    "dialog",
    "alert",
    "file chooser",
    "color chooser",
    "font chooser",
    "panel",
    "desktop frame",
    "internal frame",
    "push button",
    "toggle button",
    "check box",
    "radio button",
    "text",
    "password text",
    "label",
    "splash screen",
    "tool tip",
    "combo box",
    "spin button",
    "slider",
    "dial",
    "scroll bar",
    "progress bar",
    "menu bar",
    "menu",
    "menu item",
    "check menu item",
    "radio menu item",
    "popup menu",
    "tool bar",
    "status bar",
    "page tab list",
    "page tab",
    "layered pane",
    "grouping",
    "split pane",
    "separator",
    "scroll pane",
    "viewport",
    "canvas",
    "list",
    "list item",
    "table",
    "table cell",
    "table row",
    "table column header",
    "table row header",
    "tree",
    "tree item",
    "calendar",
    "image",
    "indicator",
    "link",
    "window"
  ],
  "x-limits": {
    "request_bytes": 1048576,
    "text_units": 10000,
    "batch_rows": 256,
    "clients": 16
  },
  "oneOf": [
    {
      "$ref": "#/definitions/Hello"
    },
    {
      "$ref": "#/definitions/BatchMessage"
    },
    {
      "$ref": "#/definitions/ResultMessage"
    },
    {
      "$ref": "#/definitions/ErrorMessage"
    }
  ],
  "definitions": {
    "Request": {
      "title": "Request",
      "description": "What the server sends.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "id",
        "method"
      ],
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1
        },
        "method": {
          "enum": [
            "ping",
            "capture",
            "wait_window",
            "find",
            "read",
            "write",
            "call",
            "grab",
            "cancel"
          ]
        },
        "params": {
          "type": "object"
        }
      }
    },
    "CaptureRequest": {
      "title": "CaptureRequest",
      "description": "params of capture.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "detail",
        "include_hidden",
        "max_depth",
        "prop_depth",
        "root",
        "max_nodes",
        "max_ms"
      ],
      "properties": {
        "detail": {
          "enum": [
            "core",
            "extended",
            "full"
          ]
        },
        "include_hidden": {
          "type": "boolean"
        },
        "max_depth": {
          "type": "integer",
          "minimum": -1,
          "description": "Levels of children below the roots; -1 is all."
        },
        "prop_depth": {
          "type": "integer",
          "minimum": -1,
          "description": "Levels of QObject-valued properties to expand; -1 is all."
        },
        "root": {
          "type": "integer",
          "minimum": 0,
          "description": "A handle, or 0 for every top-level window."
        },
        "max_nodes": {
          "type": "integer",
          "minimum": 1
        },
        "max_ms": {
          "type": "integer",
          "minimum": 1,
          "description": "Wall time after the first slice at which the capture ends as truncated."
        }
      }
    },
    "Criteria": {
      "title": "Criteria",
      "description": "What an element must be; all that is given must hold. Texts are matched against what the element shows and its accessible name.",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "type": {
          "type": "string",
          "description": "Exact class name, without the suffix that QML adds."
        },
        "type_inherits": {
          "type": "string",
          "description": "The class or one of its bases."
        },
        "roles": {
          "type": "array",
          "items": {
            "type": "integer",
            "minimum": 0
          },
          "description": "Any of these, as places in x-roles; none: nothing matches."
        },
        "text": {
          "type": "string",
          "description": "Exactly this."
        },
        "text_contains": {
          "type": "string",
          "description": "In upper or lower case."
        },
        "text_matches": {
          "type": "string",
          "description": "Regular expression (PCRE), found anywhere."
        },
        "object_name": {
          "type": "string"
        },
        "qml_id": {
          "type": "string"
        },
        "properties": {
          "type": "object",
          "description": "Properties that have exactly these values, written as a capture writes them."
        },
        "flags": {
          "type": "integer",
          "minimum": 0,
          "description": "Sum of x-flags that must all be set."
        },
        "row": {
          "type": "integer",
          "minimum": 0
        },
        "column": {
          "type": "integer",
          "minimum": 0
        }
      }
    },
    "FindRequest": {
      "title": "FindRequest",
      "description": "params of find.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "steps",
        "root",
        "window",
        "depth",
        "limit",
        "include_hidden",
        "detail",
        "max_ms"
      ],
      "properties": {
        "steps": {
          "type": "array",
          "minItems": 1,
          "maxItems": 16,
          "items": {
            "$ref": "#/definitions/Criteria"
          },
          "description": "The last is what is searched for; each other one is what an ancestor must be, outermost first, at any distance. An ancestor above the root counts."
        },
        "root": {
          "type": "integer",
          "minimum": 0,
          "description": "Handle of the element to search below, or 0."
        },
        "window": {
          "type": "integer",
          "minimum": 0,
          "description": "Handle of the only top-level window to search, or 0."
        },
        "window_title": {
          "type": "string",
          "description": "Only windows with exactly this title."
        },
        "window_title_contains": {
          "type": "string",
          "description": "Only windows whose title contains this, in upper or lower case."
        },
        "depth": {
          "type": "integer",
          "minimum": -1,
          "description": "Levels below the roots to search; -1 is all. A root itself is searched if it is a window."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "description": "Matches after which to stop."
        },
        "include_hidden": {
          "type": "boolean"
        },
        "detail": {
          "enum": [
            "core",
            "extended",
            "full"
          ]
        },
        "max_ms": {
          "type": "integer",
          "minimum": 1,
          "description": "Wall time after the first slice at which the search ends as truncated."
        }
      }
    },
    "ReadRequest": {
      "title": "ReadRequest",
      "description": "params of read.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "handle",
        "names",
        "prop_depth",
        "include_hidden"
      ],
      "properties": {
        "handle": {
          "type": "integer",
          "minimum": 1,
          "description": "The element."
        },
        "names": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 1000,
          "description": "Properties to read; none: all."
        },
        "prop_depth": {
          "type": "integer",
          "minimum": -1,
          "description": "As in CaptureRequest."
        },
        "include_hidden": {
          "type": "boolean",
          "description": "False: an element that is not shown is left alone."
        }
      }
    },
    "WriteRequest": {
      "title": "WriteRequest",
      "description": "params of write.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "handle",
        "name",
        "value",
        "include_hidden"
      ],
      "properties": {
        "handle": {
          "type": "integer",
          "minimum": 1,
          "description": "The element."
        },
        "name": {
          "type": "string"
        },
        "value": {
          "type": [
            "null",
            "boolean",
            "number",
            "string",
            "array",
            "object"
          ],
          "description": "As a capture writes it: enums and flags by name (\"AlignLeft|AlignTop\"), colours as \"#aarrggbb\", rects as objects."
        },
        "include_hidden": {
          "type": "boolean"
        }
      }
    },
    "CallRequest": {
      "title": "CallRequest",
      "description": "params of call.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "handle",
        "method",
        "arguments",
        "include_hidden"
      ],
      "properties": {
        "handle": {
          "type": "integer",
          "minimum": 1,
          "description": "The element."
        },
        "method": {
          "type": "string",
          "description": "Name, or signature (\"setRange(int,int)\")."
        },
        "arguments": {
          "type": "array",
          "maxItems": 10,
          "description": "As WriteRequest.value; {\"$handle\": n} is an element."
        },
        "include_hidden": {
          "type": "boolean"
        }
      }
    },
    "GrabRequest": {
      "title": "GrabRequest",
      "description": "params of grab.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "handle"
      ],
      "properties": {
        "handle": {
          "type": "integer",
          "minimum": 0,
          "description": "An element or a window; 0: every window that is shown."
        }
      }
    },
    "Hello": {
      "title": "Hello",
      "description": "The first message on every connection.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "hello"
      ],
      "properties": {
        "hello": {
          "title": "HelloBody",
          "type": "object",
          "additionalProperties": false,
          "required": [
            "protocol",
            "pid",
            "instance",
            "launch",
            "name",
            "qt_version",
            "platform",
            "modules",
            "executable"
          ],
          "properties": {
            "protocol": {
              "type": "integer"
            },
            "pid": {
              "type": "integer"
            },
            "instance": {
              "type": "string",
              "description": "Random name of this probe's life; handles mean something only within it."
            },
            "launch": {
              "type": "string",
              "description": "The token the launching server passed, or empty."
            },
            "name": {
              "type": "string",
              "description": "The program's own name."
            },
            "executable": {
              "type": "string"
            },
            "qt_version": {
              "type": "string",
              "description": "Qt's run-time version."
            },
            "platform": {
              "type": "string",
              "description": "QPA platform: xcb, wayland, offscreen ...; empty until it is known."
            },
            "modules": {
              "type": "array",
              "items": {
                "enum": [
                  "core",
                  "widgets",
                  "quick"
                ]
              }
            }
          }
        }
      }
    },
    "BatchMessage": {
      "title": "BatchMessage",
      "description": "A part of a capture or of what a find has found. In a capture, parents come before their children and rows are in depth-first order; in a find, every row's parent is 0.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "id",
        "batch"
      ],
      "properties": {
        "id": {
          "type": "integer"
        },
        "batch": {
          "title": "Batch",
          "type": "object",
          "additionalProperties": false,
          "required": [
            "rows"
          ],
          "properties": {
            "windows": {
              "description": "In the first batch only: the top-level windows of the capture.",
              "type": "array",
              "items": {
                "$ref": "#/definitions/Window"
              }
            },
            "classes": {
              "description": "Classes that no earlier batch of this capture named; their index goes on counting from batch to batch.",
              "type": "array",
              "items": {
                "$ref": "#/definitions/Class"
              }
            },
            "rows": {
              "type": "array",
              "items": {
                "$ref": "#/definitions/Row"
              }
            }
          }
        }
      }
    },
    "Class": {
      "title": "Class",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "name",
        "bases",
        "properties"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "QML's generated suffix (_QMLTYPE_n, _QML_n) is cut off."
        },
        "bases": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Base classes, nearest first, down to QObject."
        },
        "properties": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Names for the row's properties column, in order."
        }
      }
    },
    "Window": {
      "title": "Window",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "handle",
        "title",
        "kind",
        "x",
        "y",
        "width",
        "height",
        "visible",
        "active",
        "modal",
        "dpr",
        "space"
      ],
      "properties": {
        "handle": {
          "type": "integer",
          "minimum": 1
        },
        "title": {
          "type": "string"
        },
        "kind": {
          "enum": [
            "window",
            "dialog",
            "popup",
            "tool",
            "tooltip",
            "other"
          ]
        },
        "x": {
          "type": "number",
          "description": "Client area in physical screen pixels (logical where space is 'window')."
        },
        "y": {
          "type": "number"
        },
        "width": {
          "type": "number"
        },
        "height": {
          "type": "number"
        },
        "visible": {
          "type": "boolean"
        },
        "active": {
          "type": "boolean"
        },
        "modal": {
          "type": "boolean"
        },
        "dpr": {
          "type": "number",
          "description": "Physical pixels in a logical one."
        },
        "space": {
          "enum": [
            "screen",
            "window"
          ],
          "description": "'window': the platform does not tell where the window is, so its origin is 0,0."
        },
        "native_id": {
          "type": "integer",
          "description": "X11 window id, where there is one."
        }
      }
    },
    "Row": {
      "title": "Row",
      "description": "One element. Lengths are logical pixels unless said.",
      "type": "array",
      "minItems": 19,
      "additionalItems": false,
      "items": [
        {
          "title": "handle",
          "type": "integer",
          "minimum": 1,
          "description": "Names the live object; never reused while the probe lives."
        },
        {
          "title": "parent",
          "type": "integer",
          "minimum": 0,
          "description": "Handle of the parent row, 0 for a root."
        },
        {
          "title": "window",
          "type": "integer",
          "minimum": 0,
          "description": "Handle of the top-level window."
        },
        {
          "title": "classIndex",
          "type": "integer",
          "minimum": 0,
          "description": "Index among the classes of this capture."
        },
        {
          "title": "role",
          "type": "integer",
          "minimum": 0,
          "description": "Place in x-roles."
        },
        {
          "title": "objectName",
          "type": "string"
        },
        {
          "title": "x",
          "type": "number",
          "description": "Relative to the window's client area."
        },
        {
          "title": "y",
          "type": "number"
        },
        {
          "title": "width",
          "type": "number"
        },
        {
          "title": "height",
          "type": "number"
        },
        {
          "title": "globalX",
          "type": "number",
          "description": "Physical screen pixels (logical where the window's space is 'window')."
        },
        {
          "title": "globalY",
          "type": "number"
        },
        {
          "title": "z",
          "type": "number",
          "description": "Widgets: place among the sibling widgets; QML: the item's z."
        },
        {
          "title": "flags",
          "type": "integer",
          "minimum": 0,
          "description": "Sum of x-flags."
        },
        {
          "title": "opacity",
          "type": "number"
        },
        {
          "title": "text",
          "type": [
            "string",
            "null"
          ],
          "description": "What the element shows."
        },
        {
          "title": "omitted",
          "type": "integer",
          "minimum": 0,
          "description": "Children that max_depth or max_nodes left out."
        },
        {
          "title": "extra",
          "anyOf": [
            {
              "type": "null"
            },
            {
              "$ref": "#/definitions/Extra"
            }
          ]
        },
        {
          "title": "properties",
          "description": "Values in the order of the class's properties; {\"error\": ...} where reading failed, {\"masked\": true} where the value is secret, {\"$handle\": n, ...} where it is an element.",
          "anyOf": [
            {
              "type": "null"
            },
            {
              "type": "array"
            }
          ]
        }
      ]
    },
    "Extra": {
      "title": "Extra",
      "description": "What few elements have.",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "qml_id": {
          "type": "string"
        },
        "color_alpha": {
          "type": "number"
        },
        "name": {
          "type": "string",
          "description": "Accessible name that the application set."
        },
        "description": {
          "type": "string",
          "description": "Tool tip or accessible description."
        },
        "value": {
          "type": "number"
        },
        "minimum": {
          "type": "number"
        },
        "maximum": {
          "type": "number"
        },
        "rows": {
          "type": "integer",
          "description": "Rows of the view's model."
        },
        "columns": {
          "type": "integer"
        },
        "thread": {
          "type": "string"
        },
        "cut": {
          "type": "object",
          "description": "Values cut to x-limits.text_units, with their full length in UTF-16 units: 'text' or a property's name.",
          "additionalProperties": {
            "type": "integer"
          }
        },
        "dynamic": {
          "type": "object",
          "description": "Properties that this one object has beyond its class (dynamic properties)."
        },
        "row": {
          "type": "integer",
          "description": "Of a cell or an entry, among the rows of its parent in the model; of a section of a vertical header."
        },
        "column": {
          "type": "integer",
          "description": "Of a cell; of a section of a horizontal header."
        },
        "level": {
          "type": "integer",
          "description": "Of an entry of a tree: 1 for those at the top."
        },
        "shortcut": {
          "type": "string",
          "description": "Keys that trigger it, in the portable form: \"Ctrl+S\"."
        }
      }
    },
    "CaptureResult": {
      "title": "CaptureResult",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "root_found",
        "truncated",
        "nodes",
        "slices",
        "gui_us",
        "longest_slice_us"
      ],
      "properties": {
        "root_found": {
          "type": "boolean",
          "description": "False: the root handle is dead or hidden, and every window was captured instead."
        },
        "truncated": {
          "type": "array",
          "items": {
            "enum": [
              "depth",
              "nodes",
              "time"
            ]
          }
        },
        "nodes": {
          "type": "integer"
        },
        "slices": {
          "type": "integer"
        },
        "gui_us": {
          "type": "integer",
          "description": "GUI thread time used, in microseconds."
        },
        "longest_slice_us": {
          "type": "integer"
        }
      }
    },
    "PingResult": {
      "title": "PingResult",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "gui_waiting_ms"
      ],
      "properties": {
        "gui_waiting_ms": {
          "type": "integer",
          "description": "How long the oldest request has waited for the GUI thread to take it up; 0 if none waits."
        }
      }
    },
    "FindResult": {
      "title": "FindResult",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "root_found",
        "found",
        "more",
        "truncated",
        "windows",
        "elements",
        "model_rows",
        "near",
        "gui_us",
        "longest_slice_us"
      ],
      "properties": {
        "root_found": {
          "type": "boolean",
          "description": "False: the root or window is dead or hidden; nothing was searched."
        },
        "found": {
          "type": "integer",
          "description": "Rows that match, in all batches."
        },
        "more": {
          "type": "boolean",
          "description": "The limit ended the search: there may be more."
        },
        "truncated": {
          "type": "array",
          "items": {
            "enum": [
              "depth",
              "time"
            ]
          }
        },
        "windows": {
          "type": "integer",
          "description": "Windows that were searched."
        },
        "elements": {
          "type": "integer",
          "description": "Elements that were looked at."
        },
        "model_rows": {
          "type": "integer",
          "description": "Rows of item models that were looked at beyond those shown."
        },
        "near": {
          "type": "array",
          "items": {
            "title": "Near",
            "type": "object",
            "additionalProperties": false,
            "required": [
              "handle",
              "differs"
            ],
            "properties": {
              "handle": {
                "type": "integer",
                "minimum": 1
              },
              "differs": {
                "type": "array",
                "items": {
                  "type": "string"
                },
                "description": "Names of the criteria that it does not meet."
              }
            }
          },
          "description": "If nothing matches: rows that were sent although something differs, nearest first."
        },
        "gui_us": {
          "type": "integer"
        },
        "longest_slice_us": {
          "type": "integer"
        }
      }
    },
    "PropertyValue": {
      "title": "PropertyValue",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "value",
        "type",
        "writable"
      ],
      "properties": {
        "value": {
          "type": [
            "null",
            "boolean",
            "number",
            "string",
            "array",
            "object"
          ],
          "description": "As in a row."
        },
        "type": {
          "type": "string",
          "description": "Qt's name of the type."
        },
        "writable": {
          "type": "boolean"
        },
        "values": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Names of the enum, where it is one."
        },
        "cut": {
          "type": "integer",
          "description": "Full length in UTF-16 units, where the value was cut."
        }
      }
    },
    "ReadResult": {
      "title": "ReadResult",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "state",
        "properties",
        "missing"
      ],
      "properties": {
        "state": {
          "type": "string",
          "enum": [
            "ok",
            "gone",
            "hidden"
          ],
          "description": "ok: done. gone: the element no longer exists. hidden: it is not shown, and include_hidden is false."
        },
        "properties": {
          "type": "object",
          "additionalProperties": {
            "$ref": "#/definitions/PropertyValue"
          }
        },
        "missing": {
          "type": "array",
          "items": {
            "title": "Missing",
            "type": "object",
            "additionalProperties": false,
            "required": [
              "name",
              "nearest"
            ],
            "properties": {
              "name": {
                "type": "string"
              },
              "nearest": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            }
          },
          "description": "Of the names asked for: those that the element does not have, with the nearest that it has."
        }
      }
    },
    "WriteResult": {
      "title": "WriteResult",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "state"
      ],
      "properties": {
        "state": {
          "type": "string",
          "enum": [
            "ok",
            "gone",
            "hidden",
            "unknown",
            "read_only",
            "bad_value",
            "running"
          ],
          "description": "ok: the setter has returned. running: it runs an event loop of its own. unknown: no such property. read_only; bad_value: nothing was changed. gone, hidden: as in ReadResult."
        },
        "before": {
          "$ref": "#/definitions/PropertyValue"
        },
        "after": {
          "$ref": "#/definitions/PropertyValue"
        },
        "matches": {
          "type": "boolean",
          "description": "Whether 'after' equals what was asked for, as a value of the property's type."
        },
        "message": {
          "type": "string",
          "description": "Why the value is bad, or what the setter threw."
        },
        "nearest": {
          "type": "array",
          "items": {
            "type": "string"
          }
        }
      }
    },
    "CallResult": {
      "title": "CallResult",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "state"
      ],
      "properties": {
        "state": {
          "type": "string",
          "enum": [
            "returned",
            "running",
            "unknown",
            "bad_arguments",
            "threw",
            "gone",
            "hidden"
          ],
          "description": "returned; running: it runs an event loop of its own and has not returned. unknown: no such method. bad_arguments: no overload takes them. threw. gone, hidden: as in ReadResult."
        },
        "value": {
          "type": [
            "null",
            "boolean",
            "number",
            "string",
            "array",
            "object"
          ],
          "description": "What it returned; absent for void."
        },
        "type": {
          "type": "string",
          "description": "Qt's name of the type of the value."
        },
        "signature": {
          "type": "string",
          "description": "What was called."
        },
        "signatures": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Of the overloads, or of methods with a name near to it."
        },
        "message": {
          "type": "string",
          "description": "What was thrown, or why the arguments do not fit."
        }
      }
    },
    "GrabResult": {
      "title": "GrabResult",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "state",
        "pictures"
      ],
      "properties": {
        "state": {
          "type": "string",
          "enum": [
            "ok",
            "gone",
            "hidden",
            "empty"
          ],
          "description": "empty: nothing of the element is inside its window. gone, hidden: as in ReadResult."
        },
        "pictures": {
          "type": "array",
          "items": {
            "title": "Picture",
            "description": "A window with the popups that stand over it, or the part of it where an element is.",
            "type": "object",
            "additionalProperties": false,
            "required": [
              "window",
              "x",
              "y",
              "width",
              "height",
              "scale",
              "masked"
            ],
            "properties": {
              "window": {
                "type": "integer",
                "minimum": 1,
                "description": "Handle of the window."
              },
              "x": {
                "type": "number",
                "description": "Of the picture's top left corner, logical pixels in the window's client area."
              },
              "y": {
                "type": "number"
              },
              "width": {
                "type": "integer",
                "minimum": 1,
                "description": "Pixels."
              },
              "height": {
                "type": "integer",
                "minimum": 1,
                "description": "Pixels."
              },
              "scale": {
                "type": "number",
                "description": "Pixels in a logical pixel."
              },
              "masked": {
                "type": "integer",
                "description": "Elements that were painted over because they show a secret."
              }
            }
          }
        }
      }
    },
    "ResultMessage": {
      "title": "ResultMessage",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "id",
        "result"
      ],
      "properties": {
        "id": {
          "type": "integer"
        },
        "result": {
          "anyOf": [
            {
              "$ref": "#/definitions/CaptureResult"
            },
            {
              "$ref": "#/definitions/PingResult"
            },
            {
              "$ref": "#/definitions/FindResult"
            },
            {
              "$ref": "#/definitions/ReadResult"
            },
            {
              "$ref": "#/definitions/WriteResult"
            },
            {
              "$ref": "#/definitions/CallResult"
            },
            {
              "$ref": "#/definitions/GrabResult"
            },
            {
              "type": "object",
              "additionalProperties": false
            }
          ]
        }
      }
    },
    "ErrorMessage": {
      "title": "ErrorMessage",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "id",
        "error"
      ],
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 0
        },
        "error": {
          "title": "ErrorBody",
          "type": "object",
          "additionalProperties": false,
          "required": [
            "code",
            "message"
          ],
          "properties": {
            "code": {
              "enum": [
                "bad_request",
                "unknown_method",
                "cancelled",
                "quitting"
              ]
            },
            "message": {
              "type": "string"
            }
          }
        }
      }
    }
  }
};
