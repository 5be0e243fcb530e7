/** One attached application: its link, its elements, its life. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { SnapshotParams } from '../resources/snapshot.js';
import type { SnapshotStore } from '../resources/store.js';
import { appExited, connectionLost, DeskprobeError } from './errors.js';
import { Lock } from './lock.js';
import type { Application, BackendKind, Exit, Probe, ProbeTarget, Room } from './ports.js';
import { ElementRegistry } from './registry.js';
import { type Snapshot, type SnapshotMode, takeSnapshot } from './snapshot.js';

/** 'disconnected': the link has broken, but the process runs. */
export type SessionState = 'running' | 'exited' | 'disconnected';

/** What we know of an application that this server started. */
export interface Launched {
  application: Application;
  room: Room;
}

/** A process that has closed its link is given this long to end before it counts as running. */
const ENDING_MS = 1_500;
const ENDING_POLL_MS = 50;

export class Session implements AsyncDisposable {
  readonly id = `qt-${randomBytes(4).toString('hex')}`;
  readonly backend: BackendKind;
  /** Undefined: this server did not start the application. */
  readonly launched: Launched | undefined;
  /** One call at a time works on a session. */
  readonly lock = new Lock();
  readonly #probe: Probe;
  readonly #store: SnapshotStore;
  readonly #registry = new ElementRegistry();
  /** Settles once it is known what became of an application whose link has ended. */
  readonly #ended: Promise<void>;
  #state: SessionState = 'running';

  constructor(backend: BackendKind, probe: Probe, launched: Launched | undefined, store: SnapshotStore) {
    this.backend = backend;
    this.launched = launched;
    this.#probe = probe;
    this.#store = store;
    this.#ended = probe.closed.then(() => this.#findOutWhatHappened());
  }

  get target(): ProbeTarget {
    return this.#probe.target;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** How the application ended, where that is known. */
  get exit(): Exit | undefined {
    return this.#ownProcess?.exit;
  }

  /** Throws app_exited or connection_lost if there is nothing to work on any more. */
  ensureRunning(): void {
    if (this.#state === 'exited') throw this.#exitedError();
    if (this.#state === 'disconnected') throw connectionLost(this.target.name);
  }

  /** Writes a snapshot. Throws what takeSnapshot does, and app_exited. */
  async snapshot(
    params: SnapshotParams,
    mode: SnapshotMode,
    signal: AbortSignal,
    progress: (elements: number) => void = () => undefined,
  ): Promise<Snapshot> {
    const source = {
      sessionId: this.id,
      backend: this.backend,
      probe: this.#probe,
      registry: this.#registry,
      store: this.#store,
    };
    return this.#whileRunning(() => takeSnapshot(source, params, mode, signal, progress));
  }

  /** Titles of the windows that are shown, once there is one. Throws app_exited, cancelled. */
  async shownWindows(signal: AbortSignal): Promise<string[]> {
    return this.#whileRunning(async () => {
      await this.#probe.waitForWindow(signal);
      const roots = { detail: 'core', includeHidden: false, maxDepth: 0, propDepth: 0, root: undefined } as const;
      const titles: string[] = [];
      for await (const event of this.#probe.capture(roots, signal)) {
        if (event.kind === 'windows')
          titles.push(...event.windows.filter((window) => window.visible).map(({ title }) => title));
      }
      return titles;
    });
  }

  /** Ends the link; the application runs on. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#probe[Symbol.asyncDispose]();
  }

  /** A link that breaks during the work is told as what it means: most often that the application has ended. */
  async #whileRunning<T>(work: () => Promise<T>): Promise<T> {
    this.ensureRunning();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DeskprobeError && error.code === 'connection_lost')) throw error;
      await this.#ended;
      throw this.#state === 'exited' ? this.#exitedError() : error;
    }
  }

  async #findOutWhatHappened(): Promise<void> {
    const own = this.#ownProcess;
    if (own !== undefined) await Promise.race([own.exited, delay(ENDING_MS, undefined, { ref: false })]);
    // Nobody tells of the end of a process that is not our child.
    for (let waited = 0; waited < ENDING_MS && (await isRunning(this.target.pid)); waited += ENDING_POLL_MS) {
      await delay(ENDING_POLL_MS, undefined, { ref: false });
    }
    this.#state = (await isRunning(this.target.pid)) ? 'disconnected' : 'exited';
  }

  /** Undefined for an application that was attached or that a wrapper started: we do not get its status. */
  get #ownProcess(): Application | undefined {
    const application = this.launched?.application;
    return application?.pid === this.target.pid ? application : undefined;
  }

  #exitedError(): DeskprobeError {
    return appExited(
      this.target.pid,
      describeExit(this.exit),
      this.exit ?? { code: null, signal: null },
      'Start it again with qt_launch.',
      this.launched?.application.output() ?? '',
    );
  }
}

/** Reads as in "the application exited with status 1". */
export function describeExit(exit: Exit | undefined): string {
  if (exit === undefined) return 'has ended; its exit status is not known here';
  if (exit.signal !== null) return `was ended by ${exit.signal}`;
  return `exited with status ${exit.code}`;
}

/** A zombie has ended: only its parent has not heard of it. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (status === undefined) return false;
  const state = status.charAt(status.lastIndexOf(')') + 2);
  return state !== 'Z' && state !== 'X';
}
