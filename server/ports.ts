/**
 * What the domain needs from the outside. Backends (probe-qt, probe-atspi) implement Adapter and Probe,
 * server/desktop implements Desktop; nothing else crosses these borders.
 */

/** A backend: one way to see inside applications. */
export type BackendKind = 'qt' | 'atspi';

/** What can be done with an element, whichever backend sees it. */
export const ACTIONS = [
  'press',
  'toggle',
  'select',
  'expand',
  'collapse',
  'open',
  'edit',
  'increase',
  'decrease',
  'scroll',
  'focus',
  'close',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What may hold of an element beyond being visible and enabled, in AT-SPI's words. */
export const STATES = [
  'focused',
  'focusable',
  'active',
  'modal',
  'checkable',
  'checked',
  'indeterminate',
  'pressed',
  'editable',
  'read-only',
  'selectable',
  'selected',
  'expandable',
  'expanded',
  'multi-line',
  'default',
  'has-popup',
  'horizontal',
  'vertical',
] as const;
export type State = (typeof STATES)[number];

/** x, y, width, height; the unit is said where it is used. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How much is read of each element. */
export type Detail = 'core' | 'extended' | 'full';

/** What a capture is asked for. */
export interface CaptureParams {
  detail: Detail;
  includeHidden: boolean;
  /** Levels of children below the roots: 0 is roots only, -1 is all. */
  maxDepth: number;
  /** Levels of object-valued properties to expand: 0 is none, -1 is all. */
  propDepth: number;
  /** Handle of the element to start from, or undefined for every top-level window. */
  root: number | undefined;
}

/** 'window': the platform does not tell where the window is; its origin counts as 0,0. */
export type CoordinateSpace = 'screen' | 'window';

/** A top-level window as the backend reports it. */
export interface ProbeWindow {
  handle: number;
  title: string;
  kind: 'window' | 'dialog' | 'popup' | 'tool' | 'tooltip' | 'other';
  /** Client area, physical screen pixels (logical where the space is 'window'). */
  rect: Rect;
  visible: boolean;
  active: boolean;
  modal: boolean;
  /** Physical pixels in a logical one. */
  devicePixelRatio: number;
  coordinateSpace: CoordinateSpace;
  /** X11 window id, where there is one. */
  nativeId: number | undefined;
}

/** An element as the backend reports it: everything but its element id. Unknown is undefined, never invented. */
export interface ProbeNode {
  /** Names the live object to its probe; never reused while the probe lives. */
  handle: number;
  /** Handle of the parent, which came earlier; 0 for a root. */
  parent: number;
  /** Handle of the top-level window. */
  window: number;
  className: string;
  objectName: string;
  /** AT-SPI role name: "push button", "check box", "text" ... */
  role: string;
  /** Relative to the window's client area, logical pixels. */
  rect: Rect;
  /** Physical screen pixels (logical, window-relative where the window's space is 'window'). */
  globalRect: Rect;
  zOrder: number;
  visible: boolean;
  enabled: boolean;
  opacity: number;
  clip: boolean;
  colorAlpha: number | undefined;
  /** What the element shows; never its name. */
  text: string | undefined;
  states: State[];
  /** What can be done with it as it is now, in the vocabulary of ACTIONS. */
  actions: Action[];
  /** Fills its whole rect with opaque paint. */
  opaque: boolean;
  isPassword: boolean;
  qmlId: string | undefined;
  /** Name and description that the application gave for accessibility. */
  name: string | undefined;
  description: string | undefined;
  value: number | undefined;
  minimum: number | undefined;
  maximum: number | undefined;
  /** Size of an item view's model. */
  rows: number | undefined;
  columns: number | undefined;
  /** Where a cell, an entry or a header section stands, from 0; `level` of an entry of a tree, from 1. */
  row: number | undefined;
  column: number | undefined;
  level: number | undefined;
  /** Keys that trigger it: "Ctrl+S". */
  shortcut: string | undefined;
  /** Per detail; undefined for core. */
  properties: Record<string, unknown> | undefined;
  /** Values that were cut: 'text' or a property's name, with the full length in UTF-16 units. */
  cut: Record<string, number> | undefined;
  /** Children that a limit left out. */
  omitted: number;
}

/** Why a capture is not whole. */
export type TruncationReason = 'depth' | 'nodes' | 'time';

/** How a capture ended. */
export interface CaptureEnd {
  /** False: the root is dead or hidden, and every window was captured instead. */
  rootFound: boolean;
  truncated: TruncationReason[];
}

/** Parts of a capture, in this order: windows once, nodes any number of times (parents before children, depth first), end once. */
export type CaptureEvent =
  | { kind: 'windows'; windows: ProbeWindow[] }
  | { kind: 'nodes'; nodes: ProbeNode[] }
  | { kind: 'end'; end: CaptureEnd };

/** What an element must be: all that is given must hold. Texts are matched against what it shows and its accessible name. */
export interface Criteria {
  /** Exact class name. */
  type?: string | undefined;
  /** The class or one of its bases. */
  typeInherits?: string | undefined;
  /** In the role's name, in upper or lower case. */
  roleContains?: string | undefined;
  /** Any of these roles. */
  roles?: string[] | undefined;
  text?: string | undefined;
  /** In upper or lower case. */
  textContains?: string | undefined;
  /** Regular expression. */
  textMatches?: string | undefined;
  objectName?: string | undefined;
  qmlId?: string | undefined;
  properties?: Record<string, unknown> | undefined;
  /** They must all hold. */
  states?: (State | 'visible' | 'enabled')[] | undefined;
  row?: number | undefined;
  column?: number | undefined;
}

/** What a search is asked for. */
export interface Query {
  /** The last is what is searched for; the others are what its ancestors must be, outermost first, at any distance. */
  steps: Criteria[];
  /** Handle of the element to search below. */
  root: number | undefined;
  /** Handle of the only window to search. */
  window: number | undefined;
  windowTitle: string | undefined;
  /** In upper or lower case. */
  windowTitleContains: string | undefined;
  /** Levels below the roots; -1 is all. */
  depth: number;
  limit: number;
  includeHidden: boolean;
  detail: Detail;
}

/** What a search has found and how far it went. */
export interface Found {
  windows: ProbeWindow[];
  /** Parentless: `parent` is 0. */
  nodes: ProbeNode[];
  /** If there is none: elements that are almost what was asked for, nearest first, and the criteria they do not meet. */
  near: { node: ProbeNode; differs: string[] }[];
  /** False: the root or window is dead or hidden; nothing was searched. */
  rootFound: boolean;
  /** The limit ended the search: there may be more. */
  more: boolean;
  truncated: TruncationReason[];
  searched: { windows: number; elements: number; modelRows: number };
}

/** Why nothing was done with an element: it no longer exists, or it is hidden and was to be left alone then. */
export type Untouched = 'gone' | 'hidden';

/** A property as it is now. */
export interface PropertyValue {
  value: unknown;
  /** Name of the type in the toolkit's words. */
  type: string;
  writable: boolean;
  /** Names of an enum's values. */
  values: string[] | undefined;
  /** Full length in UTF-16 units, where the value was cut. */
  cut: number | undefined;
}

/** What reading properties gave. */
export type ReadOutcome =
  | { state: 'ok'; properties: Record<string, PropertyValue>; missing: { name: string; nearest: string[] }[] }
  | { state: Untouched };

/** What setting a property did; nothing was changed unless 'ok' or 'running' (the setter runs an event loop of its own). */
export type WriteOutcome =
  | {
      state: 'ok';
      before: PropertyValue | undefined;
      after: PropertyValue | undefined;
      /** Whether `after` equals what was asked for, as a value of the property's type; undefined: cannot be told. */
      matches: boolean | undefined;
      /** A sentence of what the setter threw. */
      message: string | undefined;
    }
  | { state: 'running'; before: PropertyValue | undefined }
  | { state: 'unknown'; nearest: string[] }
  | { state: 'read_only'; before: PropertyValue | undefined }
  | { state: 'bad_value'; before: PropertyValue | undefined; message: string }
  | { state: Untouched };

/** What calling a method did; nothing was called if 'unknown' or 'bad_arguments'. Messages are sentences. */
export type CallOutcome =
  | { state: 'returned'; signature: string; value: unknown; type: string | undefined }
  | { state: 'running'; signature: string }
  | { state: 'threw'; signature: string; message: string }
  | { state: 'unknown'; signatures: string[] }
  | { state: 'bad_arguments'; signatures: string[]; message: string }
  | { state: Untouched };

/** A window with the popups over it, or the part of it where an element is. */
export interface Picture {
  /** Handle of the window. */
  window: number;
  /** Top left corner in the window's client area, logical pixels. */
  x: number;
  y: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Pixels in a logical pixel. */
  scale: number;
  /** Elements that were painted over because they show a secret. */
  masked: number;
  /** RGBA, not premultiplied, row after row. */
  pixels: Buffer;
}

/** 'empty': nothing of the element is inside its window. */
export type GrabOutcome = { state: 'ok'; pictures: Picture[] } | { state: Untouched | 'empty' };

/** A running application that a backend can name. */
export interface Target {
  pid: number;
  name: string;
  executable: string;
  qtVersion: string | undefined;
  /** Toolkit libraries in use, such as "Widgets", "Quick". */
  modules: string[];
  /** 'listening': attach works now; otherwise `remedy` says how to get a probe into it. */
  probe: 'listening' | 'absent';
  remedy: string | undefined;
}

/** What the application said of itself when the probe was reached. */
export interface ProbeTarget {
  pid: number;
  /** Names this life of the process's probe, over all links to it: handles hold for as long. */
  instance: string;
  name: string;
  executable: string;
  qtVersion: string;
  platform: string;
  modules: string[];
}

/** A live link into one application. Disposing it leaves the application running. */
export interface Probe extends AsyncDisposable {
  readonly target: ProbeTarget;
  /** Settles when the link has ended, for whatever reason. Never rejects. */
  readonly closed: Promise<void>;
  /** True once the process has ended; what it left behind is cleared away then. */
  hasEnded(): boolean;
  /** Throws not_responding, target_busy, connection_lost, cancelled. Aborting the signal stops the work in the target. */
  capture(params: CaptureParams, signal: AbortSignal): AsyncIterable<CaptureEvent>;
  /** Searches in the target. Throws as capture does. */
  find(query: Query, signal: AbortSignal): Promise<Found>;
  /** Properties of an element; no names: all it has. `propDepth` as in CaptureParams. Throws as capture does. */
  read(
    handle: number,
    names: string[],
    options: { propDepth: number; includeHidden: boolean },
    signal: AbortSignal,
  ): Promise<ReadOutcome>;
  /** Sets a property and reads it back. `value` as read() answers values; enums by name. Throws as capture does. */
  write(
    handle: number,
    name: string,
    value: unknown,
    options: { includeHidden: boolean },
    signal: AbortSignal,
  ): Promise<WriteOutcome>;
  /** Calls a method by name or signature. Throws as capture does. */
  call(
    handle: number,
    method: string,
    args: unknown[],
    options: { includeHidden: boolean },
    signal: AbortSignal,
  ): Promise<CallOutcome>;
  /** Renders an element, a window, or every window that is shown. Throws as capture does. */
  grab(handle: number | undefined, signal: AbortSignal): Promise<GrabOutcome>;
  /** Settles once the application has a window on the screen. */
  waitForWindow(signal: AbortSignal): Promise<void>;
}

export type Environment = Record<string, string>;

/** Something that a part of deskprobe stands on, for `deskprobe doctor`. */
export interface Check {
  name: string;
  /** What was found, or undefined if it is missing. */
  found: string | undefined;
  /** The command or setting that mends it. */
  remedy: string;
  /** False: what is missing only takes a part away. */
  needed: boolean;
}

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: string | null;
}

