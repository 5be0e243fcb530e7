/** The folder in which every probe listens, as <pid>.sock. */
import { type FSWatcher, lstatSync, mkdirSync, readdirSync, rmSync, watch } from 'node:fs';
import path from 'node:path';
import { unsafeFolder } from '../server/errors.js';
import { isAlive } from './processes.js';

export class SocketFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  /** Makes the folder anew if somebody has removed it. Throws output_unavailable if it is another's by now. */
  make(): void {
    mkdirSync(this.path, { mode: 0o700, recursive: true });
    const found = lstatSync(this.path);
    if (found.isDirectory() && found.uid === process.geteuid?.()) return;
    throw unsafeFolder(this.path, 'is not ours any more', `Remove ${this.path}, then start the server again.`);
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
    return this.#entries().flatMap((name) => {
      const [, pid] = /^(\d+)\.sock$/.exec(name) ?? [];
      return pid === undefined ? [] : Number(pid);
    });
  }

  #entries(): string[] {
    try {
      return readdirSync(this.path);
    } catch {
      return []; // Removed or closed to us: nobody listens there.
    }
  }

  /** Calls back when something in the folder has changed, until it is closed. */
  watch(onChange: () => void): FSWatcher {
    // A watch that fails is only slower: whoever waits also looks by himself from time to time.
    return watch(this.path, { persistent: false }, onChange).on('error', () => {});
  }
}
