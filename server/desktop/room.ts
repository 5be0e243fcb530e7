/** A private place for applications: own home and buses, and an own X display unless it is for offscreen work. */
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DeskprobeError, displayUnavailable } from '../errors.js';
import type { Environment, Room } from '../ports.js';
import { atSpiLauncher, requireProgram } from './programs.js';
import { clearRoom, isFreeDisplay, ownRoomFolder, type RoomFolder } from './room-folder.js';
import { RoomGuard } from './room-guard.js';
import { READY_FD, Service } from './service.js';
import { XDisplay } from './x11-display.js';

const SCREEN = '1920x1080x24';
const START_MS = 10_000;

/** What of the user's own session would lead an application out of the room. */
const FOREIGN = [
  'DISPLAY',
  'XAUTHORITY',
  'GDK_BACKEND',
  'WAYLAND_DISPLAY',
  'SESSION_MANAGER',
  'AT_SPI_BUS_ADDRESS',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
];

export class PrivateRoom implements Room, AsyncDisposable {
  readonly kind: 'private' | 'offscreen';
  readonly display: string | undefined;
  readonly environment: Environment;
  /** Settles when the room is of no use any more. Never rejects. */
  readonly broken: Promise<void>;
  #onBroken = () => {};
  readonly #folder: RoomFolder;
  readonly #services: Service[] = [];
  readonly #guard: RoomGuard;
  #x: XDisplay | undefined;

  private constructor(kind: 'private' | 'offscreen', folder: RoomFolder, base: Environment) {
    this.kind = kind;
    this.display = folder.display === undefined ? undefined : `:${folder.display}`;
    this.environment = roomEnvironment(folder, this.display, base);
    this.broken = new Promise((resolve) => {
      this.#onBroken = resolve;
    });
    this.#folder = folder;
    this.#guard = new RoomGuard(folder.run);
  }

  /** Settles when its window manager is ready. `rooms` is the folder of all rooms. Throws display_unavailable. */
  static async open(kind: 'private' | 'offscreen', rooms: string, base: Environment): Promise<PrivateRoom> {
    const folder = ownRoomFolder(rooms, kind === 'private' ? freeDisplay() : undefined);
    const room = new PrivateRoom(kind, folder, base);
    const deadline = AbortSignal.timeout(START_MS);
    try {
      await room.#furnish(deadline);
      return room;
    } catch (error) {
      await room[Symbol.asyncDispose]();
      if (error instanceof DeskprobeError && error.code === 'display_unavailable') throw error;
      const late = `it was not ready within ${START_MS / 1000} s`;
      throw displayUnavailable(
        `The ${kind} display did not come up: ${deadline.aborted || !(error instanceof Error) ? late : error.message}.`,
        'Run "deskprobe doctor" to see what is missing.',
        error,
      );
    }
  }

  /** False if somebody has removed its folder, and with it the way to its buses. */
  get intact(): boolean {
    return existsSync(this.#folder.run);
  }

  /** PNG of a window. Throws display_unavailable. */
  async picture(window: number, signal: AbortSignal): Promise<Buffer> {
    if (this.#x) return this.#x.picture(window, signal);
    throw displayUnavailable('The offscreen platform has no pictures of windows.', 'Launch with display "private".');
  }

  /** Ends all that runs here and removes the room. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#x?.[Symbol.dispose]();
    await clearRoom(
      this.#folder,
      this.#services.flatMap((service) => service.pid ?? []),
    );
    for (const service of this.#services) service[Symbol.dispose]();
    await this.#guard[Symbol.asyncDispose]();
  }

  async #furnish(signal: AbortSignal): Promise<void> {
    const { path: folder, home, run, tmp } = this.#folder;
    await mkdir(folder, { mode: 0o700, recursive: true });
    await Promise.all([home, run, tmp].map((place) => mkdir(place, { mode: 0o700 })));
    const launcher = atSpiLauncher();
    const vital = await Promise.all([this.#openBus(signal), this.#openDisplay(signal)]);
    if (launcher !== undefined) this.#serve([launcher, '--launch-immediately']);
    for (const service of vital) service?.exited.then(() => this.#onBroken());
  }

  async #openBus(signal: AbortSignal): Promise<Service> {
    const address = this.environment.DBUS_SESSION_BUS_ADDRESS;
    const program = requireProgram('dbus-daemon', this.environment);
    const options = ['--session', '--nofork', '--nopidfile', `--address=${address}`, `--print-address=${READY_FD}`];
    const bus = this.#serve([program, ...options]);
    await bus.ready(signal);
    return bus;
  }

  async #openDisplay(signal: AbortSignal): Promise<Service | undefined> {
    if (this.display === undefined) return undefined;
    const { xauthority } = this.#folder;
    const program = requireProgram('Xvfb', this.environment);
    const manager = requireProgram('openbox', this.environment);
    const cookie = randomBytes(16);
    await writeFile(xauthority, xauthorityEntry(cookie), { mode: 0o600 });
    const access = ['-nolisten', 'tcp', '-auth', xauthority];
    const screen = ['-noreset', '-screen', '0', SCREEN];
    const server = this.#serve([program, this.display, '-displayfd', String(READY_FD), ...access, ...screen]);
    await server.ready(signal);
    const openbox = this.#serve([manager, '--sm-disable']);
    this.#x = await XDisplay.open(this.display, cookie, signal);
    await this.#x.keepPictures(signal);
    await Promise.race([this.#x.windowManager(signal), openbox.failure()]);
    return server;
  }

  #serve(command: string[]): Service {
    const service = new Service(command, this.environment, this.#folder.path);
    this.#services.push(service);
    return service;
  }
}

function roomEnvironment(folder: RoomFolder, display: string | undefined, base: Environment): Environment {
  const own = Object.entries(base).filter(([name]) => !FOREIGN.includes(name));
  return {
    ...Object.fromEntries(own),
    HOME: folder.home,
    XDG_RUNTIME_DIR: folder.run,
    TMPDIR: folder.tmp,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${path.join(folder.run, 'bus')}`,
    GSETTINGS_BACKEND: 'memory',
    // GTK 4 without a GPU redraws so slowly that it never gets round to anything else.
    GSK_RENDERER: 'cairo',
    ...(display === undefined
      ? { QT_QPA_PLATFORM: 'offscreen' }
      : { DISPLAY: display, XAUTHORITY: folder.xauthority, QT_QPA_PLATFORM: 'xcb', GDK_BACKEND: 'x11' }),
  };
}

function freeDisplay(): number {
  // Far above the numbers that logins and other tools take.
  for (;;) {
    const display = randomInt(20_000, 60_000);
    if (isFreeDisplay(display)) return display;
  }
}

/** An Xauthority file that holds for every display: family 'wild', then address, number, name and data, each counted. */
function xauthorityEntry(cookie: Buffer): Buffer {
  const fields = [Buffer.alloc(0), Buffer.alloc(0), Buffer.from('MIT-MAGIC-COOKIE-1'), cookie];
  const counted = fields.flatMap((field) => [Buffer.of(field.length >> 8, field.length & 0xff), field]);
  return Buffer.concat([Buffer.of(0xff, 0xff), ...counted]);
}
