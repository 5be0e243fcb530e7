/** A process that a private room needs, such as its X server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Environment } from '../ports.js';
import { OutputLog } from './output-log.js';
import { tiedToUs } from './programs.js';

/** File descriptor on which a service says that it is ready; the service is told of it by its arguments. */
export const READY_FD = 3;

export class Service implements Disposable {
  /** Settles when it has ended. Never rejects. */
  readonly exited: Promise<void>;
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #log: OutputLog;

  constructor(command: string[], environment: Environment, folder: string) {
    this.#name = command[0] ?? '';
    this.#log = new OutputLog(folder);
    // Told in time, an X server removes its socket, and the accessibility bus ends its own children.
    const [program = '', ...args] = tiedToUs(command, environment, 'TERM');
    const { fd } = this.#log;
    this.#child = spawn(program, args, {
      env: environment,
      cwd: '/',
      stdio: ['ignore', fd, fd, 'pipe'],
      detached: true,
    });
    this.exited = new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.once('error', () => resolve());
    });
    this.#child.unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Settles once it has written a whole line to READY_FD. Throws if it ends instead. */
  async ready(signal: AbortSignal): Promise<void> {
    const pipe = this.#child.stdio[READY_FD] as Readable; // 'pipe' above makes it one.
    // Xvfb writes the line in two pieces, and dies if nobody takes the second.
    const lines = createInterface(pipe);
    await Promise.race([once(lines, 'line', { signal }), this.failure()]);
    pipe.destroy();
  }

  /** Rejects with what it printed when it ends. */
  async failure(): Promise<never> {
    await this.exited;
    throw new Error(`${this.#name} ended: ${this.#log.tail() || 'it printed nothing'}`);
  }

  [Symbol.dispose](): void {
    this.#log[Symbol.dispose]();
  }
}
