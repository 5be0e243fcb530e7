import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QtAdapter } from '../../probe-qt/adapter.js';
import { ProbeLibrary } from '../../probe-qt/library.js';
import { qtUse } from '../../probe-qt/processes.js';
import type { Application, Exit, Launchable } from '../../server/ports.js';
import { FakeProbe, helloOf } from './qt-fake-probe.js';

const forever = new AbortController().signal;
const noPid = 4_194_304; // Above the kernel's largest.
let folder: string;
let probeFolder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'qt-adapter-'));
  probeFolder = path.join(folder, 'probe');
  for (const major of [5, 6]) mkdirSync(path.join(probeFolder, `qt${major}`), { recursive: true });
  for (const file of ['preload.so', 'qt5/core.so', 'qt6/core.so']) writeFileSync(path.join(probeFolder, file), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An application that consists of the given processes; `exit` of undefined runs on. */
function application(processes: number[], exit?: Exit): Application & { stopped: boolean } {
  return {
    pid: processes[0] ?? noPid,
    exited: exit ? Promise.resolve(exit) : new Promise(() => {}),
    exit,
    stopped: false,
    output: () => 'its last words',
    processes: async () => processes,
    async stop() {
      this.stopped = true;
    },
  };
}

function launchable(
  started: Application,
  onStart: (environment: Record<string, string>) => void = () => {},
): Launchable {
  return {
    command: ['fake'],
    environment: { PATH: '/usr/bin', LD_PRELOAD: '/usr/lib/own.so' },
    start: async (environment) => {
      onStart(environment);
      return started;
    },
  };
}

describe('launch', () => {
  it('passes the probe on, keeps what the user preloads, and finds the probe by its token', async () => {
    await using fake = await FakeProbe.start({ hello: helloOf({ launch: 'of another launch' }) }, process.ppid);
    const adapter = new QtAdapter({ socketFolder: fake.folder, probeFolder });
    let environment: Record<string, string> = {};
    let late: FakeProbe | undefined;
    const starting = adapter.launch(
      launchable(application([process.pid]), (passed) => {
        environment = passed;
        void FakeProbe.start({ hello: helloOf({ launch: passed.DESKPROBE_LAUNCH }) }, process.pid, fake.folder).then(
          (own) => {
            late = own;
          },
        );
      }),
      forever,
    );
    await using probe = await starting;
    expect(probe.target.pid).toBe(process.pid);
    expect(environment.LD_PRELOAD).toBe(`${path.join(probeFolder, 'preload.so')}:/usr/lib/own.so`);
    expect(environment.DESKPROBE_SOCKET_DIR).toBe(fake.folder);
    await late?.[Symbol.asyncDispose]();
  });

  it('tells how the application ended', async () => {
    const adapter = new QtAdapter({ socketFolder: folder, probeFolder });
    const crash = adapter.launch(launchable(application([], { code: null, signal: 'SIGSEGV' })), forever);
    await expect(crash).rejects.toMatchObject({
      code: 'app_exited',
      message: expect.stringMatching(/SIGSEGV.*its last words/s),
      details: { signal: 'SIGSEGV' },
    });
    const handover = adapter.launch(launchable(application([], { code: 0, signal: null })), forever);
    await expect(handover).rejects.toMatchObject({
      code: 'app_exited',
      hint: expect.stringContaining('running instance'),
    });
  });

  it('waits on when a launcher has ended but what it started lives, and says what that is', async () => {
    const started = performance.now();
    const adapter = new QtAdapter({ socketFolder: folder, probeFolder });
    const launch = adapter.launch(launchable(application([process.pid], { code: 0, signal: null })), forever);
    await expect(launch).rejects.toMatchObject({
      code: 'launch_failed',
      details: { reason: 'not_qt', pid: process.pid },
    });
    expect(performance.now() - started).toBeGreaterThan(4_000);
    expect(performance.now() - started).toBeLessThan(5_500);
  });

  it('ends the application when it is cancelled', async () => {
    const adapter = new QtAdapter({ socketFolder: folder, probeFolder });
    const started = application([process.pid]);
    const caller = new AbortController();
    const launch = adapter.launch(launchable(started), caller.signal);
    setTimeout(() => caller.abort(), 50);
    await expect(launch).rejects.toMatchObject({ code: 'cancelled' });
    expect(started.stopped).toBe(true);
  });

  it('needs a probe that is built', async () => {
    const adapter = new QtAdapter({ socketFolder: folder, probeFolder: path.join(folder, 'nowhere') });
    await expect(adapter.launch(launchable(application([])), forever)).rejects.toMatchObject({
      code: 'probe_unavailable',
    });
    expect((await adapter.checks()).map(({ found }) => found)).toEqual([undefined, undefined]);
  });
});

describe('attach', () => {
  it('knows what is no process, and what is no Qt', async () => {
    const adapter = new QtAdapter({ socketFolder: folder, probeFolder });
    await expect(adapter.attach(noPid, forever)).rejects.toMatchObject({ code: 'process_not_found' });
    await expect(adapter.attach(process.pid, forever)).rejects.toMatchObject({
      code: 'probe_unavailable',
      details: { reason: 'not_qt' },
    });
  });

  it('does not trust a socket that nobody listens on, and leaves it to its living process', async () => {
    const socketFolder = mkdtempSync(path.join(folder, 'stale-'));
    const stale = path.join(socketFolder, `${process.pid}.sock`);
    // A killed process leaves its socket behind.
    const script = `require('net').createServer().listen(${JSON.stringify(stale)}, () => process.kill(process.pid, 'SIGKILL'))`;
    await once(spawn(process.execPath, ['-e', script]), 'exit');
    expect(existsSync(stale)).toBe(true);
    const adapter = new QtAdapter({ socketFolder, probeFolder });
    await expect(adapter.attach(process.pid, forever)).rejects.toMatchObject({ code: 'probe_unavailable' });
    expect(existsSync(stale)).toBe(true);
  });
});

describe('without its folder', () => {
  it('lists what runs, and makes the folder anew for a launch', async () => {
    const socketFolder = mkdtempSync(path.join(folder, 'removed-'));
    const adapter = new QtAdapter({ socketFolder, probeFolder });
    rmSync(socketFolder, { recursive: true });
    expect(await adapter.list(forever)).toBeInstanceOf(Array);
    const started = launchable(application([], { code: 1, signal: null }), () =>
      rmSync(socketFolder, { recursive: true }),
    );
    await expect(adapter.launch(started, forever)).rejects.toMatchObject({ code: 'app_exited' });
  });
});

it('clears away the socket of an application that has ended while the link was open', async () => {
  const child = spawn('sleep', ['60']);
  const pid = child.pid ?? noPid;
  await using fake = await FakeProbe.start({ hello: helloOf({ pid }) }, pid);
  const adapter = new QtAdapter({ socketFolder: fake.folder, probeFolder });
  await using probe = await adapter.attach(pid, forever);
  expect(probe.hasEnded()).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(probe.hasEnded()).toBe(true);
  expect(existsSync(fake.file)).toBe(false);
});

it('clears away the sockets of dead processes, and nothing else', async () => {
  const socketFolder = mkdtempSync(path.join(folder, 'sweep-'));
  const dead = path.join(socketFolder, `${noPid}.sock`);
  const living = createServer().listen(path.join(socketFolder, `${process.pid}.sock`));
  await once(living, 'listening');
  writeFileSync(dead, '');
  writeFileSync(path.join(socketFolder, 'note.txt'), '');
  const adapter = new QtAdapter({ socketFolder, probeFolder });
  expect(existsSync(dead)).toBe(false);
  expect(existsSync(path.join(socketFolder, `${process.pid}.sock`))).toBe(true);
  expect(existsSync(path.join(socketFolder, 'note.txt'))).toBe(true);
  living.close();
  await adapter[Symbol.asyncDispose]();
});

describe('Qt in a process', () => {
  it('is told by the files it maps', () => {
    const files = ['/lib/libc.so.6', '/usr/lib/libQt5Core.so.5.15.8', '/usr/lib/libQt5Widgets.so.5.15.8'];
    expect(qtUse(files)).toEqual({ version: '5.15.8', modules: ['Core', 'Widgets'] });
    expect(qtUse(['/venv/PySide6/Qt/lib/libQt6Core.so.6'])).toEqual({ version: '6', modules: ['Core'] });
    expect(qtUse(['/usr/lib/libQtCore.so.4.8.7'])).toEqual({ version: '4.8.7', modules: ['Core'] });
    expect(qtUse(['/lib/libc.so.6'])).toBeUndefined();
  });

  it('carries the probe from 5.15 on', () => {
    const library = new ProbeLibrary(probeFolder);
    for (const version of ['5.15.8', '6.4.2', '6']) expect(library.obstacle(version), version).toBeUndefined();
    for (const version of ['5.12.1', '4.8.7', '7.0.0']) expect(library.obstacle(version), version).toBeTypeOf('string');
  });
});
