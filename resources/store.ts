/** The folder of snapshot files: atomic, capped in size and number, the oldest evicted first. */
import { EventEmitter } from 'node:events';
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { DraftFile, type Quota, removeAbandonedDraft, StoreError } from './draft.js';
import { snapshotUri } from './uri.js';

/** A snapshot on disk: the same tree as JSON and as an outline. */
export interface StoredSnapshot {
  sessionId: string;
  /** N of snapshot_N; counts up in a session. */
  number: number;
  /** Of the JSON file; the outline's ends in .txt. */
  uri: string;
  jsonFile: string;
  textFile: string;
  jsonBytes: number;
  textBytes: number;
  writtenAt: Date;
  /** It decided what is live in its session, as against a mere view. */
  refresh: boolean;
  /** A newer refresh of its session has replaced it. */
  superseded: boolean;
}

export interface StoreLimits {
  maxBytes: number;
  maxSnapshots: number;
}

export const DEFAULT_LIMITS: StoreLimits = { maxBytes: 512 * 1024 * 1024, maxSnapshots: 500 };

/** What becomes of the snapshots that this store wrote. */
interface StoreEvents {
  added: [StoredSnapshot];
  superseded: [StoredSnapshot];
  evicted: [StoredSnapshot];
}

/** What is in the folder. */
interface Entry {
  sessionId: string;
  number: number;
  bytes: number;
  /** Milliseconds since 1970. */
  writtenAt: number;
  /** Undefined: another server wrote it. */
  stored: StoredSnapshot | undefined;
}

const SESSION_FOLDER = /^qt-[0-9a-f]{8}$/;
const SNAPSHOT_FILE = /^snapshot_([1-9]\d*)\.(json|txt|png)$/;
/** A picture is put beside a snapshot by `deskprobe snapshot`. */
const EXTENSIONS = ['json', 'txt', 'png'];
const BLOCK = 4096;

export class SnapshotStore extends EventEmitter<StoreEvents> {
  readonly #folder: string;
  readonly #limits: StoreLimits;
  /** Oldest first. */
  #entries = new Map<string, Entry>();
  /** Last number given out in each session of ours. */
  readonly #numbers = new Map<string, number>();
  #bytes = 0;
  /** Named by the latest result, so it stays. */
  #announced: Entry | undefined;

