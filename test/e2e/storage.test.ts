/** B53: the output folder stays within its limits, and a full disk costs one call. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cppFixture } from '../harness/paths.js';
import { Sandbox } from '../harness/sandbox.js';
import { Server } from '../harness/server.js';

const mebibyte = 1024 * 1024;

/** A disk of its own at a folder, for as long as it is in use. */
function mountDisk(folder: string, options: string): Disposable {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  return { [Symbol.dispose]: () => execFileSync('umount', [folder]) };
}

/** Takes what room is left on a disk. */
function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(16 * mebibyte, 1));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function sizeOf(folder: string): number {
  return filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** A server whose output is on a disk of its own. */
async function serverOn(sandbox: Sandbox, output: string, limitMebibytes: number): Promise<Server> {
  return Server.start({
    sandbox,
    environment: { DESKPROBE_OUTPUT_DIR: output, DESKPROBE_OUTPUT_MAX_MB: String(limitMebibytes) },
  });
}

it('the folder never exceeds its limit, and the file named last is always there', async () => {
  const sandbox = new Sandbox();
  const output = sandbox.path('output');
  const limit = 20;
  {
    await using server = await serverOn(sandbox, output, limit);
    const { session_id } = await server.launch(cppFixture('bench', 6, '--widgets', '2000'), { display: 'offscreen' });
    let evicted = false;
    const uris: string[] = [];
    for (let round = 0; round < 60; round += 1) {
      const { uri } = await server.take(session_id);
      uris.push(uri);
      expect(sizeOf(output)).toBeLessThanOrEqual(limit * mebibyte);
      evicted ||= filesIn(output).length < 2 * uris.length;
      await server.read(uri);
    }
    expect(evicted).toBe(true);
    await expect(server.read(uris[0] ?? '')).rejects.toMatchObject({ code: -32002 });
    const { resources } = await server.client.listResources();
    expect(resources.some((resource) => resource.uri === uris[0])).toBe(false);
    expect(resources.some((resource) => resource.uri === uris.at(-1))).toBe(true);
  }
  await sandbox.expectEmpty();
  sandbox.remove();
});

it('keeps at most 500 snapshots, the newest ones', async () => {
  const sandbox = new Sandbox();
  {
    await using server = await Server.start({ sandbox });
    const { session_id } = await server.launch(cppFixture('loops'), { display: 'offscreen' });
    let last = '';
    for (let round = 0; round < 520; round += 1) last = (await server.take(session_id)).uri;
    const kept = filesIn(sandbox.output).filter((file) => file.endsWith('.json'));
    expect(kept.length).toBeLessThanOrEqual(500);
    expect(kept.length).toBeGreaterThan(450);
    await server.read(last);
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await server.client.listResources(cursor === undefined ? {} : { cursor });
      listed.push(...page.resources.map((resource) => resource.uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(listed).toContain(last);
  }
  await sandbox.expectEmpty();
  sandbox.remove();
});

it('a full disk is an error of that call, and once there is room again all is well', async () => {
  const sandbox = new Sandbox();
  const output = sandbox.path('disk');
  {
    using _disk = mountDisk(output, 'size=8m,mode=0700');
    await using server = await serverOn(sandbox, output, 200);
    const { session_id } = await server.launch(cppFixture('bench', 6, '--widgets', '2000'), { display: 'offscreen' });
    // A disk that only our own old snapshots fill makes room by itself.
    for (let round = 0; round < 20; round += 1) await server.read((await server.take(session_id)).uri);

    const ballast = join(output, 'ballast');
    for (const file of filesIn(output)) unlinkSync(file);
    fill(ballast);
    const failure = await server.failure('qt_snapshot', { session_id, max_depth: -1 });
    expect(failure.code).toBe('output_unavailable');
    expect(failure.hint).not.toBe('');
    unlinkSync(ballast);
    await server.read((await server.take(session_id)).uri);
    expect(filesIn(output).filter((file) => !/snapshot_\d+\.(json|txt)$/.test(file))).toEqual([]);
  }
  await sandbox.expectEmpty();
  sandbox.remove();
});

it('works in a folder that cannot be written, and writes nothing there', async () => {
  const sandbox = new Sandbox();
  const folder = sandbox.path('read-only');
  {
    using _disk = mountDisk(folder, 'ro');
    for (const cwd of [folder, '/']) {
      const before = readdirSync(cwd);
      await using server = await Server.start({ sandbox, cwd });
      const { session_id } = await server.launch(cppFixture('loops'), { display: 'offscreen' });
      const { uri } = await server.take(session_id);
      expect(server.readFile(uri).session_id).toBe(session_id);
      expect(readdirSync(cwd)).toEqual(before);
    }
    await sandbox.expectEmpty();
  }
  sandbox.remove();
});

it('keeps snapshots from other users’ eyes', async () => {
  await using server = await Server.start();
  const { session_id } = await server.launch(cppFixture('loops'), { display: 'offscreen' });
  await server.take(session_id);
  for (const file of filesIn(server.sandbox.output)) expect(statSync(file).mode & 0o077, file).toBe(0);
  for (const name of readdirSync(server.sandbox.sockets)) {
    expect(statSync(join(server.sandbox.sockets, name)).mode & 0o077, name).toBe(0);
  }
  expect(statSync(server.sandbox.sockets).mode & 0o777).toBe(0o700);
});