/** A process that we started, with what it started itself. */
export interface Application {
  readonly pid: number;
  /** Settles when the first process has ended. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Undefined while the first process runs. */
  readonly exit: Exit | undefined;
  /** The last lines it wrote to stdout and stderr. */
  output(): string;
  /** Living processes of this launch, the first one included. */
  processes(): Promise<number[]>;
  /** Ends all of them: asks first, then forces. Settles when they are gone. */
  stop(): Promise<void>;
}

/** An application about to be started by a backend that must have a hand in its environment. */
export interface Launchable {
  command: string[];
  environment: Environment;
  start(environment: Environment): Promise<Application>;
}

/** A backend. Disposing it, once the desktop has ended its applications, clears away what they left. */
export interface Adapter extends AsyncDisposable {
  readonly kind: BackendKind;
  /** What this backend stands on. */
  checks(): Promise<Check[]>;
  list(signal: AbortSignal): Promise<Target[]>;
  /** Throws process_not_found, probe_unavailable with a reason. */
  attach(pid: number, signal: AbortSignal): Promise<Probe>;
  /** Starts the application and waits for its probe. Throws launch_failed with a reason, app_exited. */
  launch(launchable: Launchable, signal: AbortSignal): Promise<Probe>;
}

/** Where a launched application's windows go. */
export type DisplayKind = 'private' | 'current' | 'offscreen';

/** A place to start applications in. Rooms for 'private' and 'offscreen' are made on first use and shared by later launches. */
export interface Room {
  readonly kind: DisplayKind;
  /** X display such as ":4711", where there is one. */
  readonly display: string | undefined;
  /** Complete environment for a process in this room. */
  readonly environment: Environment;
}

/** The desktop around the applications: displays, processes, pixels. Disposing it ends every private room and all that runs there. */
export interface Desktop extends AsyncDisposable {
  /** What the desktop stands on. */
  checks(): Promise<Check[]>;
  /** Throws display_unavailable. */
  room(kind: DisplayKind, signal: AbortSignal): Promise<Room>;
  /** Throws command_not_found, launch_failed. Output of the process never reaches our stdout. */
  start(room: Room, command: string[], environment: Environment, cwd: string | undefined): Promise<Application>;
  /** PNG of an X11 window of the room's display. Throws display_unavailable. */
  picture(room: Room, nativeId: number, signal: AbortSignal): Promise<Buffer>;
}
