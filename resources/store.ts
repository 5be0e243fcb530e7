/** The store of snapshots and screenshots: atomic, capped in size and number, the oldest evicted first. */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { DraftFile, hasCode, type Quota, StoreError } from './draft.js';
import {
  removeIfEmpty,
  Shelf,
  type Stored,
  type StoredScreenshot,
  type StoredSnapshot,
  type StoreLimits,
} from './shelf.js';
import { screenshotUri, snapshotUri } from './uri.js';

export const DEFAULT_LIMITS: StoreLimits = { maxBytes: 512 * 1024 * 1024, maxItems: 500 };

/** What becomes of the things that this store wrote. */
interface StoreEvents {
  added: [Stored];
  superseded: [StoredSnapshot];
  evicted: [Stored];
}

export class SnapshotStore extends EventEmitter<StoreEvents> {
  readonly #shelf: Shelf;

  /** `folder` is made when the first snapshot is written; other servers may use it at the same time. */
  constructor(folder: string, limits: StoreLimits = DEFAULT_LIMITS) {
    super();
    this.#shelf = new Shelf(folder, limits, (stored) => this.emit('evicted', stored));
  }

  /** Snapshots that this store wrote and that are still there, oldest first. */
  list(): StoredSnapshot[] {
    return this.#shelf.list().filter((stored) => stored.kind === 'snapshot');
  }

  /** Screenshots, likewise. */
  listScreenshots(): StoredScreenshot[] {
    return this.#shelf.list().filter((stored) => stored.kind === 'screenshot');
  }

  /** Snapshot N of a session, or its newest refresh for 'latest'. */
  find(sessionId: string, which: number | 'latest'): StoredSnapshot | undefined {
    return this.list().findLast(
      (stored) => stored.sessionId === sessionId && (which === 'latest' ? stored.refresh : stored.number === which),
    );
  }

  /** Screenshot N of a session. */
  findScreenshot(sessionId: string, number: number): StoredScreenshot | undefined {
    return this.listScreenshots().find((stored) => stored.sessionId === sessionId && stored.number === number);
  }

  /** Reads what is stored; undefined if it is missing, of which note is taken: another server has made room. */
  async reading<T>(stored: Stored, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      this.#shelf.forget(stored);
      return undefined;
    }
  }

  /** Starts a snapshot of a session, or one that is pruned of another. Throws StoreError, as does the draft. */
  async draft(sessionId: string, snapshotId: string, prunedOf?: string): Promise<Draft> {
    return guarded(async () => {
      const folder = this.#shelf.open(sessionId);
      const json = await DraftFile.create(folder, this.#shelf.quota);
      const scanned = this.#shelf.scan();
      // Whoever commits waits for it; until then a failure is nobody's.
      scanned.catch(() => undefined);
      return new Draft(folder, json, this.#shelf.quota, async (text, refresh) => {
        await scanned;
        const number = this.#shelf.nextNumber('snapshot', sessionId);
        const stored: StoredSnapshot = {
          kind: 'snapshot',
          sessionId,
          number,
          uri: snapshotUri(sessionId, number, 'json'),
          jsonFile: path.join(folder, `snapshot_${number}.json`),
          textFile: path.join(folder, `snapshot_${number}.txt`),
          jsonBytes: json.bytes,
          textBytes: text.bytes,
          writtenAt: new Date(),
          snapshotId,
          prunedOf,
          refresh,
          superseded: false,
        };
        await this.#place(stored, [
          [text, stored.textFile],
          [json, stored.jsonFile],
        ]);
        if (refresh) this.#supersede(stored);
        this.emit('added', stored);
        return stored;
      });
    });
  }

  /** Stores a picture of a session. Throws StoreError. */
  async addScreenshot(sessionId: string, png: Buffer): Promise<StoredScreenshot> {
    return guarded(async () => {
      const folder = this.#shelf.open(sessionId);
      await using draft = await DraftFile.create(folder, this.#shelf.quota);
      await this.#shelf.scan();
      await draft.append(png);
      await draft.flush();
      const number = this.#shelf.nextNumber('screenshot', sessionId);
      const stored: StoredScreenshot = {
        kind: 'screenshot',
        sessionId,
        number,
        uri: screenshotUri(sessionId, number),
        file: path.join(folder, `screenshot_${number}.png`),
        bytes: png.length,
        writtenAt: new Date(),
      };
      await this.#place(stored, [[draft, stored.file]]);
      this.emit('added', stored);
      return stored;
    });
  }

  /** Makes what was written visible under its names. */
  async #place(stored: Stored, files: [DraftFile, string][]): Promise<void> {
    const sizes = files.map(([draft]) => draft.bytes);
    await this.#shelf.makePlace(sizes);
    try {
      for (const [draft, file] of files) await draft.moveTo(file);
    } catch (error) {
      this.#shelf.giveUpPlace(sizes);
      throw error;
    }
    for (const [draft] of files) draft.keep();
    this.#shelf.add(stored, sizes);
  }

  #supersede(by: StoredSnapshot): void {
    for (const stored of this.list()) {
      if (stored.sessionId !== by.sessionId || stored === by || stored.superseded) continue;
      stored.superseded = true;
      this.emit('superseded', stored);
    }
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
  append(json: string | Buffer): Promise<void> {
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
