/** The folder of snapshots: atomic, capped, and a full disk costs one call (B53). */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreError } from '../../resources/draft.js';
import type { StoredSnapshot } from '../../resources/shelf.js';
import { SnapshotStore } from '../../resources/store.js';

const KB = 1024;
const A = 'qt-aaaaaaaa';
const B = 'qt-bbbbbbbb';
let folder: string;

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'deskprobe-store-')), 'snapshots');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

function files(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** What the folder takes of the disk, in whole blocks. */
function size(): number {
  return files().reduce((sum, file) => sum + Math.ceil(statSync(file).size / 4096) * 4096, 0);
}

async function write(store: SnapshotStore, session: string, bytes: number, refresh = true): Promise<StoredSnapshot> {
  await using draft = await store.draft(session, 's00000001');
  for (let left = bytes; left > 0; left -= 10 * KB) await draft.append('x'.repeat(Math.min(left, 10 * KB)));
  return await draft.commit('outline', refresh);
}

it('counts up in a session and keeps its files from others', async () => {
  const store = new SnapshotStore(folder);
  const [first, second, other] = [await write(store, A, KB), await write(store, A, KB), await write(store, B, KB)];
  expect([first.number, second.number, other.number]).toEqual([1, 2, 1]);
  expect(first.uri).toBe(`qt-commander://sessions/${A}/snapshots/snapshot_1.json`);
  expect(readFileSync(second.textFile, 'utf8')).toBe('outline');
  expect(files()).toHaveLength(6);
  for (const file of files()) expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const made of [folder, path.join(folder, A)]) expect(statSync(made).mode & 0o777).toBe(0o700);
});

it('a draft shows up only when it is whole, and leaves nothing if it is given up', async () => {
  const store = new SnapshotStore(folder);
  {
    await using draft = await store.draft(A, 's00000001');
    await draft.append('{');
    expect(files().every((file) => path.basename(file).startsWith('.draft-'))).toBe(true);
  }
  expect(readdirSync(folder)).toEqual([]);
  expect((await write(store, A, KB)).number).toBe(1);
});

it('never holds more bytes than allowed, and always what was announced last', async () => {
  const store = new SnapshotStore(folder, { maxBytes: 100 * KB, maxItems: 500 });
  const evicted: number[] = [];
  store.on('evicted', ({ number }) => evicted.push(number));
  for (let n = 1; n <= 30; n += 1) {
    await using draft = await store.draft(A, 's00000001');
    for (let part = 0; part < 3; part += 1) {
      await draft.append('x'.repeat(10 * KB));
      expect(size()).toBeLessThanOrEqual(100 * KB);
      if (n > 1) expect(files()).toContain(store.find(A, 'latest')?.jsonFile);
    }
    const stored = await draft.commit('outline', true);
    expect(files()).toContain(stored.jsonFile);
    expect(size()).toBeLessThanOrEqual(100 * KB);
  }
  expect(evicted).toEqual(Array.from({ length: evicted.length }, (_, i) => i + 1));
  expect(store.list().map(({ number }) => number)).toEqual([29, 30]);
});

it('never holds more snapshots than allowed', async () => {
  const store = new SnapshotStore(folder, { maxBytes: KB * KB, maxItems: 3 });
  for (let n = 0; n < 10; n += 1) await write(store, n % 2 ? A : B, KB);
  expect(store.list()).toHaveLength(3);
  expect(files()).toHaveLength(6);
});

it('what cannot fit is an error that leaves nothing, and smaller ones still work', async () => {
  const store = new SnapshotStore(folder, { maxBytes: 50 * KB, maxItems: 500 });
  await write(store, A, 10 * KB);
  await expect(write(store, A, 60 * KB)).rejects.toThrow(StoreError);
  expect(files()).toHaveLength(2);
  expect((await write(store, A, 20 * KB)).number).toBe(2);
});

