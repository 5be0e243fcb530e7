import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { outputFolder, runtimeFolder } from '../../server/folders.js';

let session: string;
beforeEach(() => {
  session = mkdtempSync(path.join(tmpdir(), 'folders-'));
});
afterEach(() => rmSync(session, { recursive: true, force: true }));

function refusal(): unknown {
  try {
    return runtimeFolder({ XDG_RUNTIME_DIR: session });
  } catch (error) {
    return error;
  }
}

function openFolder(folder: string): void {
  mkdirSync(folder);
  chmodSync(folder, 0o770);
}

function foreignFolder(folder: string): void {
  mkdirSync(folder, 0o700);
  chownSync(folder, 1, 1);
}

it('the runtime folder is made for us alone, and found again', () => {
  const folder = runtimeFolder({ XDG_RUNTIME_DIR: session });
  expect(folder).toBe(path.join(session, 'deskprobe'));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(runtimeFolder({ XDG_RUNTIME_DIR: session })).toBe(folder);
});

it('another user’s session folder is not used', () => {
  chownSync(session, 65_534, 65_534);
  expect(runtimeFolder({ XDG_RUNTIME_DIR: session })).toBe(path.join(tmpdir(), `deskprobe-${process.getuid?.()}`));
  expect(runtimeFolder({ XDG_RUNTIME_DIR: 'relative' })).toBe(path.join(tmpdir(), `deskprobe-${process.getuid?.()}`));
});

it.each<[string, (folder: string) => void, RegExp]>([
  ['a symbolic link', (folder) => symlinkSync(session, folder), /symbolic link/],
  ['a file', (folder) => writeFileSync(folder, ''), /not a folder/],
  ['open to others', openFolder, /open to other users/],
  ['another user’s', foreignFolder, /belongs to user 1/],
])('a runtime folder that is %s is refused', (_, make, message) => {
  make(path.join(session, 'deskprobe'));
  expect(refusal()).toMatchObject({ code: 'output_unavailable', message: expect.stringMatching(message) });
});

it('snapshots go to the state folder, never to the working directory', () => {
  expect(outputFolder({ DESKPROBE_OUTPUT_DIR: '/data/out' })).toBe('/data/out');
  expect(outputFolder({ XDG_STATE_HOME: '/state' })).toBe('/state/deskprobe');
  expect(outputFolder({ XDG_STATE_HOME: 'state' })).toMatch(/\/\.local\/state\/deskprobe$/);
  expect(outputFolder({})).toMatch(/\/\.local\/state\/deskprobe$/);
});
