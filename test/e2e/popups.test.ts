/** B21: what is in a QML popup is there while it is open, in its place, and gone when it is closed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { quickFixture } from '../harness/paths.js';
import { edgeDistance } from '../harness/screen.js';
import { Server } from '../harness/server.js';
import { all, named, type Rect, type Snapshot, type SnapshotNode } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Popup, an item in it, and JavaScript for where the item is in the window. */
const popups = [
  { id: 'pop', text: 'Yes', role: 'push button', object: 'pop' },
  { id: 'ask', text: 'OK', role: 'push button', object: 'ask' },
  { id: 'drawer', text: 'In the drawer', role: 'label', object: 'drawer' },
  { id: 'menu', text: 'Cut', role: 'menu item', object: 'menu' },
];

describe.each([5, 6] as const)('popups of Qt %i', (major) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await Fixture.launch(server, quickFixture('Popups', major), { env: { QT_QUICK_BACKEND: 'software' } });
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  function withText(snapshot: Snapshot, text: string): SnapshotNode[] {
    return all(snapshot).filter((node) => node.text === text);
  }

  async function snapshotWhen(what: string, wanted: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
    return until(what, async () => {
      const taken = await server.snapshot(fixture.id);
      return wanted(taken) && taken;
    });
  }

  /** Where the application has the content item of a popup, in its window. */
  async function place(popup: string): Promise<Rect> {
    const script = `var i = ${popup}.contentItem.parent, p = i.mapToItem(null, 0, 0); [p.x, p.y, i.width, i.height].join()`;
    const [x = 0, y = 0, width = 0, height = 0] = (await fixture.ask(script)).split(',').map(Number);
    return { x, y, width, height };
  }

  it.each(popups)('$id', async ({ id, text, role, object }) => {
    expect(withText(await server.snapshot(fixture.id), text)).toEqual([]);
    await fixture.ask(`${id}.open()`);
    // Once it has stopped moving.
    await until(`${id} opened`, async () => (await fixture.ask(`${id}.opened`)) === 'true');
    const snapshot = await snapshotWhen(`${text} shown`, (taken) => withText(taken, text).length > 0);
    const popup = named(snapshot, object);
    expect(popup).toMatchObject({ qml_id: id, visible: true });
    expect(popup.rect).toEqual(await place(id));
    const inside = all([popup]).find((node) => node.text === text);
    expect(inside).toMatchObject({ role, enabled: true });
    const window = snapshot.windows.find(({ title }) => title === 'popups');
    expect(inside?.global_rect).toMatchObject({
      x: (inside?.rect.x ?? 0) + (window?.global_rect.x ?? 0),
      y: (inside?.rect.y ?? 0) + (window?.global_rect.y ?? 0),
    });
    const found = await server.findOnly(fixture.id, { text, role });
    expect(found.element_id).toBe(inside?.objID);
    await fixture.ask(`${id}.close()`);
    const closed = await snapshotWhen(`${text} gone`, (taken) => withText(taken, text).length === 0);
    expect(all(closed).filter((node) => node.objectName === object)).toEqual([]);
    expect((await server.find(fixture.id, { text, role })).count).toBe(0);
  });

  it('the list of a combo box', async () => {
    expect(withText(await server.snapshot(fixture.id), 'Coconut')).toEqual([]);
    await fixture.ask('fruit.popup.open()');
    const snapshot = await snapshotWhen('Coconut', (taken) => withText(taken, 'Coconut').length > 0);
    const [coconut] = withText(snapshot, 'Coconut');
    expect(coconut).toMatchObject({ role: 'list item', row: 2 });
    await fixture.ask('fruit.popup.close()');
    await snapshotWhen('no Coconut', (taken) => withText(taken, 'Coconut').length === 0);
  });

  it('that are closed are there with include_hidden, and are not visible', async () => {
    const hidden = await server.snapshot(fixture.id, { include_hidden: true });
    expect(named(hidden, 'pop')).toMatchObject({ visible: false, qml_id: 'pop' });
  });

  it('are in the picture of their window', async () => {
    const before = await server.screenshots(fixture.id);
    await fixture.ask('ask.open()');
    await until('ask opened', async () => (await fixture.ask('ask.opened')) === 'true');
    const [open] = await server.screenshots(fixture.id);
    expect(open?.picture.data.equals(before[0]?.picture.data ?? Buffer.alloc(0))).toBe(false);
    const dialog = await server.findOnly(fixture.id, '#ask');
    const [alone] = await server.screenshots(fixture.id, dialog.element_id);
    expect(alone && edgeDistance(alone, dialog.rect)).toBeLessThanOrEqual(1);
    await fixture.ask('ask.close()');
  });
});
