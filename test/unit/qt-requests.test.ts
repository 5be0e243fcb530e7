/** What the Qt probe port asks of the wire besides captures, and what it makes of the answers. */
import { afterEach, describe, expect, it } from 'vitest';
import { QtAdapter } from '../../probe-qt/adapter.js';
import { FLAGS, ROLES, type Row } from '../../probe-qt/protocol.gen.js';
import type { Probe, Query } from '../../server/ports.js';
import { FakeProbe, type Script } from './qt-fake-probe.js';

const forever = new AbortController().signal;
const visible = { includeHidden: false };
let fake: FakeProbe;
afterEach(() => fake[Symbol.asyncDispose]());

async function attached(answer: Script['answer']): Promise<Probe> {
  fake = await FakeProbe.start(answer ? { answer } : {});
  return new QtAdapter({ socketFolder: fake.folder }).attach(process.pid, forever);
}

/** Answers the request with this result, after what `before` sends. */
function answering(result: object, ...before: object[]): Script['answer'] {
  return ({ id }, send) => {
    for (const message of before) send({ id, ...message });
    send({ id, result });
  };
}

describe('find', () => {
  const query: Query = {
    steps: [{}],
    root: undefined,
    window: undefined,
    windowTitle: undefined,
    windowTitleContains: undefined,
    depth: -1,
    limit: 50,
    includeHidden: false,
    detail: 'core',
  };
  const nothing = {
    root_found: true,
    found: 0,
    more: false,
    truncated: [],
    windows: 1,
    elements: 9,
    model_rows: 100,
    near: [],
    gui_us: 1,
    longest_slice_us: 1,
  };
  const classes = [{ name: 'QModelIndex', bases: [], properties: [] }];
  const row = (handle: number): Row => {
    const flags = FLAGS.visible | FLAGS.enabled | FLAGS.selectable;
    const extra = { row: 3, column: 1 };
    return [handle, 0, 1, 0, ROLES.indexOf('table cell'), '', 1, 2, 3, 4, 5, 6, 0, flags, 1, 'Pear', 0, extra, null];
  };

  it('says everything in the words of the wire', async () => {
    await using probe = await attached(answering(nothing));
    await probe.find(
      {
        ...query,
        steps: [
          { typeInherits: 'QTableView' },
          {
            type: 'a',
            roleContains: 'CELL',
            text: 'b',
            textContains: 'c',
            textMatches: 'd',
            objectName: 'e',
            qmlId: 'f',
            properties: { g: 1 },
            states: ['checked', 'enabled'],
            row: 2,
            column: 0,
          },
        ],
        root: 7,
        window: 1,
        windowTitle: 'h',
        windowTitleContains: 'i',
        limit: 3,
      },
      forever,
    );
    expect(fake.requests[0]).toMatchObject({
      method: 'find',
      params: {
        steps: [
          { type_inherits: 'QTableView' },
          {
            type: 'a',
            roles: [ROLES.indexOf('table cell')],
            text: 'b',
            text_contains: 'c',
            text_matches: 'd',
            object_name: 'e',
            qml_id: 'f',
            properties: { g: 1 },
            flags: FLAGS.checked | FLAGS.enabled,
            row: 2,
            column: 0,
          },
        ],
        root: 7,
        window: 1,
        window_title: 'h',
        window_title_contains: 'i',
        depth: -1,
        limit: 3,
        include_hidden: false,
        detail: 'core',
      },
    });
  });

  it.each([
    [{ roleContains: 'button' }, ['push button', 'toggle button', 'radio button', 'spin button']],
    [{ roles: ['table cell', 'text'] }, ['text', 'table cell']],
    [{ roles: ['table cell', 'text'], roleContains: 'table' }, ['table cell']],
    [{ roleContains: 'banana' }, []],
    [{}, undefined],
  ])('%j are the roles %j', async (criteria, names) => {
    await using probe = await attached(answering(nothing));
    await probe.find({ ...query, steps: [criteria] }, forever);
    const roles = names?.map((name) => ROLES.indexOf(name));
    expect(fake.requests[0]?.params).toMatchObject({ steps: [roles === undefined ? {} : { roles }] });
    expect(JSON.stringify(fake.requests[0]).includes('"roles"')).toBe(names !== undefined);
  });

  it('gives nodes as a capture does', async () => {
    const batch = { windows: [], classes, rows: [row(5)] };
    await using probe = await attached(answering({ ...nothing, found: 1, more: true, truncated: ['time'] }, { batch }));
    expect(await probe.find(query, forever)).toMatchObject({
      nodes: [{ handle: 5, role: 'table cell', text: 'Pear', row: 3, column: 1, actions: ['select'] }],
      near: [],
      rootFound: true,
      more: true,
      truncated: ['time'],
      searched: { windows: 1, elements: 9, modelRows: 100 },
    });
  });

  it('tells what matches from what is only near, in the names of those who ask', async () => {
    const batch = { classes, rows: [row(5), row(6)] };
    const near = [
      { handle: 6, differs: ['roles', 'text'] },
      { handle: 5, differs: ['flags'] },
    ];
    await using probe = await attached(answering({ ...nothing, near }, { batch }));
    expect(await probe.find(query, forever)).toMatchObject({
      nodes: [],
      near: [
        { node: { handle: 6 }, differs: ['role', 'text'] },
        { node: { handle: 5 }, differs: ['states'] },
      ],
    });
  });

  it.each([
    ['fewer than were found', { ...nothing, found: 2 }],
    ['a near one that was never sent', { ...nothing, near: [{ handle: 9, differs: [] }] }],
  ])('refuses %s', async (_, result) => {
    await using probe = await attached(answering(result, { batch: { classes, rows: [row(5)] } }));
    await expect(probe.find(query, forever)).rejects.toMatchObject({ code: 'protocol_error' });
  });

  it('tells what the probe cannot take as a fault of the caller', async () => {
    await using probe = await attached(({ id }, send) =>
      send({ id, error: { code: 'bad_request', message: 'text_matches: missing )' } }),
    );
    await expect(probe.find(query, forever)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('missing )'),
    });
  });
});

