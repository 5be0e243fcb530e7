/** Displays that a test brings along, for launches on "current". */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Sandbox } from './sandbox.js';
import { until } from './wait.js';

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

/** A headless sway: somebody's Wayland desktop. Its socket is in the sandbox's runtime folder. */
export class WaylandDesktop implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly environment: Record<string, string>;

  private constructor(child: ChildProcess, socket: string) {
    this.#child = child;
    this.environment = { WAYLAND_DISPLAY: socket, QT_QPA_PLATFORM: 'wayland' };
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
    const socket = await until('a Wayland socket', () => {
      const name = readdirSync(folder).find((file) => /^wayland-\d+$/.test(file));
      return name !== undefined && existsSync(join(folder, name)) && join(folder, name);
    });
    return new WaylandDesktop(child, socket);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await end(this.#child);
  }
}
