/** The folder in which every probe listens, as <pid>.sock. */
import { type FSWatcher, lstatSync, readdirSync, rmSync, watch } from 'node:fs';
import path from 'node:path';
import { isAlive } from './processes.js';

export class SocketFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  file(pid: number): string {
    return path.join(this.path, `${pid}.sock`);
  }

  /** True if the process has a socket here that nobody else can have put there. */
  has(pid: number): boolean {
    const found = lstatSync(this.file(pid), { throwIfNoEntry: false });
    const uid = process.geteuid?.();
    return found?.isSocket() === true && (found.uid === uid || uid === 0);
  }

  /** Processes that have a socket here. */
  pids(): number[] {
    return this.#names().filter((pid) => this.has(pid) && isAlive(pid));
  }

  /** Removes what dead processes have left: a killed one has no time to. */
  sweep(): void {
    for (const pid of this.#names()) if (!isAlive(pid)) this.remove(pid);
  }

  remove(pid: number): void {
    rmSync(this.file(pid), { force: true });
  }

  #names(): number[] {
    return readdirSync(this.path).flatMap((name) => {
      const [, pid] = /^(\d+)\.sock$/.exec(name) ?? [];
      return pid === undefined ? [] : Number(pid);
    });
  }

  /** Calls back when something in the folder has changed, until it is closed. */
  watch(onChange: () => void): FSWatcher {
    return watch(this.path, { persistent: false }, onChange);
  }
}