it('counts and evicts what earlier servers left, oldest first, and clears up after killed ones', async () => {
  const old = path.join(folder, 'qt-00000001');
  mkdirSync(old, { recursive: true });
  for (const [n, age] of [
    [1, 100],
    [2, 300],
  ] as const) {
    for (const extension of ['json', 'txt']) {
      const file = path.join(old, `snapshot_${n}.${extension}`);
      writeFileSync(file, 'y'.repeat(30 * KB));
      utimesSync(file, Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
  }
  writeFileSync(path.join(old, '.draft-4300000-0'), 'z');
  writeFileSync(path.join(old, `.draft-${process.ppid}-0`), 'z');
  const store = new SnapshotStore(folder, { maxBytes: 160 * KB, maxItems: 500 });
  await write(store, A, 40 * KB);
  expect(readdirSync(old).sort()).toEqual([`.draft-${process.ppid}-0`, 'snapshot_1.json', 'snapshot_1.txt']);
  expect(store.list().map(({ sessionId }) => sessionId)).toEqual([A]);
  await write(store, A, 100 * KB);
  expect(readdirSync(old)).toEqual([`.draft-${process.ppid}-0`]);
});

it('keeps its limit beside another server', async () => {
  const limits = { maxBytes: 200 * KB, maxItems: 500 };
  const [one, other] = [new SnapshotStore(folder, limits), new SnapshotStore(folder, limits)];
  for (let n = 0; n < 10; n += 1) {
    await write(one, A, 20 * KB);
    await write(other, B, 20 * KB);
    expect(size()).toBeLessThanOrEqual(200 * KB);
  }
});

it('keeps screenshots beside snapshots: same folder, same limits, the oldest of both go first', async () => {
  const store = new SnapshotStore(folder, { maxBytes: 200 * KB, maxItems: 4 });
  const evicted: string[] = [];
  store.on('evicted', ({ kind, number }) => evicted.push(`${kind} ${number}`));
  const png = Buffer.alloc(10 * KB, 'p');
  const first = await store.addScreenshot(A, png);
  expect(first).toMatchObject({
    number: 1,
    uri: `qt-commander://sessions/${A}/screenshots/screenshot_1.png`,
    bytes: png.length,
  });
  expect(readFileSync(first.file)).toEqual(png);
  expect(statSync(first.file).mode & 0o777).toBe(0o600);
  await write(store, A, KB);
  expect((await store.addScreenshot(A, png)).number).toBe(2);
  await write(store, B, KB);
  expect(evicted).toEqual([]);
  await write(store, B, KB);
  await store.addScreenshot(B, png);
  expect(evicted).toEqual(['screenshot 1', 'snapshot 1']);
  expect(store.list()).toHaveLength(2);
  expect(store.listScreenshots().map(({ sessionId, number }) => `${sessionId}/${number}`)).toEqual([
    `${A}/2`,
    `${B}/1`,
  ]);
  await expect(store.addScreenshot(A, Buffer.alloc(201 * KB))).rejects.toThrow(StoreError);
  expect(store.listScreenshots()).toHaveLength(2);
  expect(size()).toBeLessThanOrEqual(200 * KB);
});

it('what can never fit does not cost the others their place', async () => {
  const store = new SnapshotStore(folder, { maxBytes: 100 * KB, maxItems: 500 });
  for (let n = 0; n < 3; n += 1) await write(store, A, 20 * KB);
  await expect(store.addScreenshot(A, Buffer.alloc(90 * KB))).rejects.toThrow('does not fit');
  expect(store.list()).toHaveLength(3);
  expect(files()).toHaveLength(6);
});

it('removes the folders of sessions that have nothing left', async () => {
  const store = new SnapshotStore(folder, { maxBytes: KB * KB, maxItems: 2 });
  for (const digit of '123456') await write(store, `qt-${digit.repeat(8)}`, KB);
  expect(readdirSync(folder)).toEqual(['qt-55555555', 'qt-66666666']);
});

it('several drafts at once do not get in each other’s way', async () => {
  const store = new SnapshotStore(folder, { maxBytes: 300 * KB, maxItems: 500 });
  await Promise.all(Array.from({ length: 8 }, (_, i) => write(store, i % 2 ? A : B, 30 * KB)));
  expect(size()).toBeLessThanOrEqual(300 * KB);
  for (const { jsonFile } of store.list()) expect(statSync(jsonFile).size).toBe(30 * KB);
  expect(new Set(store.list().map(({ uri }) => uri)).size).toBe(store.list().length);
});

it('says which snapshots a refresh has replaced, each once', async () => {
  const store = new SnapshotStore(folder);
  const replaced: string[] = [];
  store.on('superseded', ({ sessionId, number }) => replaced.push(`${sessionId}/${number}`));
  await write(store, A, KB);
  await write(store, B, KB);
  await write(store, A, KB, false);
  expect(replaced).toEqual([]);
  await write(store, A, KB);
  await write(store, A, KB);
  expect(replaced).toEqual([`${A}/1`, `${A}/2`, `${A}/3`]);
  expect(store.find(A, 'latest')?.number).toBe(4);
});

/** A disk that holds what is in our folder up to a size: as a small file system would. */
async function limitDisk(bytes: () => number): Promise<void> {
  const handle = await open(path.join(path.dirname(folder), 'any'), 'w');
  const prototype: Pick<FileHandle, 'write'> = Object.getPrototypeOf(handle);
  await handle.close();
  const real = prototype.write;
  vi.spyOn(prototype, 'write').mockImplementation(function (this: FileHandle, ...args: unknown[]) {
    const length = Number(args[2]);
    const room = bytes() - files().reduce((sum, file) => sum + statSync(file).size, 0);
    if (room <= 0) {
      return Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
    }
    return Reflect.apply(real, this, [args[0], args[1], Math.min(length, room), args[3]]);
  });
}

it('a full disk is first cleared of our own old snapshots', async () => {
  const store = new SnapshotStore(folder);
  await limitDisk(() => 100 * KB);
  for (let n = 0; n < 10; n += 1) {
    const stored = await write(store, A, 35 * KB);
    expect(readFileSync(stored.jsonFile, 'utf8')).toBe('x'.repeat(35 * KB));
  }
  expect(store.list().map(({ number }) => number)).toEqual([9, 10]);
});

it('a disk that others have filled is an error of that call, and the next call works', async () => {
  const store = new SnapshotStore(folder);
  let room = 100 * KB;
  await limitDisk(() => room);
  await write(store, A, 10 * KB);
  room = 0;
  await expect(write(store, A, 10 * KB)).rejects.toThrow('no space left');
  expect(files()).toHaveLength(2);
  room = 100 * KB;
  expect((await write(store, A, 10 * KB)).number).toBe(2);
});

it('a place that cannot be written is an error', async () => {
  writeFileSync(folder, 'a file in its place');
  await expect(write(new SnapshotStore(folder), A, KB)).rejects.toThrow(StoreError);
});
