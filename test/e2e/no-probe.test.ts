/** B60: where no probe can get in, the answer names the reason, and the application is none the worse for it. */

import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Control } from '../harness/control.js';
import { cppFixture, inProject } from '../harness/paths.js';
import { isRunning } from '../harness/processes.js';
import { Sandbox } from '../harness/sandbox.js';
import { Server } from '../harness/server.js';
import { timed, until } from '../harness/wait.js';

let server: Server;
const preloadBefore = existsSync('/etc/ld.so.preload');
beforeAll(async () => {
  server = await Server.start();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  expect(existsSync('/etc/ld.so.preload')).toBe(preloadBefore);
});

async function refusal(command: string[]): Promise<{ ms: number; reason: unknown; text: string; hint: string }> {
  const { ms, value } = await timed(() => server.failure('qt_launch', { command, display: 'offscreen' }));
  return { ms, reason: value.details?.reason, text: value.text, hint: value.hint };
}

describe('launching', () => {
  it('a program without Qt, which ends', async () => {
    const { ms, text } = await refusal(['/bin/true']);
    expect(text).toMatch(/The application \(process \d+\) ended by itself \(status 0\) and left nothing running/);
    expect(ms).toBeLessThan(5000);
  });

  it('a program without Qt, which stays', async () => {
    const { ms, reason, text } = await refusal(['sleep', '60']);
    expect(reason).toBe('not_qt');
    expect(text).toContain('Qt');
    expect(ms).toBeLessThan(5000);
  });

  it('a Qt program in a sandbox that does not hold the probe', async () => {
    const [program = ''] = cppFixture('loops');
    const control = server.sandbox.path('bwrap-control');
    const bound = server.sandbox.path('program');
    copyFileSync(program, bound);
    chmodSync(bound, 0o755);
    const { ms, reason } = await refusal([
      'bwrap',
      ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
      ...['--symlink', 'usr/bin', '/bin', '--ro-bind', '/etc', '/etc', '--proc', '/proc', '--dev', '/dev'],
      ...['--bind', server.sandbox.root, server.sandbox.root, '--unshare-pid'],
      ...[bound, '--control', control],
    ]);
    expect(reason).toBe('sandbox');
    expect(ms).toBeLessThan(5000);
  });
});

describe('attaching', () => {
  it('to a Qt application that was started without us: it is told what to do, and left alone', async () => {
    const control = server.sandbox.path('plain-control');
    const [program = '', ...args] = cppFixture('loops', 6, '--control', control);
    const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' } });
    try {
      await using line = await Control.connect(control);
      const { ms, value } = await timed(() => server.failure('qt_attach', { pid: child.pid }));
      expect(value).toMatchObject({ code: 'probe_unavailable', details: { reason: 'not_preloaded' } });
      expect(value.hint).toContain('qt_launch');
      expect(ms).toBeLessThan(5000);
      expect(await line.ask('state')).toBe('alive');
      const { processes } = await server.ok<{ processes: { pid: number; probe: string; remedy?: string }[] }>(
        'qt_list_processes',
      );
      expect(processes.find((entry) => entry.pid === child.pid)).toMatchObject({
        probe: 'absent',
        remedy: expect.stringContaining('qt_launch'),
      });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('to a process that is no Qt application', async () => {
    const failure = await server.failure('qt_attach', { pid: process.pid });
    expect(failure).toMatchObject({ code: 'probe_unavailable', details: { reason: 'not_qt' } });
  });
});

it('a setuid program, launched by an ordinary user: named, running, and no privilege asked for', async () => {
  const nobody = 65534;
  const sandbox = new Sandbox();
  for (const folder of [sandbox.root, sandbox.runtime, sandbox.state]) chownSync(folder, nobody, nobody);
  const program = sandbox.path('setuid-program');
  writeFileSync(program, readFileSync(cppFixture('loops')[0] ?? ''));
  chownSync(program, 0, 0);
  chmodSync(program, 0o4755);
  const control = sandbox.path('control');
  // The project may lie where only root gets to.
  const project = sandbox.path('project');
  mkdirSync(project);
  execFileSync('mount', ['--bind', inProject('.'), project]);
  try {
    await using ordinary = await Server.start({
      sandbox,
      main: join(project, 'dist/server/main.js'),
      prefix: ['setpriv', '--reuid', 'nobody', '--regid', 'nogroup', '--clear-groups', '--inh-caps=-all', '--'],
    });
    const { ms, value } = await timed(() =>
      ordinary.failure('qt_launch', { command: [program, '--control', control], display: 'offscreen' }),
    );
    expect(value.details?.reason).toBe('setuid');
    expect(value.hint).not.toBe('');
    expect(ms).toBeLessThan(5000);
    // An ordinary program works for that user.
    const { session_id } = await ordinary.launch([join(project, 'build/fixtures/qt6/loops')]);
    await ordinary.snapshot(session_id);
  } finally {
    execFileSync('umount', [project]);
  }
  await sandbox.expectEmpty();
  sandbox.remove();
});

it('a running setuid program is named as such on attach', async () => {
  const program = server.sandbox.path('setuid-root');
  writeFileSync(program, readFileSync(cppFixture('loops')[0] ?? ''));
  chownSync(program, 65534, 65534);
  chmodSync(program, 0o4755);
  const child = spawn(program, {
    stdio: 'ignore',
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', LD_PRELOAD: inProject('dist/probe/preload.so') },
  });
  try {
    await until('the program', () => isRunning(child.pid ?? 0));
    const failure = await server.failure('qt_attach', { pid: child.pid });
    expect(failure).toMatchObject({ code: 'probe_unavailable', details: { reason: 'setuid' } });
    expect(isRunning(child.pid ?? 0)).toBe(true);
  } finally {
    child.kill('SIGKILL');
  }
});
