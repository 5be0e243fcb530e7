/** Displays that a test brings along, for launches on "current". */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Sandbox } from './sandbox.js';
import { until } from './wait.js';

const run = promisify(execFile);

/** Name of the file that matches, waited for. */
function fileIn(folder: string, pattern: RegExp): Promise<string> {
  return until(`${pattern} in ${folder}`, () => readdirSync(folder).find((file) => pattern.test(file)));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** An X server with a window manager on it: somebody's desktop. */
export class XDesktop implements AsyncDisposable {
  readonly #children: ChildProcess[];
  readonly environment: Record<string, string>;

  private constructor(display: string, children: ChildProcess[]) {
    this.environment = { DISPLAY: display };
    this.#children = children;
  }

  static async start(): Promise<XDesktop> {
    const number = 2000 + (process.pid % 5000);
    const server = spawn('Xvfb', [`:${number}`, '-displayfd', '3', '-screen', '0', '1280x1024x24', '-noreset'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    await once(server.stdio[3] as Readable, 'data'); // a pipe, as asked for above
    const display = `:${number}`;
    const manager = spawn('openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } });
    return new XDesktop(display, [manager, server]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) await end(child);
  }
}

/** A headless sway: somebody's Wayland desktop. Its sockets are in the sandbox. */
export class WaylandDesktop implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly environment: Record<string, string>;

  private constructor(child: ChildProcess, folder: string, socket: string) {
    this.#child = child;
    this.#folder = folder;
    this.environment = { WAYLAND_DISPLAY: join(folder, socket), QT_QPA_PLATFORM: 'wayland' };
  }

  static async start(sandbox: Sandbox): Promise<WaylandDesktop> {
    const folder = sandbox.path('sway');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const config = join(folder, 'config');
    writeFileSync(
      config,
      'output * resolution 1280x1024\nfor_window [title=".*"] floating enable, move position 200 150\n',
    );
    // sway refuses to run as root, and a user namespace makes anybody else of us.
    const child = spawn('unshare', ['-U', '--map-user=1000', '--map-group=1000', 'sway', '-c', config], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        XDG_RUNTIME_DIR: folder,
        WLR_BACKENDS: 'headless',
        WLR_LIBINPUT_NO_DEVICES: '1',
        WLR_RENDERER: 'pixman',
      },
    });
    const socket = await fileIn(folder, /^wayland-\d+$/);
    return new WaylandDesktop(child, folder, socket);
  }

  /** Has the compositor do something, or tell something: swaymsg's answer. Throws what sway objects to. */
  async sway(...command: string[]): Promise<string> {
    const socket = join(this.#folder, await fileIn(this.#folder, /^sway-ipc\..*\.sock$/));
    const { stdout } = await run('swaymsg', ['--socket', socket, '--raw', ...command], { timeout: 10_000 });
    return stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await end(this.#child);
  }
}
