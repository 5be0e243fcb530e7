/** B08: pages that are not shown are not listed, unless asked for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { pythonFixture, qmlFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, type Snapshot } from '../harness/snapshot.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

function countOf(snapshot: Snapshot, pattern: RegExp, visible: boolean): number {
  return all(snapshot).filter((node) => pattern.test(node.text ?? node.objectName) && node.visible === visible).length;
}

it.each(['PyQt5', 'PyQt6'] as const)('tabs of %s', async (binding) => {
  await using tabs = await Fixture.launch(server, pythonFixture('tabs', binding));
  const shown = await server.snapshot(tabs.id);
  const everything = await server.snapshot(tabs.id, { include_hidden: true });
  expect(countOf(shown, /^Page 0 button/, true)).toBe(200);
  expect(countOf(shown, /^Page [12] button/, true)).toBe(0);
  expect(countOf(everything, /^Page 0 button/, true)).toBe(200);
  expect(countOf(everything, /^Page [12] button/, false)).toBe(400);
  expect(countOf(everything, /^Page [12] button/, true)).toBe(0);
  expect(all(everything).length - all(shown).length).toBeGreaterThanOrEqual(400);

  await tabs.ask('turn 2');
  const turned = await server.snapshot(tabs.id);
  expect(countOf(turned, /^Page 2 button/, true)).toBe(200);
  expect(countOf(turned, /^Page [01] button/, true)).toBe(0);
});

it('pages of a QML StackLayout', async () => {
  const { session_id } = await server.launch(qmlFixture('Stack'));
  const items = (snapshot: Snapshot, visible: boolean) =>
    all(snapshot).filter((node) => /^p\di\d+$/.test(node.objectName) && node.visible === visible).length;
  const shown = await server.snapshot(session_id);
  const everything = await server.snapshot(session_id, { include_hidden: true });
  expect([items(shown, true), items(shown, false)]).toEqual([100, 0]);
  expect([items(everything, true), items(everything, false)]).toEqual([100, 900]);
});
