/** The command line: one snapshot of one application, and what works on this machine. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { cppFixture, serverMain } from '../harness/paths.js';
import { Sandbox } from '../harness/sandbox.js';
import { checkSnapshot, showing } from '../harness/snapshot.js';

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

describe('deskprobe snapshot', () => {
  it('launches, prints the outline and the file, and leaves nothing running', async () => {
    const { code, stdout } = await deskprobe('snapshot', '--', ...cppFixture('loops'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/\[\d+\] label "Hello"/);
    const file = /\S+\.json/.exec(stdout)?.[0] ?? '';
    expect(file.startsWith(sandbox.output)).toBe(true);
    showing(checkSnapshot(JSON.parse(readFileSync(file, 'utf8'))), 'Hello');
    await sandbox.expectEmpty();
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
  for (const args of [['snapshoot'], ['--frobnicate'], ['snapshot', '--detial', 'core', '--', 'true']]) {
    const { code, stdout, stderr } = await deskprobe(...args);
    expect(code, args.join(' ')).not.toBe(0);
    expect(stdout + stderr, args.join(' ')).toMatch(/snapshot/);
  }
});

it('--version and --help', async () => {
  expect((await deskprobe('--version')).stdout.trim()).toMatch(/^\d+\.\d+\.\d+/);
  expect((await deskprobe('--help')).stdout).toContain('doctor');
});
