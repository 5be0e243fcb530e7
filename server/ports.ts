/**
 * What the domain needs from the outside. Backends (probe-qt, probe-atspi) implement Adapter and Probe,
 * server/desktop implements Desktop; nothing else crosses these borders.
 */

/** A backend: one way to see inside applications. */
export type BackendKind = 'qt' | 'atspi';

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
  /** State names that hold, beyond visible and enabled: "focused", "checked", "editable" ... */
  states: string[];
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
