/** B22 and its kin: what QML declares is read as it was declared. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { qmlFixture, quickFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, named, type Snapshot, type SnapshotNode } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

function withId(snapshot: Snapshot, id: string): SnapshotNode {
  const found = all(snapshot).filter((node) => node.qml_id === id);
  expect(found.length, id).toBe(1);
  return found[0] as SnapshotNode; // there is exactly one
}

it.each(['extended', 'full'])('rows are known by their ids and show their own values in detail %s', async (detail) => {
  const { session_id } = await server.launch(qmlFixture('Rows'));
  const snapshot = await server.snapshot(session_id, { detail });
  expect(withId(snapshot, 'homeRow')).toMatchObject({ text: 'Home', className: 'NavRow', objectName: '' });
  expect(withId(snapshot, 'homeRow').properties).toMatchObject({ text: 'Home', active: true });
  expect(withId(snapshot, 'mailRow').properties).toMatchObject({ text: 'Mail', active: false });
  expect(withId(snapshot, 'trashRow').properties).toMatchObject({ text: 'Trash', active: false });
});

it('a value whose getter throws costs that value, not the node', async () => {
  const { session_id } = await server.launch(qmlFixture('Rows'));
  const snapshot = await server.snapshot(session_id, { detail: 'full' });
  expect(withId(snapshot, 'homeRow').properties.extra).toMatchObject({ badge: 3, tags: ['a', 'b'] });
  expect(JSON.stringify(withId(snapshot, 'trashRow').properties.extra)).toContain('error');
  expect(withId(snapshot, 'trashRow').properties.text).toBe('Trash');
});

it('are found by id, type and declared values, and read one by one', async () => {
  const { session_id } = await server.launch(qmlFixture('Rows'));
  const trash = await server.findOnly(session_id, { qml_id: 'trashRow' });
  expect(
    await server.findOnly(session_id, { type: 'NavRow', properties: { text: 'Mail', active: false } }),
  ).toMatchObject({
    qml_id: 'mailRow',
  });
  const { properties } = await server.ok<{ properties: Record<string, { value: unknown; type: string }> }>(
    'qt_get_property',
    { session_id, element_id: trash.element_id, names: ['text', 'active', 'extra'], prop_depth: 1 },
  );
  expect(properties).toMatchObject({ text: { value: 'Trash' }, active: { value: false, type: 'bool' } });
  expect(JSON.stringify(properties.extra?.value)).toContain('error');
});

it('a tree view shows its rows with their levels, and what they do', async () => {
  const tree = await Fixture.launch(server, quickFixture('Tree'), { env: { QT_QUICK_BACKEND: 'software' } });
  const rows = async (): Promise<unknown[]> =>
    all(await server.snapshot(tree.id))
      .filter(({ role }) => role === 'tree item')
      .map(({ text, row, level, states, actions = [] }) => [
        text,
        row,
        level,
        states.includes('expanded'),
        actions.filter((action) => action === 'expand' || action === 'collapse').join(),
      ]);
  expect(await rows()).toEqual([
    ['France', 0, 1, true, 'collapse'],
    ['Paris', 1, 2, false, ''],
    ['Italy', 2, 1, false, 'expand'],
  ]);
  await tree.ask('tree.collapse(0)');
  await until('France collapsed', async () => (await rows()).length === 2);
  await tree.kill();
});

it('an application of Qt Quick controls', async () => {
  const { session_id } = await server.launch(qmlFixture('Gallery'));
  const snapshot = await server.snapshot(session_id);
  expect(withId(snapshot, 'greeting')).toMatchObject({ text: 'Grüße, 世界', role: 'label' });
  expect(withId(snapshot, 'push')).toMatchObject({ text: 'Push me', role: 'push button', objectName: 'push' });
  expect(withId(snapshot, 'check')).toMatchObject({ text: 'Check me', role: 'check box' });
  expect(withId(snapshot, 'check').states).toContain('checked');
  expect(withId(snapshot, 'field')).toMatchObject({ text: 'typed', role: 'text' });
  expect(withId(snapshot, 'slider').value).toBeCloseTo(0.25);
  expect(named(snapshot, 'patch')).toMatchObject({ clip: true });
  expect(named(snapshot, 'patch').color_alpha).toBeCloseTo(0x80 / 255, 2);
  expect(all(snapshot).filter((node) => node.text === 'Invisible')).toEqual([]);
  expect(all(snapshot).find((node) => node.text === 'Not now')?.enabled).toBe(false);
});
