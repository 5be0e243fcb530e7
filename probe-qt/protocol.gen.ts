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
 * A part of a capture. Parents come before their children; rows are in depth-first order.
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
  result: CaptureResult | PingResult | {};
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
  method: 'ping' | 'capture' | 'wait_window' | 'cancel';
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
}

/** One element. Lengths are logical pixels unless said. */
export type Row = [
  handle: number,
  parent: number,
  window: number,
  classIndex: number,
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

export const PROTOCOL_VERSION = 1;

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
  "vertical": 2097152
} as const;

/** Place of each column in a row. */
export const COLUMNS = {
  "handle": 0,
  "parent": 1,
  "window": 2,
  "classIndex": 3,
  "objectName": 4,
  "x": 5,
  "y": 6,
  "width": 7,
  "height": 8,
  "globalX": 9,
  "globalY": 10,
  "z": 11,
  "flags": 12,
  "opacity": 13,
  "text": 14,
  "omitted": 15,
  "extra": 16,
  "properties": 17
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
  "x-version": 1,
  "x-methods": {
    "ping": "Answered by the socket thread, also while the GUI thread is busy.",
    "capture": "Streams the element tree in batches, then answers with CaptureResult.",
    "wait_window": "Answers once a top-level window is on the screen.",
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
    "vertical": 2097152
  },
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
      "description": "A part of a capture. Parents come before their children; rows are in depth-first order.",
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
      "minItems": 18,
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
