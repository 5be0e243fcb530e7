import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LinuxDesktop } from '../../server/desktop/desktop.js';
import { processInfo } from '../../server/desktop/processes.js';
import type { Application, Room } from '../../server/ports.js';

const forever = new AbortController().signal;
let runtimeFolder: string;
let desktop: LinuxDesktop;
let room: Room;
beforeAll(async () => {
  runtimeFolder = mkdtempSync(path.join(tmpdir(), 'applications-'));
  desktop = new LinuxDesktop({ runtimeFolder });
  room = await desktop.room('offscreen', forever);
});
afterAll(async () => {
  await desktop[Symbol.asyncDispose]();
  rmSync(runtimeFolder, { recursive: true, force: true });
});

function shell(script: string): Promise<Application> {
  return desktop.start(room, ['sh', '-c', script], room.environment, undefined);
}

it('an application’s end is told at once, with how it ended and its last words', async () => {
  const failing = await shell('echo out; echo err >&2; exit 3');
  expect(await failing.exited).toEqual({ code: 3, signal: null });
  expect(failing.output()).toBe('out\nerr');
  expect(await failing.processes()).toEqual([]);
  const killed = await shell('kill -KILL $$');
  expect(await killed.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(killed.exit).toEqual({ code: null, signal: 'SIGKILL' });
});

it('what a launcher leaves behind belongs to it, and is stopped with it', async () => {
  const launcher = await shell('sleep 100 & sleep 101 & exit 0');
  await launcher.exited;
  const left = await launcher.processes();
  expect(left).toHaveLength(2);
  await launcher.stop();
  expect(left.map(processInfo)).toEqual([undefined, undefined]);
});

it('what will not end when asked is forced', async () => {
  const stubborn = await shell('trap "" TERM; echo ready; while :; do sleep 0.05; done');
  await vi.waitFor(() => expect(stubborn.output()).toBe('ready'));
  await stubborn.stop();
  expect(stubborn.exit).toEqual({ code: null, signal: 'SIGKILL' });
});

it('output without end is kept small, and its end is kept', async () => {
  const noisy = await shell(
    'i=0; while [ $i -lt 40000 ]; do i=$((i+1)); echo "line $i of a lot of output that nobody reads"; done',
  );
  await noisy.exited;
  expect(noisy.output()).toMatch(/line 40000 /);
  expect(noisy.output().split('\n').length).toBeLessThanOrEqual(20);
});

it('keeps no file of its output', () => {
  expect(readdirSync(runtimeFolder)).toEqual(['rooms']);
});

describe('a command that cannot be started is refused beforehand', () => {
  const start = (command: string[], cwd?: string) => desktop.start(room, command, { PATH: '/usr/bin:/bin' }, cwd);

  it.each([
    ['that is not in PATH', ['no-such-app-xyz'], /"no-such-app-xyz" in PATH \(\/usr\/bin:\/bin\)/],
    ['that is no file', ['/nowhere/app'], /no file \/nowhere\/app/],
    ['that is empty', [''], /no command ""/],
  ])('%s', async (_, command, message) => {
    await expect(start(command)).rejects.toMatchObject({
      code: 'command_not_found',
      message: expect.stringMatching(message),
    });
  });

  it('that is not executable', async () => {
    const file = path.join(runtimeFolder, 'script.py');
    writeFileSync(file, '', { mode: 0o600 });
    await expect(start([file])).rejects.toMatchObject({ code: 'launch_failed', details: { reason: 'not_executable' } });
    rmSync(file);
  });

  it('whose working directory is missing', async () => {
    await expect(start(['true'], '/nowhere')).rejects.toMatchObject({
      code: 'launch_failed',
      details: { reason: 'cwd' },
    });
  });
});
