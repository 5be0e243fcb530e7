/** The desktop around the applications: where they run, how they start and end, what they look like. */
import path from 'node:path';
import { abortable } from '../abortable.js';
import { displayUnavailable } from '../errors.js';
import type { Application, Check, Desktop, DisplayKind, Environment, Room } from '../ports.js';
import { LocalApplication } from './application.js';
import { checkWorkingDirectory, resolveCommand } from './command.js';
import { programChecks, tiedToUs } from './programs.js';
import { PrivateRoom } from './room.js';
import { clearLeftovers } from './room-folder.js';
import { XDisplay } from './x11-display.js';

export interface DesktopOptions {
  /** Folder of our own, 0700, in which rooms are made. */
  runtimeFolder: string;
  /** Where rooms take PATH and the like from; this process's own by default. */
  environment?: NodeJS.ProcessEnv;
}

/**
 * Applications in private and offscreen rooms end with this desktop, and the kernel sees to it if this process is killed.
 * Those on the user's own display ('current') are left running.
 */
export class LinuxDesktop implements Desktop {
  readonly #runtimeFolder: string;
  readonly #environment: Environment;
  /** Rooms that take launches. */
  readonly #open = new Map<DisplayKind, Promise<PrivateRoom>>();
  /** All rooms that are not cleared away yet. */
  readonly #rooms = new Set<PrivateRoom>();
  readonly #applications = new Set<LocalApplication>();
  /** Settles when the rooms of dead servers are gone. */
  readonly #swept: Promise<void>;

  constructor(options: DesktopOptions) {
    this.#runtimeFolder = options.runtimeFolder;
    this.#environment = complete(options.environment ?? process.env);
    this.#swept = clearLeftovers(this.#roomsFolder);
  }

  async checks(): Promise<Check[]> {
    return programChecks(this.#environment);
  }

  async room(kind: DisplayKind, signal: AbortSignal): Promise<Room> {
    if (kind === 'current') return currentRoom(this.#environment);
    let opening = this.#open.get(kind);
    if (!opening) {
      opening = this.#openRoom(kind);
      this.#open.set(kind, opening);
      opening.catch(() => this.#open.delete(kind));
    }
    const room = await abortable(opening, signal);
    if (room.intact) return room;
    // What runs there may go on; only the next launches get a new room.
    if (this.#open.get(kind) === opening) this.#open.delete(kind);
    return this.room(kind, signal);
  }

  async start(room: Room, command: string[], environment: Environment, cwd = process.cwd()): Promise<Application> {
    checkWorkingDirectory(cwd);
    const [program = '', ...args] = command;
    const resolved = [resolveCommand(program, environment, cwd), ...args];
    const application = await LocalApplication.start({
      command: room.kind === 'current' ? resolved : tiedToUs(resolved, this.#environment, 'KILL'),
      environment,
      cwd,
      folder: this.#runtimeFolder,
    });
    if (room.kind !== 'current') this.#endWithUs(application);
    return application;
  }

  async picture(room: Room, nativeId: number, signal: AbortSignal): Promise<Buffer> {
    if (room instanceof PrivateRoom) return room.picture(nativeId, signal);
    if (room.display === undefined) {
      throw displayUnavailable('There is no X display to take the picture from.', 'Launch with display "private".');
    }
    using display = await XDisplay.open(room.display, undefined, signal);
    return await display.picture(nativeId, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.#swept, ...this.#open.values()]);
    await Promise.all([...this.#applications].map((application) => application.stop()));
    await Promise.all([...this.#rooms].map((room) => room[Symbol.asyncDispose]()));
  }

  #endWithUs(application: LocalApplication): void {
    this.#applications.add(application);
    application.exited.then(async () => {
      const left = await application.processes();
      if (left.length === 0) this.#applications.delete(application);
    });
  }

  get #roomsFolder(): string {
    return path.join(this.#runtimeFolder, 'rooms');
  }

  async #openRoom(kind: 'private' | 'offscreen'): Promise<PrivateRoom> {
    await this.#swept;
    const room = await PrivateRoom.open(kind, this.#roomsFolder, this.#environment);
    this.#rooms.add(room);
    room.broken.then(() => {
      this.#open.delete(kind);
      // What cannot be cleared now is tried again when the desktop ends.
      return room[Symbol.asyncDispose]().then(
        () => this.#rooms.delete(room),
        () => undefined,
      );
    });
    return room;
  }
}

/** The caller's own session. Throws display_unavailable. */
function currentRoom(environment: Environment): Room {
  const { DISPLAY, WAYLAND_DISPLAY } = environment;
  if (!DISPLAY && !WAYLAND_DISPLAY) {
    throw displayUnavailable(
      'There is no current display: neither DISPLAY nor WAYLAND_DISPLAY is set for this server.',
      'Launch with display "private", or start the server from a terminal of the desktop session.',
    );
  }
  return { kind: 'current', display: DISPLAY || undefined, environment };
}

function complete(variables: NodeJS.ProcessEnv): Environment {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
