/** All sessions of this server: how they begin and end. */
import type { SnapshotStore } from '../resources/store.js';
import { DeskprobeError, unknownSession } from './errors.js';
import type { Adapter, Application, BackendKind, Desktop, DisplayKind, Environment, Probe, Target } from './ports.js';
import { ElementRegistry } from './registry.js';
import { type Launched, Session } from './session.js';

export interface LaunchOptions {
  /** Program and arguments. */
  command: string[];
  /** Laid over the room's environment. */
  env: Environment;
  cwd: string | undefined;
  display: DisplayKind;
}

/** Ended sessions are remembered, to say what became of them; this many. */
const MAX_ENDED = 50;

export class Sessions implements AsyncDisposable {
  /** In order of preference. */
  readonly #adapters: Adapter[];
  readonly #desktop: Desktop;
  readonly #store: SnapshotStore;
  readonly #sessions = new Map<string, Session>();

  constructor(adapters: Adapter[], desktop: Desktop, store: SnapshotStore) {
    this.#adapters = adapters;
    this.#desktop = desktop;
    this.#store = store;
  }

  /** Oldest first; ended ones included. */
  list(): Session[] {
    return [...this.#sessions.values()];
  }

  /** Throws unknown_session. */
  get(id: string): Session {
    const session = this.#sessions.get(id);
    if (session === undefined) throw unknownSession(id);
    return session;
  }

  /** Running applications that some backend can name. */
  async applications(signal: AbortSignal): Promise<Target[]> {
    return (await Promise.all(this.#adapters.map((adapter) => adapter.list(signal)))).flat();
  }

  /** Starts an application and opens a session on it. Throws what the desktop and the backend throw. */
  async launch(options: LaunchOptions, signal: AbortSignal, progress: (stage: string) => void): Promise<Session> {
    const [adapter] = this.#adapters;
    if (adapter === undefined) throw new Error('there is no backend to launch with');
    progress('making the display ready');
    const room = await this.#desktop.room(options.display, signal);
    progress('starting the application');
    const started: { application?: Application } = {};
    const probe = await adapter.launch(
      {
        command: options.command,
        environment: { ...room.environment, ...options.env },
        start: async (environment) => {
          started.application = await this.#desktop.start(room, options.command, environment, options.cwd);
          return started.application;
        },
      },
      signal,
    );
    const { application } = started;
    return this.#open(adapter.kind, probe, application && { application, room });
  }

  /** Opens a session on a running application, or answers the one that there is. Throws process_not_found, probe_unavailable. */
  async attach(pid: number, signal: AbortSignal): Promise<Session> {
    const existing = this.#runningOn(pid);
    if (existing !== undefined) return existing;
    const { kind, probe } = await this.#attachProbe(pid, signal);
    const meanwhile = this.#runningOn(pid);
    if (meanwhile === undefined) return this.#open(kind, probe, undefined);
    await probe[Symbol.asyncDispose]();
    return meanwhile;
  }

  /** Ends a session, also while a call works on it, and leaves its application running. Throws unknown_session. */
  async detach(id: string): Promise<Session> {
    const session = this.get(id);
    this.#sessions.delete(id);
    await session[Symbol.asyncDispose]();
    return session;
  }

  /** Ends a session and the application that was launched for it. Throws unknown_session. */
  async abandon(id: string): Promise<void> {
    const { launched } = await this.detach(id);
    await launched?.application.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.list().map((session) => session[Symbol.asyncDispose]()));
    this.#sessions.clear();
  }

  #runningOn(pid: number): Session | undefined {
    return this.list().find((session) => session.target.pid === pid && session.state === 'running');
  }

  /** The first backend that can; the first one's reason if none can. */
  async #attachProbe(pid: number, signal: AbortSignal): Promise<{ kind: BackendKind; probe: Probe }> {
    let reason: unknown;
    for (const adapter of this.#adapters) {
      try {
        return { kind: adapter.kind, probe: await adapter.attach(pid, signal) };
      } catch (error) {
        if (!(error instanceof DeskprobeError && error.code === 'probe_unavailable')) throw error;
        reason ??= error;
      }
    }
    throw reason;
  }

  #open(kind: BackendKind, probe: Probe, launched: Launched | undefined): Session {
    // After a broken link, elements keep their numbers, and how the application was launched stays known.
    const before = this.list().find(({ target }) => target.instance === probe.target.instance);
    const session = new Session(
      kind,
      probe,
      launched ?? before?.launched,
      this.#store,
      before?.registry ?? new ElementRegistry(),
    );
    this.#sessions.set(session.id, session);
    const ended = this.list().filter(({ state }) => state !== 'running');
    for (const old of ended.slice(0, -MAX_ENDED)) this.#sessions.delete(old.id);
    return session;
  }
}
