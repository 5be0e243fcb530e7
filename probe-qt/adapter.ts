/** The Qt backend: sees inside Qt applications that carry our probe. */
import { probeUnavailable, processNotFound } from '../server/errors.js';
import type { Adapter, Check, Launchable, Probe, Target } from '../server/ports.js';
import { ProbeConnection } from './connection.js';
import { launchWithProbe } from './launch.js';
import { ProbeLibrary } from './library.js';
import { noAnswer, obstacleOf } from './obstacles.js';
import { QtProbe } from './probe.js';
import { allProcesses, executable, isAlive, mappedFiles, processName, qtUse } from './processes.js';
import { SocketFolder } from './sockets.js';

export interface QtAdapterOptions {
  /** Folder of our own, 0700, in which probes listen. */
  socketFolder: string;
  /** Folder of the built probe; the one of this package by default. */
  probeFolder?: string;
}

export class QtAdapter implements Adapter {
  readonly kind = 'qt';
  readonly #sockets: SocketFolder;
  readonly #library: ProbeLibrary;

  constructor(options: QtAdapterOptions) {
    this.#sockets = new SocketFolder(options.socketFolder);
    this.#library = new ProbeLibrary(options.probeFolder);
    this.#sockets.sweep();
  }

  async checks(): Promise<Check[]> {
    return this.#library.checks();
  }

  async list(signal: AbortSignal): Promise<Target[]> {
    const listening = new Set(this.#sockets.pids());
    const targets = await Promise.all(allProcesses().map((pid) => this.#target(pid, listening.has(pid))));
    signal.throwIfAborted();
    return targets.filter((target) => target !== undefined);
  }

  async attach(pid: number, signal: AbortSignal): Promise<Probe> {
    const connection = this.#sockets.has(pid)
      ? await ProbeConnection.open(this.#sockets.file(pid), `process ${pid}`, signal)
      : undefined;
    if (connection) return new QtProbe(connection, this.#sockets);
    if (!isAlive(pid)) {
      this.#sockets.remove(pid);
      throw processNotFound(pid);
    }
    const { reason, message, hint } = (await obstacleOf(pid, this.#library)) ?? noAnswer(pid);
    throw probeUnavailable(reason, pid, message, hint);
  }

  async launch(launchable: Launchable, signal: AbortSignal): Promise<Probe> {
    return new QtProbe(await launchWithProbe(launchable, this.#library, this.#sockets, signal), this.#sockets);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#sockets.sweep();
  }

  async #target(pid: number, listening: boolean): Promise<Target | undefined> {
    const qt = qtUse((await mappedFiles(pid)) ?? []);
    if (!qt) return undefined;
    const obstacle = listening ? undefined : ((await obstacleOf(pid, this.#library)) ?? noAnswer(pid));
    return {
      pid,
      name: await processName(pid),
      executable: await executable(pid),
      qtVersion: qt.version,
      modules: qt.modules,
      probe: listening ? 'listening' : 'absent',
      remedy: obstacle && `${obstacle.message} ${obstacle.hint}`,
    };
  }
}