describe('properties and methods', () => {
  const five = { value: 5, type: 'int', writable: true };

  it('are asked for and answered', async () => {
    await using probe = await attached(({ id, method }, send) => {
      if (method === 'read') send({ id, result: { state: 'ok', properties: { a: five }, missing: [] } });
      else if (method === 'write') send({ id, result: { state: 'ok', before: five, after: five, matches: true } });
      else send({ id, result: { state: 'returned', signature: 'm(int)', value: 5, type: 'int' } });
    });
    const property = { ...five, values: undefined, cut: undefined };
    expect(await probe.read(7, ['a'], { propDepth: 2, includeHidden: true }, forever)).toEqual({
      state: 'ok',
      properties: { a: property },
      missing: [],
    });
    expect(await probe.write(7, 'a', 5, visible, forever)).toEqual({
      state: 'ok',
      before: property,
      after: property,
      matches: true,
      message: undefined,
    });
    expect(await probe.call(7, 'm', [5], visible, forever)).toEqual({
      state: 'returned',
      signature: 'm(int)',
      value: 5,
      type: 'int',
    });
    expect(fake.requests.map(({ params }) => params)).toEqual([
      { handle: 7, names: ['a'], prop_depth: 2, include_hidden: true },
      { handle: 7, name: 'a', value: 5, include_hidden: false },
      { handle: 7, method: 'm', arguments: [5], include_hidden: false },
    ]);
  });

  it.each([
    [{ state: 'gone' }, { state: 'gone' }],
    [{ state: 'unknown' }, { state: 'unknown', nearest: [] }],
    [
      { state: 'bad_value', message: 'no' },
      { state: 'bad_value', message: 'no' },
    ],
    [{ state: 'running' }, { state: 'running' }],
  ])('a write that ended as %j is told as that', async (result, outcome) => {
    await using probe = await attached(answering(result));
    expect(await probe.write(7, 'a', 5, visible, forever)).toEqual(outcome);
  });

  it.each([
    [{ state: 'hidden' }, { state: 'hidden' }],
    [{ state: 'unknown' }, { state: 'unknown', signatures: [] }],
    [
      { state: 'threw', signature: 'm()', message: 'no' },
      { state: 'threw', signature: 'm()', message: 'no' },
    ],
    [
      { state: 'running', signature: 'm()' },
      { state: 'running', signature: 'm()' },
    ],
  ])('a call that ended as %j is told as that', async (result, outcome) => {
    await using probe = await attached(answering(result));
    expect(await probe.call(7, 'm', [], visible, forever)).toEqual(outcome);
  });

  it('an outcome without what belongs to it is refused', async () => {
    await using probe = await attached(answering({ state: 'threw' }));
    await expect(probe.call(7, 'm', [], visible, forever)).rejects.toMatchObject({ code: 'protocol_error' });
  });

  it('that are late say whether they may still take effect', async () => {
    await using probe = await attached(() => undefined);
    const late = { code: 'target_busy', delivery: 'uncertain' };
    await expect(probe.call(7, 'm', [], visible, AbortSignal.timeout(20))).rejects.toMatchObject(late);
    await expect(probe.write(7, 'a', 1, visible, AbortSignal.timeout(20))).rejects.toMatchObject(late);
    await expect(probe.grab(7, AbortSignal.timeout(20))).rejects.toMatchObject({ delivery: 'not_delivered' });
  });

  it('larger than the probe takes them are not sent', async () => {
    await using probe = await attached(answering({ state: 'ok' }));
    const huge = 'x'.repeat(2 * 1024 * 1024);
    await expect(probe.write(7, 'a', huge, visible, forever)).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(fake.requests).toEqual([]);
    expect(await probe.write(7, 'a', 'x', visible, forever)).toMatchObject({ state: 'ok' });
  });
});

