import { afterEach, describe, expect, it, vi } from 'vitest';
import { QtAdapter } from '../../probe-qt/adapter.js';
import { FLAGS, ROLES, type Row } from '../../probe-qt/protocol.gen.js';
import type { CaptureEvent, CaptureParams, Probe } from '../../server/ports.js';
import { FakeProbe, type Script } from './qt-fake-probe.js';

const forever = new AbortController().signal;
const params: CaptureParams = { detail: 'extended', includeHidden: false, maxDepth: -1, propDepth: 1, root: undefined };
const end = { root_found: true, truncated: [], nodes: 2, slices: 1, gui_us: 100, longest_slice_us: 100 };
const window = {
  handle: 1,
  title: 'Title',
  kind: 'window',
  x: 10,
  y: 20,
  width: 200,
  height: 100,
  visible: true,
  active: true,
  modal: false,
  dpr: 2,
  space: 'screen',
  native_id: 99,
};
const shown = FLAGS.visible | FLAGS.enabled;
const role = (name: string): number => ROLES.indexOf(name);
const frame: Row = [1, 0, 1, 0, role('frame'), 'main', 0, 0, 100, 50, 10, 20, 0, shown, 1, null, 0, null, null];
const extra = { value: 3, cut: { text: 20_000 }, dynamic: { mood: 'good' } };
const on = shown | FLAGS.checked;
const button: Row = [
  2,
  1,
  1,
  1,
  role('push button'),
  'ok',
  5,
  5,
  20,
  10,
  20,
  30,
  1,
  on,
  1,
  'OK',
  0,
  extra,
  [true, 'OK'],
];
const classes = [
  { name: 'MainWindow', bases: ['QMainWindow', 'QWidget', 'QObject'], properties: [] },
  { name: 'MyButton', bases: ['QPushButton', 'QAbstractButton', 'QWidget', 'QObject'], properties: ['flat', 'text'] },
];

let fake: FakeProbe;
afterEach(() => fake[Symbol.asyncDispose]());

async function attached(script: Script): Promise<Probe> {
  fake = await FakeProbe.start(script);
  return new QtAdapter({ socketFolder: fake.folder }).attach(process.pid, forever);
}

async function captured(probe: Probe): Promise<CaptureEvent[]> {
  const events: CaptureEvent[] = [];
  for await (const event of probe.capture(params, forever)) events.push(event);
  return events;
}

describe('capture', () => {
  it('reads windows, nodes and the end', async () => {
    await using probe = await attached({
      answer: ({ id }, send) => {
        send({ id, batch: { windows: [window], classes: classes.slice(0, 1), rows: [frame] } });
        send({ id, batch: { classes: classes.slice(1), rows: [button] } });
        send({ id, result: { ...end, truncated: ['depth'] } });
      },
    });
    const events = await captured(probe);
    expect(events.map(({ kind }) => kind)).toEqual(['windows', 'nodes', 'nodes', 'end']);
    const nodes = events.flatMap((event) => (event.kind === 'nodes' ? event.nodes : []));
    expect(nodes[0]).toMatchObject({ className: 'MainWindow', role: 'frame', text: undefined, properties: undefined });
    expect(nodes[1]).toMatchObject({
      parent: 1,
      className: 'MyButton',
      role: 'push button',
      rect: { x: 5, y: 5, width: 20, height: 10 },
      globalRect: { x: 20, y: 30, width: 40, height: 20 },
      text: 'OK',
      states: ['checked'],
      visible: true,
      properties: { flat: true, text: 'OK', mood: 'good' },
      value: 3,
      cut: { text: 20_000 },
    });
    expect(events[0]).toMatchObject({ windows: [{ nativeId: 99, devicePixelRatio: 2 }] });
    expect(events.at(-1)).toEqual({ kind: 'end', end: { rootFound: true, truncated: ['depth'] } });
    expect(fake.requests[0]?.params).toMatchObject({ detail: 'extended', max_depth: -1, root: 0, max_nodes: 200_000 });
  });

  it('of an application without windows is empty, not an error', async () => {
    await using probe = await attached({ answer: ({ id }, send) => send({ id, result: end }) });
    expect((await captured(probe)).map(({ kind }) => kind)).toEqual(['windows', 'end']);
  });

  it('that nobody wants any more ends in the application too', async () => {
    await using probe = await attached({
      answer: ({ id, method }, send) => {
        if (method === 'capture') send({ id, batch: { windows: [window], classes, rows: [frame, button] } });
      },
    });
    for await (const _ of probe.capture(params, forever)) break;
    await vi.waitFor(() => expect(fake.requests.at(-1)).toMatchObject({ method: 'cancel', params: { id: 1 } }));
  });

  it('fails when a row is of a class that was never named', async () => {
    await using probe = await attached({
      answer: ({ id }, send) => send({ id, batch: { windows: [window], rows: [button] } }),
    });
    await expect(captured(probe)).rejects.toMatchObject({ code: 'protocol_error' });
  });
});
