/** What the folder of the store holds, ours and that of other servers beside us: its size, its age, and what goes first. */
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { type Quota, removeAbandonedDraft, StoreError } from './draft.js';

/** A snapshot on disk: the same tree as JSON and as an outline. */
export interface StoredSnapshot {
  kind: 'snapshot';
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
  /** As in the head of its file. */
  snapshotId: string;
  /** snapshot_id of the snapshot that it is pruned of, if it is one of those. */
  prunedOf: string | undefined;
  /** It decided what is live in its session, as against a mere view. */
  refresh: boolean;
  /** A newer refresh of its session has replaced it. */
  superseded: boolean;
}

/** A picture on disk, as PNG. */
export interface StoredScreenshot {
  kind: 'screenshot';
  sessionId: string;
  /** N of screenshot_N; counts up in a session. */
  number: number;
  uri: string;
  file: string;
  bytes: number;
  writtenAt: Date;
}

export type Stored = StoredSnapshot | StoredScreenshot;

export interface StoreLimits {
  maxBytes: number;
  /** Snapshots and screenshots together. */
  maxItems: number;
}

interface Entry {
  kind: Stored['kind'];
  sessionId: string;
  number: number;
  /** On disk. */
  bytes: number;
  /** Milliseconds since 1970. */
  writtenAt: number;
  /** Undefined: another server wrote it. */
  stored: Stored | undefined;
}

const SESSION_FOLDER = /^qt-[0-9a-f]{8}$/;
const FILE = /^(snapshot|screenshot)_([1-9]\d*)\.(?:json|txt|png)$/;
/** A picture is put beside a snapshot by `deskprobe snapshot`. */
const EXTENSIONS = { snapshot: ['json', 'txt', 'png'], screenshot: ['png'] };
const BLOCK = 4096;

export class Shelf {
  readonly #folder: string;
  readonly #limits: StoreLimits;
  readonly #evicted: (stored: Stored) => void;
  /** Oldest first. */
  #entries = new Map<string, Entry>();
  /** Last numbers given out in each session of ours. */
  readonly #numbers = new Map<string, Record<Stored['kind'], number>>();
  #bytes = 0;
  /** Named by the latest result, so it stays. */
  #announced: Entry | undefined;

  /** `evicted` is told of each thing of ours that went. */
  constructor(folder: string, limits: StoreLimits, evicted: (stored: Stored) => void) {
    this.#folder = folder;
    this.#limits = limits;
    this.#evicted = evicted;
  }

  readonly quota: Quota = {
    take: async (bytes) => {
      const fits = (): boolean => this.#bytes + bytes <= this.#limits.maxBytes;
      // What can never fit must not cost the others their place.
      if (!fits() && this.#bytes - this.#evictable() + bytes > this.#limits.maxBytes) throw this.#noSpace();
      while (!fits()) if (!(await this.#evictOldest())) throw this.#noSpace();
      this.#bytes += bytes;
    },
    giveBack: (bytes) => {
      this.#bytes -= bytes;
    },
    free: () => this.#evictOldest(),
  };

  /** What this server wrote and what is still there, oldest first. */
  list(): Stored[] {
    return [...this.#entries.values()].flatMap(({ stored }) => (stored === undefined ? [] : [stored]));
  }

  /** The folder of a session of ours. */
  open(sessionId: string): string {
    if (!this.#numbers.has(sessionId)) this.#numbers.set(sessionId, { snapshot: 0, screenshot: 0 });
    return path.join(this.#folder, sessionId);
  }

  /** A number that nothing else of the kind has in the session. */
  nextNumber(kind: Stored['kind'], sessionId: string): number {
    const numbers = this.#numbers.get(sessionId);
    if (numbers === undefined) throw new Error(`${sessionId} was never opened`);
    numbers[kind] += 1;
    return numbers[kind];
  }

  /** Makes place for one thing more. The bytes of its files are taken already; the rest of their blocks is taken here. Throws StoreError. */
  async makePlace(bytes: number[]): Promise<void> {
    while (this.#entries.size >= this.#limits.maxItems && (await this.#evictOldest()));
    await this.quota.take(padding(bytes));
  }

  /** Undoes makePlace. */
  giveUpPlace(bytes: number[]): void {
    this.quota.giveBack(padding(bytes));
  }

  /** Takes in what now stands under its name, for which a place was made. */
  add(stored: Stored, bytes: number[]): void {
    const { kind, sessionId, number } = stored;
    const writtenAt = stored.writtenAt.getTime();
    this.#announced = { kind, sessionId, number, bytes: sum(bytes.map(onDisk)), writtenAt, stored };
    this.#entries.set(key(kind, sessionId, number), this.#announced);
  }

  /** Takes note that something was found missing: another server has made room. */
  forget({ kind, sessionId, number }: Stored): void {
    const entry = this.#entries.get(key(kind, sessionId, number));
    if (entry !== undefined) this.#remove(entry);
  }

  /** Takes in what other servers wrote, before us or beside us. Files never change, so a known one is not looked at again. */
  async scan(): Promise<void> {
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
    await this.quota.take(0);
  }

  async #scanFile(found: Map<string, Entry>, sessionId: string, name: string): Promise<void> {
    const folder = path.join(this.#folder, sessionId);
    const [, word, digits] = FILE.exec(name) ?? [];
    if (word === undefined) {
      if (await removeAbandonedDraft(folder, name)) await removeIfEmpty(folder);
      return;
    }
    const kind = word === 'snapshot' ? word : 'screenshot';
    const number = Number(digits);
    const at = key(kind, sessionId, number);
    const known = this.#entries.get(at);
    if (known !== undefined) {
      found.set(at, known);
      return;
    }
    const status = await lstat(path.join(folder, name)).catch(() => undefined);
    if (status === undefined) return;
    const bytes = (found.get(at)?.bytes ?? 0) + onDisk(status.size);
    found.set(at, { kind, sessionId, number, bytes, writtenAt: status.mtimeMs, stored: undefined });
  }

  /** Bytes of all that may go. */
  #evictable(): number {
    return sum([...this.#entries.values()].map((entry) => (entry === this.#announced ? 0 : entry.bytes)));
  }

  /** Removes the oldest thing but the one last announced; false if there is none. */
  async #evictOldest(): Promise<boolean> {
    const oldest = [...this.#entries.values()].find((entry) => entry !== this.#announced);
    if (oldest === undefined) return false;
    this.#remove(oldest);
    const folder = path.join(this.#folder, oldest.sessionId);
    for (const extension of EXTENSIONS[oldest.kind]) {
      await rm(path.join(folder, `${oldest.kind}_${oldest.number}.${extension}`), { force: true });
    }
    await removeIfEmpty(folder);
    return true;
  }

  #remove(entry: Entry): void {
    this.#entries.delete(key(entry.kind, entry.sessionId, entry.number));
    this.#bytes -= entry.bytes;
    if (entry.stored !== undefined) this.#evicted(entry.stored);
  }

  #noSpace(): StoreError {
    return new StoreError(`it does not fit into the ${this.#limits.maxBytes} bytes that ${this.#folder} may hold`);
  }
}

export async function removeIfEmpty(folder: string): Promise<void> {
  // Not empty, or gone already: both are fine.
  await rmdir(folder).catch(() => undefined);
}

function key(kind: Stored['kind'], sessionId: string, number: number): string {
  return `${sessionId}/${kind}_${number}`;
}

/** Files take whole blocks of the disk. */
function onDisk(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK;
}

/** What the files take beyond their own bytes. */
function padding(bytes: number[]): number {
  return sum(bytes.map((size) => onDisk(size) - size));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
