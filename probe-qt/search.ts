/** Looks for the probe of one launch among the sockets that appear. */
import type { FSWatcher } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Application } from '../server/ports.js';
import { ProbeConnection } from './connection.js';
import type { SocketFolder } from './sockets.js';

const RETRY_MS = 10;

export class ProbeSearch implements Disposable {
  /** Settles with the first probe that greets with the launch's token. */
  readonly found: Promise<ProbeConnection>;
  /** What `found` has settled with. */
  connection: ProbeConnection | undefined;
  #onFound: (connection: ProbeConnection) => void = () => {};
  readonly #token: string;
  readonly #sockets: SocketFolder;
  readonly #watcher: FSWatcher;
  readonly #over = new AbortController();
  /** Processes that need no look: they were there before the launch, or have been tried. */
  readonly #seen: Set<number>;
  readonly #failed = new Map<number, unknown>();

  constructor(token: string, sockets: SocketFolder) {
    this.#token = token;
    this.#sockets = sockets;
    this.#seen = new Set(sockets.pids());
    this.#watcher = sockets.watch(() => this.look());
    this.found = new Promise((resolve) => {
      this.#onFound = resolve;
    });
  }

  /** Tries the sockets that have appeared since; those of other launches do not hold it up. */
  look(): void {
    for (const pid of this.#sockets.pids()) {
      if (this.#seen.has(pid)) continue;
      this.#seen.add(pid);
      void this.#try(pid);
    }
  }

  /** What went wrong between us and a probe of this application. */
  async failure(application: Application): Promise<unknown> {
    if (this.#failed.size === 0) return undefined;
    const own = (await application.processes()).find((pid) => this.#failed.has(pid));
    return own === undefined ? undefined : this.#failed.get(own);
  }

  [Symbol.dispose](): void {
    this.#watcher.close();
    this.#over.abort();
  }

  async #try(pid: number): Promise<void> {
    try {
      let connection: ProbeConnection | undefined;
      while (!connection && this.#sockets.has(pid)) {
        connection = await ProbeConnection.open(this.#sockets.file(pid), `process ${pid}`, this.#over.signal);
        // A socket that is bound but not listened on yet; no event tells when it is.
        if (!connection) await delay(RETRY_MS, undefined, { signal: this.#over.signal });
      }
      if (connection?.hello.launch !== this.#token || this.#over.signal.aborted) return connection?.close();
      this.connection = connection;
      this.#onFound(connection);
      this[Symbol.dispose]();
    } catch (error) {
      this.#failed.set(pid, error);
    }
  }
}
