/** The command line: one snapshot of one application, and what works on this machine. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { cppFixture, serverMain } from '../harness/paths.js';
import { Sandbox } from '../harness/sandbox.js';
import { decode, edgeDistance, extentOf } from '../harness/screen.js';
import { checkSnapshot, named, showing } from '../harness/snapshot.js';

const run = promisify(execFile);
const sandbox = new Sandbox();
afterAll(async () => {
  await sandbox.expectEmpty();
  sandbox.remove();
});

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

async function deskprobe(...args: string[]): Promise<Outcome> {
  const options = { env: { ...process.env, ...sandbox.environment }, cwd: sandbox.root, timeout: 50_000 };
  return run(process.execPath, [serverMain, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Outcome) => error,
  );
}

/** The path of a file that the output names. */
function fileIn(output: string, extension: string): string {
  return new RegExp(`\\S+\\.${extension}`).exec(output)?.[0] ?? '';
}

describe('deskprobe snapshot', () => {
  it('launches, prints the outline and the file, and leaves nothing running', async () => {
    const { code, stdout } = await deskprobe('snapshot', '--max-depth', '-1', '--', ...cppFixture('loops'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/\[\d+\] label "Hello"/);
    const file = fileIn(stdout, 'json');
    expect(file.startsWith(sandbox.output)).toBe(true);
    showing(checkSnapshot(JSON.parse(readFileSync(file, 'utf8'))), 'Hello');
    await sandbox.expectEmpty();
  });

  it('writes a picture of the window that its rects fit', async () => {
    const { stdout } = await deskprobe('snapshot', '--picture', '--', ...cppFixture('grid'));
    const snapshot = checkSnapshot(JSON.parse(readFileSync(fileIn(stdout, 'json'), 'utf8')));
    const picture = await decode(fileIn(stdout, 'png'));
    for (let cell = 0; cell < 36; cell += 1) {
      const pixels = extentOf(picture, [200 - cell, cell, 255 - cell]);
      expect(pixels && edgeDistance(pixels, named(snapshot, `cell${cell}`).rect), `cell ${cell}`).toBeLessThanOrEqual(
        2,
      );
    }
  });

  it('shows kcalc, as the demo does', async () => {
    const { code, stdout } = await deskprobe('snapshot', '--picture', '--', 'kcalc');
    expect(code).toBe(0);
    for (const digit of '0123456789') expect(stdout).toMatch(new RegExp(`\\[\\d+\\] push button "${digit}"`));
    const picture = await decode(fileIn(stdout, 'png'));
    expect(new Set(picture.data).size).toBeGreaterThan(20);
  });

  it('says why it cannot, and ends with an error', async () => {
    const { code, stderr } = await deskprobe('snapshot', '--', 'no-such-app-xyz');
    expect(code).not.toBe(0);
    expect(stderr).toContain('no-such-app-xyz');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

it('deskprobe doctor tells what works', async () => {
  const { code, stdout } = await deskprobe('doctor');
  expect(code).toBe(0);
  expect(stdout).toMatch(/Xvfb/);
  expect(stdout).toMatch(/probe/i);
});

it('an unknown command or option is refused with the ones there are', async () => {
  for (const args of [
    ['snapshoot'],
    ['--frobnicate'],
    ['serve', 'x'],
    ['snapshot', '--detial', 'core', '--', 'true'],
  ]) {
    const { code, stdout, stderr } = await deskprobe(...args);
    expect(code, args.join(' ')).not.toBe(0);
    expect(stdout + stderr, args.join(' ')).toMatch(/deskprobe (snapshot|serve)/);
  }
});

it('--version and --help', async () => {
  expect((await deskprobe('--version')).stdout.trim()).toMatch(/^\d+\.\d+\.\d+/);
  expect((await deskprobe('--help')).stdout).toContain('doctor');
  const { code, stdout } = await deskprobe('snapshot', '--help');
  expect(code).toBe(0);
  expect(stdout).toContain('--max-depth');
});
