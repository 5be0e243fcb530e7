/** What a process prints: a file that never grows large, of which the end can be shown. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  type FSWatcher,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  unlinkSync,
  watch,
} from 'node:fs';
import path from 'node:path';

const MAX_BYTES = 512 * 1024;
const TAIL_BYTES = 4096;
const TAIL_LINES = 20;
const PAUSE_MS = 20;

export class OutputLog implements Disposable {
  /** For the process's stdout and stderr. A file and not a pipe, so that a process that outlives us can go on printing. */
  readonly fd: number;
  readonly #watcher: FSWatcher;
  #open = true;
  /** What the file ended with when it was last emptied. */
  #earlier = '';

  /** The file has no name in `folder` any more when this returns; it goes with its last user. */
  constructor(folder: string) {
    const file = path.join(folder, `${randomUUID()}.log`);
    // With O_APPEND the process goes on at the start after the file was emptied under it.
    this.fd = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND, 0o600);
    let paused = false;
    this.#watcher = watch(file, { persistent: false }, () => {
      // A process that prints without end shall not keep us busy.
      if (paused) return;
      paused = true;
      setTimeout(() => {
        paused = false;
        this.#trim();
      }, PAUSE_MS).unref();
    });
    this.#watcher.on('error', () => this.#watcher.close());
    unlinkSync(file);
  }

  /** The last lines, at most 4 KiB. */
  tail(): string {
    const text = this.#open ? this.#earlier + this.#end() : this.#earlier;
    return text.slice(-TAIL_BYTES).trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  }

  /** tail() keeps its value. */
  [Symbol.dispose](): void {
    if (!this.#open) return;
    this.#earlier = this.tail();
    this.#open = false;
    this.#watcher.close();
    closeSync(this.fd);
  }

  #trim(): void {
    if (!this.#open || fstatSync(this.fd).size <= MAX_BYTES) return;
    this.#earlier = this.#end();
    ftruncateSync(this.fd, 0);
  }

  #end(): string {
    const { size } = fstatSync(this.fd);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(this.fd, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8', 0, read);
  }
}