  /** `folder` is made when the first snapshot is written; other servers may use it at the same time. */
  constructor(folder: string, limits: StoreLimits = DEFAULT_LIMITS) {
    super();
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Snapshots that this store wrote and that are still there, oldest first. */
  list(): StoredSnapshot[] {
    return [...this.#entries.values()].flatMap(({ stored }) => (stored === undefined ? [] : [stored]));
  }

  /** Snapshot N of a session, or its newest refresh for 'latest'. */
  find(sessionId: string, which: number | 'latest'): StoredSnapshot | undefined {
    if (which === 'latest') return this.list().findLast((stored) => stored.sessionId === sessionId && stored.refresh);
    return this.#entries.get(key(sessionId, which))?.stored;
  }

  /** Takes note that a snapshot was found missing: another server has made room. */
  forget(stored: StoredSnapshot): void {
    const entry = this.#entries.get(key(stored.sessionId, stored.number));
    if (entry !== undefined) this.#remove(entry);
  }

  /** Starts a snapshot of a session. Throws StoreError, as does the draft. */
  async draft(sessionId: string): Promise<Draft> {
    return guarded(async () => {
      const folder = path.join(this.#folder, sessionId);
      if (!this.#numbers.has(sessionId)) this.#numbers.set(sessionId, 0);
      const json = await DraftFile.create(folder, this.#quota);
      const scanned = this.#scan();
      // Whoever commits waits for it; until then a failure is nobody's.
      scanned.catch(() => undefined);
      return new Draft(folder, json, this.#quota, async (text, refresh) => {
        await scanned;
        return this.#commit(sessionId, folder, json, text, refresh);
      });
    });
  }

  readonly #quota: Quota = {
    take: async (bytes) => {
      while (this.#bytes + bytes > this.#limits.maxBytes) {
        if (!(await this.#evictOldest())) {
          throw new StoreError(`it does not fit into the ${this.#limits.maxBytes} bytes that ${this.#folder} may hold`);
        }
      }
      this.#bytes += bytes;
    },
    giveBack: (bytes) => {
      this.#bytes -= bytes;
    },
    free: () => this.#evictOldest(),
  };

  async #commit(
    sessionId: string,
    folder: string,
    json: DraftFile,
    text: DraftFile,
    refresh: boolean,
  ): Promise<StoredSnapshot> {
    while (this.#entries.size >= this.#limits.maxSnapshots && (await this.#evictOldest()));
    const bytes = onDisk(json.bytes) + onDisk(text.bytes);
    const padding = bytes - json.bytes - text.bytes;
    await this.#quota.take(padding);
    const number = (this.#numbers.get(sessionId) ?? 0) + 1;
    const stored: StoredSnapshot = {
      sessionId,
      number,
      uri: snapshotUri(sessionId, number, 'json'),
      jsonFile: path.join(folder, `snapshot_${number}.json`),
      textFile: path.join(folder, `snapshot_${number}.txt`),
      jsonBytes: json.bytes,
      textBytes: text.bytes,
      writtenAt: new Date(),
      refresh,
      superseded: false,
    };
    try {
      await text.moveTo(stored.textFile);
      await json.moveTo(stored.jsonFile);
    } catch (error) {
      this.#quota.giveBack(padding);
      throw error;
    }
    text.keep();
    json.keep();
    this.#numbers.set(sessionId, number);
    this.#announced = { sessionId, number, bytes, writtenAt: stored.writtenAt.getTime(), stored };
    this.#entries.set(key(sessionId, number), this.#announced);
    if (refresh) this.#supersede(stored);
    this.emit('added', stored);
    return stored;
  }

  #supersede(by: StoredSnapshot): void {
    for (const stored of this.list()) {
      if (stored.sessionId !== by.sessionId || stored === by || stored.superseded) continue;
      stored.superseded = true;
      this.emit('superseded', stored);
    }
  }

  /** Removes the oldest snapshot but the one last announced; false if there is none. */
  async #evictOldest(): Promise<boolean> {
    const oldest = [...this.#entries.values()].find((entry) => entry !== this.#announced);
    if (oldest === undefined) return false;
    this.#remove(oldest);
    const folder = path.join(this.#folder, oldest.sessionId);
    for (const extension of EXTENSIONS) {
      await rm(path.join(folder, `snapshot_${oldest.number}.${extension}`), { force: true });
    }
    await removeIfEmpty(folder);
    return true;
  }

  #remove(entry: Entry): void {
    this.#entries.delete(key(entry.sessionId, entry.number));
    this.#bytes -= entry.bytes;
    if (entry.stored !== undefined) this.emit('evicted', entry.stored);
  }

  /** Takes in what other servers wrote, before us or beside us. Files never change, so a known one is not looked at again. */
  async #scan(): Promise<void> {
    const others = new Map<string, Entry>();
    for (const folder of await readdir(this.#folder, { withFileTypes: true })) {
      if (!folder.isDirectory() || !SESSION_FOLDER.test(folder.name) || this.#numbers.has(folder.name)) continue;
      for (const name of await readdir(path.join(this.#folder, folder.name)).catch(() => [])) {
        await this.#scanFile(others, folder.name, name);
      }
    }
    const ours = [...this.#entries].filter(([, entry]) => entry.stored !== undefined);
    const all = [...others, ...ours].toSorted(([, a], [, b]) => a.writtenAt - b.writtenAt);
    for (const entry of this.#entries.values()) if (entry.stored === undefined) this.#bytes -= entry.bytes;
    for (const entry of others.values()) this.#bytes += entry.bytes;
    this.#entries = new Map(all);
    await this.#quota.take(0);
  }

  async #scanFile(found: Map<string, Entry>, sessionId: string, name: string): Promise<void> {
    const folder = path.join(this.#folder, sessionId);
    const number = Number(SNAPSHOT_FILE.exec(name)?.[1] ?? 0);
    if (number === 0) {
      if (await removeAbandonedDraft(folder, name)) await removeIfEmpty(folder);
      return;
    }
    const at = key(sessionId, number);
    const known = this.#entries.get(at);
    if (known !== undefined) {
      found.set(at, known);
      return;
    }
    const status = await lstat(path.join(folder, name)).catch(() => undefined);
    if (status === undefined) return;
    const bytes = (found.get(at)?.bytes ?? 0) + onDisk(status.size);
    found.set(at, { sessionId, number, bytes, writtenAt: status.mtimeMs, stored: undefined });
  }
}

type Commit = (text: DraftFile, refresh: boolean) => Promise<StoredSnapshot>;

/** A snapshot that is being written. Disposing it before `commit` leaves nothing behind. */
export class Draft implements AsyncDisposable {
  readonly #folder: string;
  readonly #json: DraftFile;
  readonly #quota: Quota;
  readonly #commit: Commit;

  constructor(folder: string, json: DraftFile, quota: Quota, commit: Commit) {
    this.#folder = folder;
    this.#json = json;
    this.#quota = quota;
    this.#commit = commit;
  }

  /** Appends to the JSON file. */
  append(json: string): Promise<void> {
    return guarded(() => this.#json.append(json));
  }

  /** Writes the outline and makes both files visible under their names. */
  commit(outline: string, refresh: boolean): Promise<StoredSnapshot> {
    return guarded(async () => {
      await using text = await DraftFile.create(this.#folder, this.#quota);
      await text.append(outline);
      await text.flush();
      await this.#json.flush();
      return await this.#commit(text, refresh);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#json[Symbol.asyncDispose]();
    await removeIfEmpty(this.#folder);
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function key(sessionId: string, number: number): string {
  return `${sessionId}/${number}`;
}

/** Files take whole blocks of the disk. */
function onDisk(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK;
}

async function removeIfEmpty(folder: string): Promise<void> {
  // Not empty, or gone already: both are fine.
  await rmdir(folder).catch(() => undefined);
}
