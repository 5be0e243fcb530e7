/** One attached application: its link, its elements, its life. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SnapshotParams } from '../resources/snapshot.js';
import type { SnapshotStore } from '../resources/store.js';
import {
  type Access,
  type CallReport,
  callMethod,
  type ReadReport,
  readProperties,
  type WriteReport,
  writeProperty,
} from './access.js';
import { appExited, DeskprobeError, linkBroken, sessionDetached } from './errors.js';
import { type ElementQuery, type FoundElements, findElements } from './find.js';
import { Lock } from './lock.js';
import type { Application, BackendKind, Exit, Probe, ProbeTarget, Room } from './ports.js';
import type { ElementRegistry } from './registry.js';
import { type InlineLimits, type Screenshot, takeScreenshots } from './screenshot.js';
import { type Snapshot, type SnapshotMode, takeSnapshot } from './snapshot.js';
import type { Source } from './source.js';
import { shownWindows } from './windows.js';

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
  readonly registry: ElementRegistry;
  readonly #probe: Probe;
  readonly #store: SnapshotStore;
  /** Settles once it is known what became of an application whose link has ended. */
  readonly #ended: Promise<void>;
  #linked = true;
  #detached = false;
  /** Remembered, because another process may get its number. */
  #exited = false;

  /** `registry` is a new one, or that of an earlier link to the same probe. */
  constructor(
    backend: BackendKind,
    probe: Probe,
    launched: Launched | undefined,
    store: SnapshotStore,
    registry: ElementRegistry,
  ) {
    this.backend = backend;
    this.launched = launched;
    this.registry = registry;
    this.#probe = probe;
    this.#store = store;
    this.#ended = probe.closed.then(() => this.#findOutWhatHappened());
  }

  get target(): ProbeTarget {
    return this.#probe.target;
  }

  get state(): SessionState {
    if (this.#linked) return 'running';
    // The status of our own child comes a little after its end.
    const told = this.#ownProcess === undefined || this.exit !== undefined;
    this.#exited ||= told && this.#probe.hasEnded();
    return this.#exited ? 'exited' : 'disconnected';
  }

  /** How the application ended, where that is known. */
  get exit(): Exit | undefined {
    return this.#ownProcess?.exit;
  }

  /** Writes a snapshot. Throws what takeSnapshot does, and app_exited. */
  async snapshot(
    params: SnapshotParams,
    mode: SnapshotMode,
    signal: AbortSignal,
    progress: (elements: number) => void = () => undefined,
  ): Promise<Snapshot> {
    return this.#whileRunning(() => takeSnapshot(this.#source, params, mode, signal, progress));
  }

  /** Titles of the windows that are shown, once there is one. Throws app_exited, cancelled. */
  async shownWindows(signal: AbortSignal): Promise<string[]> {
    return this.#whileRunning(async () => {
      await this.#probe.waitForWindow(signal);
      return (await shownWindows(this.#probe, signal)).map(({ title }) => title);
    });
  }

  /** Throws what findElements does, and app_exited. */
  async find(query: ElementQuery, signal: AbortSignal): Promise<FoundElements> {
    return this.#whileRunning(() => findElements(this.#source, query, signal));
  }

  /** Throws what readProperties does, and app_exited. */
  async read(access: Access, names: string[], propDepth: number, signal: AbortSignal): Promise<ReadReport> {
    return this.#whileRunning(() => readProperties(this.#source, access, names, propDepth, signal));
  }

  /** Throws what writeProperty does, and app_exited. */
  async write(access: Access, name: string, value: unknown, signal: AbortSignal): Promise<WriteReport> {
    return this.#whileRunning(() => writeProperty(this.#source, access, name, value, signal));
  }

  /** Throws what callMethod does, and app_exited. */
  async call(access: Access, method: string, args: unknown[], signal: AbortSignal): Promise<CallReport> {
    return this.#whileRunning(() => callMethod(this.#source, access, method, args, signal));
  }

  /** Throws what takeScreenshots does, and app_exited. */
  async screenshot(
    elementId: number | undefined,
    inline: InlineLimits | undefined,
    signal: AbortSignal,
  ): Promise<Screenshot[]> {
    return this.#whileRunning(() => takeScreenshots(this.#source, elementId, inline, signal));
  }

  /** Ends the link, and with it what is under way; the application runs on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#detached = true;
    await this.#probe[Symbol.asyncDispose]();
  }

  get #source(): Source {
    return {
      sessionId: this.id,
      backend: this.backend,
      probe: this.#probe,
      registry: this.registry,
      store: this.#store,
    };
  }

  /** A link that breaks during the work is told as what it means: most often that the application has ended. */
  async #whileRunning<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#linked) throw await this.#unusable();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DeskprobeError && error.code === 'connection_lost')) throw error;
      throw await this.#unusable();
    }
  }

  /** Why there is nothing to work on any more. */
  async #unusable(): Promise<DeskprobeError> {
    if (this.#detached) return sessionDetached(this.id);
    await this.#ended;
    return this.state === 'exited' ? this.#exitedError() : linkBroken(this.target.name, this.target.pid);
  }

  async #findOutWhatHappened(): Promise<void> {
    this.#linked = false;
    // Nobody tells of the end of a process that is not our child.
    for (let waited = 0; waited < ENDING_MS && this.state === 'disconnected'; waited += ENDING_POLL_MS) {
      await delay(ENDING_POLL_MS, undefined, { ref: false });
    }
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