describe('grab', () => {
  const facts = { window: 1, x: 3, y: 4, width: 2, height: 1, scale: 2, masked: 1 };
  const pixels = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]);

  function message(id: number, index: number, data = pixels): Buffer {
    const header = Buffer.alloc(8);
    header.writeUInt32LE(id, 0);
    header.writeUInt32LE(index, 4);
    return Buffer.concat([header, data]);
  }

  it('gives each picture its pixels, in whichever order they came', async () => {
    const other = Buffer.from([8, 7, 6, 5, 4, 3, 2, 1]);
    await using probe = await attached(({ id }, send) => {
      send(message(id, 1, other));
      send(message(id, 0));
      send({ id, result: { state: 'ok', pictures: [facts, { ...facts, window: 2 }] } });
    });
    expect(await probe.grab(undefined, forever)).toEqual({
      state: 'ok',
      pictures: [
        { ...facts, pixels },
        { ...facts, window: 2, pixels: other },
      ],
    });
    expect(fake.requests[0]).toMatchObject({ method: 'grab', params: { handle: 0 } });
  });

  it('of what is not there says why', async () => {
    await using probe = await attached(answering({ state: 'empty', pictures: [] }));
    expect(await probe.grab(7, forever)).toEqual({ state: 'empty' });
  });

  it.each([
    ['no pixels', []],
    ['too few pixels', [message(1, 0, pixels.subarray(4))]],
    ['pixels of another picture', [message(1, 5)]],
    ['pixels that nobody asked for', [message(77, 0)]],
    ['a message without a header', [Buffer.from([1, 2])]],
  ])('refuses %s', async (_, messages) => {
    await using probe = await attached(({ id }, send) => {
      for (const sent of messages) send(sent);
      send({ id, result: { state: 'ok', pictures: [facts] } });
    });
    await expect(probe.grab(7, forever)).rejects.toMatchObject({ code: 'protocol_error' });
  });
});
