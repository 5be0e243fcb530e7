/** B37: what an application starts carries nothing of ours. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture, pythonFixture } from '../harness/paths.js';
import { environmentOf, isRunning } from '../harness/processes.js';
import { Server } from '../harness/server.js';
import { showing } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

function refuses(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}

function sockets(): string[] {
  return readdirSync(server.sandbox.sockets).filter((name) => name.endsWith('.sock'));
}

describe.each([5, 6] as const)('children of a Qt %i application', (major) => {
  it('find neither probe nor token in their environment, however they were started', async () => {
    const out = server.sandbox.path(`children-${major}`);
    mkdirSync(out);
    await using parent = await Fixture.launch(server, cppFixture('children', major, '--out', out), {
      env: { LD_PRELOAD: '/lib/x86_64-linux-gnu/libdl.so.2', MINE: 'kept' },
    });
    await parent.ask('spawn');
    const files = readdirSync(out);
    expect(files.sort()).toEqual(
      ['copied-1', 'copied-2', 'early', 'qprocess-1', 'qprocess-2', 'system-1', 'system-2'].map(
        (name) => `${name}.env`,
      ),
    );
    for (const file of files) {
      const environment = readFileSync(join(out, file), 'utf8');
      expect(environment, file).not.toMatch(/preload\.so|DESKPROBE_/);
      // What the user had preloaded stays.
      expect(environment, file).toContain('LD_PRELOAD=/lib/x86_64-linux-gnu/libdl.so.2');
      expect(environment, file).toContain('MINE=kept');
    }
    expect(Object.keys(environmentOf(parent.pid)).filter((name) => name.startsWith('DESKPROBE'))).toEqual([]);
    expect(environmentOf(parent.pid).LD_PRELOAD ?? '').not.toContain('preload.so');
    process.kill(parent.pid, 'SIGKILL');
  });

  it('are no sessions, and a bare fork neither answers for its parent nor disturbs it', async () => {
    const out = server.sandbox.path(`forks-${major}`);
    mkdirSync(out);
    await using parent = await Fixture.launch(server, cppFixture('children', major, '--out', out));
    const child: { fork: number; qt: number } = JSON.parse(await parent.ask('spawn'));
    expect(isRunning(child.fork) && isRunning(child.qt)).toBe(true);

    expect(sockets()).toContain(`${parent.pid}.sock`);
    for (const pid of [child.fork, child.qt]) expect(sockets()).not.toContain(`${pid}.sock`);
    const { processes } = await server.ok<{ processes: { pid: number; probe: string }[] }>('qt_list_processes');
    expect(processes.find((entry) => entry.pid === parent.pid)?.probe).toBe('listening');
    const leaf = await until('the second Qt application in the list', async () => {
      const list = await server.ok<{ processes: { pid: number; probe: string }[] }>('qt_list_processes');
      return list.processes.find((entry) => entry.pid === child.qt);
    });
    expect(leaf.probe).toBe('absent');
    const { sessions } = await server.ok<{ sessions: { pid: number }[] }>('qt_list_sessions');
    expect(sessions.map((session) => session.pid).filter((pid) => pid === child.qt || pid === child.fork)).toEqual([]);

    for (let round = 0; round < 20; round += 1) showing(await server.snapshot(parent.id), 'I start children');
    const socket = join(server.sandbox.sockets, `${parent.pid}.sock`);
    process.kill(parent.pid, 'SIGKILL');
    await until('nobody to answer for the parent', async () => !existsSync(socket) || refuses(socket), 2000);
    expect(isRunning(child.fork)).toBe(true);
    process.kill(child.fork, 'SIGKILL');
    process.kill(child.qt, 'SIGKILL');
  });
});

it('leaves the environment of a Python application clean as well', async () => {
  await using tabs = await Fixture.launch(server, pythonFixture('tabs'));
  const environment = environmentOf(tabs.pid);
  expect(Object.keys(environment).filter((name) => name.startsWith('DESKPROBE'))).toEqual([]);
  expect(environment.LD_PRELOAD ?? '').toBe('');
});
