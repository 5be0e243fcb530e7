/** A process that we started, with all that it starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { argumentListTooLong, startFailed } from '../errors.js';
import type { Application, Environment, Exit } from '../ports.js';
import { OutputLog } from './output-log.js';
import { endProcesses, sessionMembers } from './processes.js';

const STOP_GRACE_MS = 2_000;

export interface StartOptions {
  /** Program (absolute path) and its arguments. */
  command: string[];
  environment: Environment;
  cwd: string;
  /** Where the output may be kept. */
  folder: string;
}

export class LocalApplication implements Application {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  #exit: Exit | undefined;
  /** Nothing of this launch lives: its session id may belong to others from now on. */
  #over = false;
  readonly #log: OutputLog;

  private constructor(pid: number, child: ChildProcess, log: OutputLog) {
    this.pid = pid;
    this.#log = log;
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#exit = { code, signal };
        this.#members();
        resolve(this.#exit);
      });
    });
    child.unref();
  }

  /** Starts it in a session of its own. Throws launch_failed, invalid_argument. */
  static async start(options: StartOptions): Promise<LocalApplication> {
    const log = new OutputLog(options.folder);
    const [program = '', ...args] = options.command;
    try {
      const child = spawn(program, args, {
        cwd: options.cwd,
        env: options.environment,
        stdio: ['ignore', log.fd, log.fd],
        detached: true,
      });
      await once(child, 'spawn');
      if (child.pid === undefined) throw new Error('it has no process id');
      return new LocalApplication(child.pid, child, log);
    } catch (error) {
      log[Symbol.dispose]();
      if (error instanceof Error && 'code' in error && error.code === 'E2BIG') throw tooLong(options);
      throw startFailed(program, error instanceof Error ? error : new Error(String(error)));
    }
  }

  get exit(): Exit | undefined {
    return this.#exit;
  }

  output(): string {
    return this.#log.tail();
  }

  async processes(): Promise<number[]> {
    return this.#members();
  }

  async stop(): Promise<void> {
    await endProcesses(() => this.processes(), STOP_GRACE_MS);
    if (this.#members().length === 0) await this.exited;
  }

  #members(): number[] {
    if (this.#over) return [];
    const members = sessionMembers(this.pid);
    if (members.length === 0 && this.#exit) {
      this.#over = true;
      this.#log[Symbol.dispose]();
    }
    return members;
  }
}

function tooLong({ command, environment }: StartOptions): Error {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const bytes = [...command, ...variables].map((text) => Buffer.byteLength(text) + 1);
  return argumentListTooLong(bytes.reduce((sum, size) => sum + size, 0));
}
