/** B49: what is in a password field is nowhere else. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { pythonFixture, qmlFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, named, type Snapshot, showing } from '../harness/snapshot.js';

const secret = 'hunter2-äß';
const fields = ['plain', 'onEdit', 'noEcho', 'copying', 'dynamic', 'inner'];

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Files of the sandbox that hold the secret, as plain text or as JSON may escape it. */
function filesWithSecret(): string[] {
  const patterns = ['-e', secret, '-e', 'hunter2-\\\\u00e4', '-e', 'hunter2'];
  const { status, stdout, stderr } = spawnSync(
    'grep',
    ['-rlF', '--exclude-dir=home', '--devices=skip', ...patterns, server.sandbox.root],
    { encoding: 'utf8' },
  );
  // 1: nothing was found.
  if (status === 1) return [];
  if (status !== 0) throw new Error(`grep failed (${status}): ${stderr}`);
  return stdout.trimEnd().split('\n');
}

async function snapshotsOf(sessionId: string): Promise<Snapshot[]> {
  const taken: Snapshot[] = [];
  for (const detail of ['core', 'extended', 'full']) {
    for (const includeHidden of [false, true]) {
      taken.push(await server.snapshot(sessionId, { detail, include_hidden: includeHidden, prop_depth: 3 }));
    }
  }
  return taken;
}

describe.each(['PyQt5', 'PyQt6'] as const)('fields of %s', (binding) => {
  it('never give their value away, and other texts stay whole', async () => {
    await using form = await Fixture.launch(server, pythonFixture('passwords', binding));
    expect(JSON.parse(await form.ask('values'))).toContain(secret);
    for (const snapshot of await snapshotsOf(form.id)) {
      expect(JSON.stringify(snapshot)).not.toContain('hunter2');
      for (const name of [...fields, 'eye', 'emptyPassword', 'oneLetter']) {
        expect(named(snapshot, name), name).toMatchObject({ is_password: true });
        expect(named(snapshot, name).text, name).toBeUndefined();
      }
      expect(named(snapshot, 'user')).toMatchObject({ text: 'hunter' });
      expect(named(snapshot, 'user').is_password).toBeUndefined();
      showing(snapshot, 'The hunter sees everything');
      showing(snapshot, 'Show password');
    }
    const full = await server.snapshot(form.id, { detail: 'full' });
    expect(named(full, 'plain').properties.text).toEqual({ masked: true });
    expect(named(full, 'oneLetter').properties.text).toEqual({ masked: true });
    expect(named(full, 'user').properties.text).toBe('hunter');
    expect(filesWithSecret()).toEqual([]);
    // The search would find it.
    const planted = server.sandbox.path('planted');
    writeFileSync(planted, secret);
    expect(filesWithSecret()).toEqual([planted]);
    rmSync(planted);
    expect(server.stderr).not.toContain('hunter2');
  });

  it('are readable only while an eye button shows them', async () => {
    await using form = await Fixture.launch(server, pythonFixture('passwords', binding));
    expect(JSON.stringify(await server.snapshot(form.id, { detail: 'full' }))).not.toContain('swordfish');
    await form.ask('eye');
    expect(named(await server.snapshot(form.id), 'eye')).toMatchObject({ text: 'swordfish-äß' });
    await form.ask('eye');
    const hidden = await server.snapshot(form.id, { detail: 'full' });
    expect(named(hidden, 'eye')).toMatchObject({ is_password: true });
    expect(JSON.stringify(hidden)).not.toContain('swordfish');
  });
});

it('fields of QML, and a parent that hands the value out by an alias', async () => {
  const { session_id } = await server.launch(qmlFixture('Login'));
  for (const snapshot of await snapshotsOf(session_id)) {
    expect(JSON.stringify(snapshot)).not.toContain('hunter2');
    expect(named(snapshot, 'password')).toMatchObject({ is_password: true });
    expect(named(snapshot, 'bare')).toMatchObject({ is_password: true });
    expect(named(snapshot, 'user')).toMatchObject({ text: 'hunter' });
    showing(snapshot, 'The hunter sees everything');
    expect(all(snapshot).length).toBeGreaterThan(4);
  }
});
