/** A file of the store while it is being written: under a name of its own, within the store's quota. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';

/** The folder cannot take the snapshot; `cause` is the file system's error, if it was that. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Space that a file under way asks of the store. */
export interface Quota {
  /** Throws StoreError if there is no space and none can be made. */
  take(bytes: number): Promise<void>;
  giveBack(bytes: number): void;
  /** Removes something from the disk; false if nothing is left to remove. */
  free(): Promise<boolean>;
}

/** Names the process that writes it, so that what a killed one left can be told from work in progress. */
const DRAFT_NAME = /^\.draft-(\d+)-[0-9a-f-]+$/;

/** Few large writes cost less than one for each batch of elements. */
const WRITE_BYTES = 512 * 1024;

/** Disposing it before `keep` removes the file, also under its final name. */
export class DraftFile implements AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #quota: Quota;
  #file: string;
  #bytes = 0;
  /** Encoded and not yet written. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #open = true;
  #kept = false;

  private constructor(file: string, handle: FileHandle, quota: Quota) {
    this.#file = file;
    this.#handle = handle;
    this.#quota = quota;
  }

  /** Makes the folder, too, if need be. */
  static async create(folder: string, quota: Quota): Promise<DraftFile> {
    const file = path.join(folder, `.draft-${process.pid}-${randomUUID()}`);
    const create = async (): Promise<FileHandle> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return open(file, 'wx', 0o600);
    };
    // Evicting the last snapshot of a folder removes the folder, perhaps between these two calls.
    const handle = await create().catch((error: unknown) =>
      hasCode(error, 'ENOENT') ? create() : Promise.reject(error),
    );
    return new DraftFile(file, handle, quota);
  }

  /** Bytes written. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Throws what `flush` does. Text is encoded here and now: one that grows by many small pieces before it is costs the
   * garbage collector more than everything else in a snapshot.
   */
  async append(content: string | Buffer): Promise<void> {
    const data = typeof content === 'string' ? Buffer.from(content) : content;
    this.#pending.push(data);
    this.#pendingBytes += data.length;
    if (this.#pendingBytes >= WRITE_BYTES) await this.flush();
  }

  /** Throws StoreError where the quota ends, and what the file system throws; a full disk only once nothing can be removed. */
  async flush(): Promise<void> {
    const data = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#quota.take(data.length);
    const start = this.#bytes;
    this.#bytes += data.length;
    for (let done = 0; done < data.length; ) {
      try {
        done += (await this.#handle.write(data, done, data.length - done, start + done)).bytesWritten;
      } catch (error) {
        if (!isDiskFull(error) || !(await this.#quota.free())) throw error;
      }
    }
  }

  async moveTo(file: string): Promise<void> {
    this.#open = false;
    await this.#handle.close();
    await rename(this.#file, file);
    this.#file = file;
  }

  keep(): void {
    this.#kept = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#kept) return;
    this.#quota.giveBack(this.#bytes);
    if (this.#open) await this.#handle.close();
    await rm(this.#file, { force: true });
  }
}

/** Removes a draft of a process that no longer runs; true if `name` was one. */
export async function removeAbandonedDraft(folder: string, name: string): Promise<boolean> {
  const pid = Number(DRAFT_NAME.exec(name)?.[1] ?? 0);
  if (pid === 0 || isRunning(pid)) return false;
  // Another server may be clearing up as well.
  await unlink(path.join(folder, name)).catch(() => undefined);
  return true;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}

/** Whether it is the file system's error of that name. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
