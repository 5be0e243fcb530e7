/** qt_find_element: every field of a query, selectors, and what is told when nothing matches. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture, qmlFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, named } from '../harness/snapshot.js';

let server: Server;
let gallery: Fixture;
let items: Fixture;
beforeAll(async () => {
  server = await Server.start();
  gallery = await Fixture.launch(server, cppFixture('gallery'), { display: 'offscreen' });
  items = await Fixture.launch(server, cppFixture('items'), { display: 'offscreen' });
});
afterAll(() => server[Symbol.asyncDispose]());

async function names(fixture: Fixture, query: Record<string, unknown> | string): Promise<string[]> {
  const { elements } = await server.find(fixture.id, query);
  return elements.map(({ objectName, text }) => objectName || (text ?? ''));
}

describe('fields', () => {
  const queries: { query: Record<string, unknown>; found: string[] }[] = [
    { query: { type: 'QCheckBox' }, found: ['check', 'partial'] },
    { query: { type_inherits: 'QAbstractSlider', object_name: 'slider' }, found: ['slider'] },
    { query: { type: 'QAbstractSlider' }, found: [] },
    { query: { role: 'check box' }, found: ['check', 'partial'] },
    { query: { role: 'CHECK' }, found: ['check', 'partial'] },
    { query: { role: 'checkbox' }, found: ['check', 'partial'] },
    { query: { text: 'Push me' }, found: ['push'] },
    { query: { text: 'push me' }, found: [] },
    { query: { text_contains: 'PUSH', role: 'button' }, found: ['push'] },
    { query: { text_contains: 'welt' }, found: [] },
    { query: { text: 'Greeting' }, found: ['edit'] },
    { query: { text_matches: '^(Push|Check) me$' }, found: ['push', 'check'] },
    { query: { text_matches: '(?i)^push ME' }, found: ['push'] },
    { query: { object_name: 'combo' }, found: ['combo'] },
    { query: { properties: { checked: false }, type: 'QRadioButton' }, found: ['radio'] },
    { query: { properties: { tristate: true } }, found: ['partial'] },
    { query: { properties: { value: 42 } }, found: ['spin'] },
    { query: { properties: { value: '42' }, role: 'spin button' }, found: [] },
    { query: { object_name: 'hidden' }, found: [] },
    { query: { object_name: 'hidden', include_hidden: true }, found: ['hidden'] },
    { query: { object_name: 'push', window_title: 'Gallery' }, found: ['push'] },
    { query: { object_name: 'push', window_title: 'gallery' }, found: [] },
    { query: { object_name: 'push', window_title_contains: 'GALL' }, found: ['push'] },
    { query: { object_name: 'main', depth: 0 }, found: ['main'] },
    { query: { object_name: 'push', depth: 1 }, found: [] },
    { query: { selector: '#push' }, found: ['push'] },
  ];
  it.each(queries)('$query', async ({ query, found }) => {
    expect(await names(gallery, query)).toEqual(found);
  });

  it('ancestor_id and window_id', async () => {
    const snapshot = await server.snapshot(gallery.id);
    const [box, main] = [named(snapshot, 'buttons').objID, named(snapshot, 'main').objID];
    expect(await names(gallery, { role: 'button', ancestor_id: box })).toEqual(['push', 'disabled', 'radio']);
    expect(await names(gallery, { object_name: 'push', window_id: main })).toEqual(['push']);
    expect(await names(gallery, { object_name: 'buttons', ancestor_id: box })).toEqual([]);
  });

  it('row and column', async () => {
    expect(await names(items, { type_inherits: 'QModelIndex', row: 8, column: 1 })).toEqual(['r8c1']);
  });

  it('limit, and that there is more', async () => {
    const found = await server.find(gallery.id, { role: 'button', limit: 2 });
    expect(found).toMatchObject({ count: 2, more: true });
  });

  it('qml_id', async () => {
    const { session_id } = await server.launch(qmlFixture('Rows'), { display: 'offscreen' });
    const { elements } = await server.find(session_id, { qml_id: 'mailRow' });
    expect(elements).toMatchObject([{ qml_id: 'mailRow', className: 'NavRow' }]);
    expect((await server.find(session_id, { type: 'NavRow', properties: { active: true } })).elements).toMatchObject([
      { qml_id: 'homeRow' },
    ]);
  });
});

describe('selectors', () => {
  it.each([
    ['QCheckBox', ['check', 'partial']],
    ['QAbstractButton#push', ['push']],
    ['role=button[text="Push me"]', ['push']],
    ['role=button[name="Push me"][enabled]', ['push']],
    ['text*="push"', ['push']],
    ['text~=/^Push me$/', ['push']],
    ['role=checkbox[checked]', ['check']],
    ['QGroupBox#inputs >> QSpinBox[value=42]', ['spin']],
    ['QMainWindow >> QGroupBox >> role=slider', ['slider']],
    ['#buttons >> QSpinBox', []],
    ['#edit[editable]', ['edit']],
  ] as [string, string[]][])('%s', async (selector, found) => {
    expect(await names(gallery, selector)).toEqual(found);
  });

  it('reach cells', async () => {
    expect(await names(items, 'QTableView#table >> [row=3][column=0]')).toEqual(['r3c0']);
    expect(await names(items, '#checks >> role=listitem[checked]')).toEqual(['Alpha']);
    expect(await names(items, 'QTreeView >> text="Leaf"')).toEqual(['Leaf']);
  });

  it.each(['', '>>', 'role=', '#', '[row=x]', 'a b', 'text~="x"', '[nonsense]'])(
    '%j is refused, with the place',
    async (selector) => {
      const failure = await server.failure('qt_find_element', { session_id: gallery.id, query: { selector } });
      expect(failure.code).toBe('invalid_argument');
      expect(failure.hint).not.toBe('');
    },
  );
});

describe('nothing found', () => {
  it('says what was searched and names the nearest', async () => {
    const found = await server.find(gallery.id, { role: 'push button', text: 'Push mee' });
    expect(found).toMatchObject({ count: 0, elements: [], more: false });
    expect(found.searched.elements).toBeGreaterThanOrEqual(all(await server.snapshot(gallery.id)).length);
    expect(found.searched.windows).toBe(1);
    expect(found.nearest?.[0]).toMatchObject({ objectName: 'push', differs: ['text'] });
  });

  it('never is an error, and unknown fields and bad patterns are', async () => {
    const session_id = gallery.id;
    const unknown = await server.failure('qt_find_element', { session_id, query: { txt: 'x' } });
    expect(unknown.text).toContain('txt');
    const pattern = await server.failure('qt_find_element', { session_id, query: { text_matches: '(' } });
    expect(pattern.code).toBe('invalid_argument');
  });
});

it('expires no id and keeps those that a snapshot gave', async () => {
  const snapshot = await server.snapshot(gallery.id);
  const { objID } = named(snapshot, 'combo');
  expect((await server.findOnly(gallery.id, '#combo')).element_id).toBe(objID);
  const hidden = await server.findOnly(gallery.id, { object_name: 'hidden', include_hidden: true });
  await server.find(gallery.id, { text: 'nothing' });
  for (const element_id of [objID, hidden.element_id]) {
    await server.ok('qt_get_property', {
      session_id: gallery.id,
      element_id,
      name: 'objectName',
      include_hidden: true,
    });
  }
  // A refresh that does not list it does.
  await server.snapshot(gallery.id);
  const failure = await server.failure('qt_get_property', {
    session_id: gallery.id,
    element_id: hidden.element_id,
    name: 'objectName',
  });
  expect(failure.code).toBe('stale_element');
});
