/** B49: what is in a password field is nowhere else. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { pythonFixture, qmlFixture } from '../harness/paths.js';
import { type Picture, pixel } from '../harness/screen.js';
import { Server } from '../harness/server.js';
import { all, named, type Rect, type Snapshot, type SnapshotNode, showing } from '../harness/snapshot.js';

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

/** Whether a part of a picture is of one colour. */
function isSolid(picture: Picture, { x, y, width, height }: Rect): boolean {
  const colors = new Set<string>();
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) colors.add(pixel(picture, column, row).join());
  }
  return colors.size === 1;
}

function isSecret({ objectName, role, text }: SnapshotNode): boolean {
  return [...fields, 'eye'].includes(objectName) || (['list item', 'page tab'].includes(role) && text !== 'harmless');
}

describe.each(['PyQt5', 'PyQt6'] as const)('what %s holds', (binding) => {
  let form: Fixture;
  beforeAll(async () => {
    form = await Fixture.launch(server, pythonFixture('passwords', binding));
  });
  afterAll(() => form[Symbol.asyncDispose]());

  it('decides no search, and is told by none', async () => {
    const queries: Record<string, unknown>[] = [
      { text: secret },
      { text_contains: 'hunter2' },
      { text_matches: '^hunter2' },
      { properties: { text: secret } },
      { properties: { backup: secret } },
      { properties: { copyOfValue: secret } },
      { role: 'password text', text_contains: 'h' },
      { selector: `text="${secret}"` },
    ];
    for (const query of queries) {
      const result = await server.call('qt_find_element', {
        session_id: form.id,
        query: { ...query, include_hidden: true },
      });
      expect(result.structuredContent, JSON.stringify(query)).toMatchObject({ count: 0 });
      expect(JSON.stringify(result)).not.toContain('hunter2');
    }
    // It is the secret that is not found: its neighbours are.
    expect((await server.find(form.id, { text: 'harmless' })).count).toBe(1);
    expect((await server.find(form.id, { properties: { text: 'hunter' }, object_name: 'user' })).count).toBe(1);
  });

  it('is in no property and no answer of a method', async () => {
    for (const name of [...fields, 'leaks', 'tabs', 'form']) {
      const { element_id } = await server.findOnly(form.id, `#${name}`);
      const all = await server.call('qt_get_property', { session_id: form.id, element_id, prop_depth: 3 });
      expect(all.isError, name).toBeFalsy();
      expect(JSON.stringify(all), name).not.toContain('hunter2');
    }
    const { element_id } = await server.findOnly(form.id, '#plain');
    const selected = { session_id: form.id, element_id, method: 'selectAll' };
    await server.ok('qt_call_method', selected);
    const written = { session_id: form.id, element_id, name: 'text', value: secret };
    expect(JSON.stringify(await server.call('qt_set_property', written))).not.toContain('hunter2');
    expect(JSON.parse(await form.ask('values'))[0]).toBe(secret);
  });

  it('is in no picture: there is a solid block in its place', async () => {
    const snapshot = await server.snapshot(form.id);
    const [whole] = await server.screenshots(form.id);
    const secrets = all(snapshot).filter(isSecret);
    expect(secrets.length).toBe(fields.length + 3);
    expect(whole?.masked).toBeGreaterThanOrEqual(secrets.length);
    for (const { rect, objectName, text, objID } of secrets) {
      expect(whole && isSolid(whole.picture, rect), `${objectName} ${text}`).toBe(true);
      const [alone] = await server.screenshots(form.id, objID);
      expect(alone && isSolid(alone.picture, { ...rect, x: 0, y: 0 })).toBe(true);
    }
    expect(whole && isSolid(whole.picture, named(snapshot, 'user').rect)).toBe(false);
    expect(filesWithSecret()).toEqual([]);
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
  expect((await server.find(session_id, { text_contains: 'hunter2' })).count).toBe(0);
  const [shot] = await server.screenshots(session_id);
  for (const name of ['password', 'bare']) {
    const { rect } = await server.findOnly(session_id, `#${name}`);
    expect(shot && isSolid(shot.picture, rect), name).toBe(true);
  }
});
