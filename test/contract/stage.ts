/** Where the contract is held: every platform, with a backend's adapter and applications that tell about themselves. */
import { mkdirSync } from 'node:fs';
import { LinuxDesktop } from '../../server/desktop/desktop.js';
import type {
  Adapter,
  CaptureParams,
  DisplayKind,
  Found,
  Probe,
  ProbeNode,
  ProbeWindow,
  Query,
} from '../../server/ports.js';
import { Control } from '../harness/control.js';
import { WaylandDesktop } from '../harness/displays.js';
import { isRunning } from '../harness/processes.js';
import { Sandbox } from '../harness/sandbox.js';
import { until } from '../harness/wait.js';

export const platforms = ['Xvfb with openbox', 'offscreen', 'headless sway'] as const;
export type Platform = (typeof platforms)[number];

/** How a backend is made, given the folder of its sockets. */
export type Backend = (socketFolder: string) => Adapter;

const rooms: Record<Platform, DisplayKind> = {
  'Xvfb with openbox': 'private',
  offscreen: 'offscreen',
  'headless sway': 'current',
};

function deadline(): AbortSignal {
  return AbortSignal.timeout(20_000);
}

/** A platform with a backend on it. Disposing it ends all that runs there and checks that nothing is left. */
export class Stage implements AsyncDisposable {
  readonly #sandbox: Sandbox;
  readonly #desktop: LinuxDesktop;
  readonly #adapter: Adapter;
  readonly #room: DisplayKind;
  readonly #wayland: WaylandDesktop | undefined;
  readonly #applications: Specimen[] = [];

  private constructor(sandbox: Sandbox, platform: Platform, open: Backend, wayland: WaylandDesktop | undefined) {
    this.#sandbox = sandbox;
    this.#room = rooms[platform];
    this.#wayland = wayland;
    this.#desktop = new LinuxDesktop({
      runtimeFolder: sandbox.sockets,
      environment: { ...process.env, ...sandbox.environment, ...wayland?.environment },
    });
    this.#adapter = open(sandbox.sockets);
  }

  static async open(platform: Platform, open: Backend): Promise<Stage> {
    const sandbox = new Sandbox();
    mkdirSync(sandbox.sockets, { mode: 0o700 });
    const wayland = platform === 'headless sway' ? await WaylandDesktop.start(sandbox) : undefined;
    return new Stage(sandbox, platform, open, wayland);
  }

  /** Launches an application and waits for its window. */
  async launch(command: string[]): Promise<Specimen> {
    const control = this.#sandbox.path(`control-${this.#applications.length}`);
    const whole = [...command, '--control', control];
    const room = await this.#desktop.room(this.#room, deadline());
    const launchable = {
      command: whole,
      // Qt Quick paints without OpenGL, which not every platform here has.
      environment: { ...room.environment, QT_QUICK_BACKEND: 'software' },
      start: (environment: Record<string, string>) => this.#desktop.start(room, whole, environment, undefined),
    };
    const probe = await this.#adapter.launch(launchable, deadline());
    const specimen = new Specimen(probe, await Control.connect(control));
    this.#applications.push(specimen);
    await probe.waitForWindow(deadline());
    return specimen;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const application of this.#applications) await application[Symbol.asyncDispose]();
    await this.#desktop[Symbol.asyncDispose]();
    await this.#adapter[Symbol.asyncDispose]();
    await this.#wayland?.[Symbol.asyncDispose]();
    await this.#sandbox.expectEmpty();
    this.#sandbox.remove();
  }
}

/** What was captured at one moment. */
export interface Captured {
  windows: ProbeWindow[];
  nodes: ProbeNode[];
}

/** An application on a stage: the backend's probe in it, and our own line to it. */
export class Specimen implements AsyncDisposable {
  readonly probe: Probe;
  readonly #control: Control;

  constructor(probe: Probe, control: Control) {
    this.probe = probe;
    this.#control = control;
  }

  ask(command: string): Promise<string> {
    return this.#control.ask(command);
  }

  async capture(params: Partial<CaptureParams> = {}): Promise<Captured> {
    const whole: CaptureParams = {
      detail: 'extended',
      includeHidden: false,
      maxDepth: -1,
      propDepth: 1,
      root: undefined,
      ...params,
    };
    const captured: Captured = { windows: [], nodes: [] };
    for await (const event of this.probe.capture(whole, deadline())) {
      if (event.kind === 'windows') captured.windows.push(...event.windows);
      if (event.kind === 'nodes') captured.nodes.push(...event.nodes);
    }
    return captured;
  }

  /** Captures until `wanted` is there and nothing comes, goes or moves any more. */
  async captureAtRest(wanted: (captured: Captured) => boolean, timeout?: number): Promise<Captured> {
    let last = '';
    const isAtRest = (captured: Captured): boolean => {
      const places = JSON.stringify(captured.nodes.map(({ handle, rect }) => [handle, rect]));
      const rests = places === last;
      last = places;
      return rests && wanted(captured);
    };
    return this.captureWith('all of it, at rest', isAtRest, timeout);
  }

  /** Opens something; again if it was dismissed, as compositors may do with a popup that follows another at once. */
  async captureOpened(command: string, wanted: (captured: Captured) => boolean): Promise<Captured> {
    await this.ask(command);
    return this.captureAtRest(wanted, 3000).catch(async () => {
      await this.ask(command);
      return this.captureAtRest(wanted);
    });
  }

  /** Captures until `wanted` is there: what was just opened takes its time on some platforms. */
  captureWith(what: string, wanted: (captured: Captured) => boolean, timeout?: number): Promise<Captured> {
    const look = async (): Promise<Captured | false> => {
      const captured = await this.capture();
      return wanted(captured) && captured;
    };
    return until(what, look, timeout);
  }

  find(steps: Query['steps'], query: Partial<Query> = {}): Promise<Found> {
    const whole: Query = {
      steps,
      root: undefined,
      window: undefined,
      windowTitle: undefined,
      windowTitleContains: undefined,
      depth: -1,
      limit: 50,
      includeHidden: false,
      detail: 'extended',
      ...query,
    };
    return this.probe.find(whole, deadline());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#control[Symbol.asyncDispose]();
    const { pid } = this.probe.target;
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    await until('what it left to be cleared away', () => this.probe.hasEnded());
    await this.probe[Symbol.asyncDispose]();
  }
}
