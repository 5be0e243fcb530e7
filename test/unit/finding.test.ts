/** qt_find_element, through the official client. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, type FakeProbe, node, type Rig, rig, textOf } from './fakes.js';

let here: Rig;
let id: string;
let probe: FakeProbe;
beforeEach(async () => {
  here = await rig();
  ({ id, probe } = await here.launch());
});
afterEach(() => here[Symbol.asyncDispose]());

interface Element {
  element_id: number;
  [field: string]: unknown;
}

interface Answer {
  count: number;
  elements: Element[];
  nearest?: (Element & { differs: string[] })[];
}

async function find(query: unknown): Promise<Answer> {
  const result = await here.call('qt_find_element', { session_id: id, query });
  if (result.isError) throw new Error(textOf(result));
  return result.structuredContent as unknown as Answer; // its schema was checked by the client
}

const cell = node(40, 0, {
  role: 'table cell',
  className: 'QModelIndex',
  text: 'Pear',
  row: 3,
  column: 0,
  states: ['selectable', 'selected'],
  actions: ['select'],
});

describe('what is asked', () => {
  it('every field reaches the application in its own words', async () => {
    await find({
      type: 'QLabel',
      type_inherits: 'QFrame',
      role: 'Label',
      text: 'a',
      text_contains: 'b',
      text_matches: 'c.',
      object_name: 'd',
      qml_id: 'e',
      properties: { wordWrap: true },
      row: 1,
      column: 2,
      window_title: 'f',
      window_title_contains: 'g',
      depth: 4,
      limit: 5,
      include_hidden: true,
    });
    expect(probe.queries).toEqual([
      {
        steps: [
          {
            type: 'QLabel',
            typeInherits: 'QFrame',
            roleContains: 'Label',
            text: 'a',
            textContains: 'b',
            textMatches: 'c.',
            objectName: 'd',
            qmlId: 'e',
            properties: { wordWrap: true },
            row: 1,
            column: 2,
          },
        ],
        root: undefined,
        window: undefined,
        windowTitle: 'f',
        windowTitleContains: 'g',
        depth: 4,
        limit: 5,
        includeHidden: true,
        detail: 'core',
      },
    ]);
  });

  it('a selector is one, alone or with a scope', async () => {
    await find('QTableView >> row=3');
    await find({ selector: '#ok', limit: 1 });
    expect(probe.queries).toMatchObject([
      { steps: [{ typeInherits: 'QTableView' }, { row: 3 }], limit: 50, depth: -1, includeHidden: false },
      { steps: [{ objectName: 'ok' }], limit: 1 },
    ]);
  });

  it.each([
    ['button', { roleContains: 'button' }],
    ['tab', { roleContains: 'tab' }],
    ['textbox', { roles: ['text', 'password text'] }],
    ['CheckBox', { roles: ['check box'] }],
    ['push', { roleContains: 'push' }],
  ])('role %s is a part of a role, or else an ARIA role', async (role, criteria) => {
    await find({ role });
    expect(probe.queries[0]?.steps).toMatchObject([criteria]);
  });

  it('elements are named by their ids, in scopes and in values', async () => {
    await here.snapshot(id);
    probe.found = { nodes: probe.tree.slice(0, 3).map((found) => ({ ...found, parent: 0 })) };
    const [frame, panel, open] = (await find({})).elements.map(({ element_id }) => element_id);
    await find({ ancestor_id: panel, window_id: frame, properties: { buddy: { element_id: open } } });
    expect(probe.queries.at(-1)).toMatchObject({
      root: 2,
      window: 1,
      steps: [{ properties: { buddy: { $handle: 3 } } }],
    });
  });

  it.each([
    [{ txt: 'a' }, /unknown field "txt".*text_contains/],
    [{ selector: '#a', text: 'b', row: 1 }, /has a selector, and text, row besides/],
    ['role=push button', /at character 11.*quotes/],
    [{ limit: 0 }, /query.limit: .*1/],
    [{ limit: 501 }, /query.limit: .*500/],
    [{ properties: { buddy: { $handle: 3 } } }, /by \$handle.*element_id/s],
    [7, /argument query: .*object/],
  ])('%j is refused', async (query, message) => {
    const result = await here.call('qt_find_element', { session_id: id, query });
    expect(codeOf(result)).toBe('invalid_argument');
    expect(textOf(result)).toMatch(message);
    expect(probe.queries).toEqual([]);
  });

  it.each(['ancestor_id', 'window_id'])(
    'an unknown %s is stale, and so is one that the application has lost',
    async (scope) => {
      const unknown = await here.call('qt_find_element', { session_id: id, query: { [scope]: 987_654_321 } });
      expect(codeOf(unknown)).toBe('stale_element');
      probe.found = { nodes: [cell] };
      const [known] = (await find({})).elements;
      probe.found = { rootFound: false };
      const lost = await here.call('qt_find_element', { session_id: id, query: { [scope]: known?.element_id } });
      expect(codeOf(lost)).toBe('stale_element');
      expect(textOf(lost)).toContain('table cell "Pear"');
    },
  );
});

describe('what is answered', () => {
  it('is the elements with what tells of them', async () => {
    probe.found = { nodes: [cell], searched: { windows: 1, elements: 7, modelRows: 1000 } };
    const result = await here.call('qt_find_element', { session_id: id, query: { row: 3 } });
    expect(result.structuredContent).toMatchObject({
      count: 1,
      elements: [
        {
          role: 'table cell',
          className: 'QModelIndex',
          text: 'Pear',
          row: 3,
          column: 0,
          states: ['selectable', 'selected'],
          actions: ['select'],
          rect: { x: 0, y: 0, width: 10, height: 10 },
          global_rect: { x: 5, y: 6, width: 10, height: 10 },
          window_title: 'Fake',
        },
      ],
      more: false,
      truncated: false,
      searched: { windows: 1, elements: 7, model_rows: 1000 },
    });
    expect(textOf(result)).toMatch(
      /1 element matches.*1000 rows of item models[\s\S]*table cell "Pear" r3c0 selected: select/,
    );
  });

  it('ids of what is found can be used at once, stay the same, and expire by the next snapshot only', async () => {
    await here.snapshot(id);
    probe.found = { nodes: [cell] };
    const [first] = (await find({})).elements;
    const [again] = (await find({})).elements;
    expect(again?.element_id).toBe(first?.element_id);
    const use = (): Promise<string | undefined> =>
      here.call('qt_find_element', { session_id: id, query: { ancestor_id: first?.element_id } }).then(codeOf);
    expect(await use()).toBeUndefined();
    await here.call('qt_get_snapshot', { session_id: id });
    expect(await use()).toBeUndefined();
    await here.snapshot(id);
    expect(await use()).toBe('stale_element');
  });

  it('expires nothing that a snapshot has listed', async () => {
    await here.snapshot(id);
    probe.found = { nodes: [node(3, 0)] };
    const [open] = (await find({})).elements;
    probe.found = {};
    await find({ text: 'nothing' });
    probe.found = { nodes: [node(3, 0)] };
    expect((await find({ ancestor_id: open?.element_id })).count).toBe(1);
  });

  it('of nothing says what was searched and what comes closest', async () => {
    probe.found = {
      near: [{ node: cell, differs: ['text'] }],
      searched: { windows: 2, elements: 30, modelRows: 0 },
    };
    const result = await here.call('qt_find_element', { session_id: id, query: { text: 'Peach' } });
    expect(result.structuredContent).toMatchObject({
      count: 0,
      elements: [],
      searched: { windows: 2, elements: 30, model_rows: 0 },
      nearest: [{ text: 'Pear', differs: ['text'] }],
    });
    expect(textOf(result)).toMatch(
      /Nothing matches, of 30 elements in 2 windows[\s\S]*include_hidden[\s\S]*"Pear".*differs in text/,
    );
    const closest = (result.structuredContent as unknown as Answer).nearest?.[0]?.element_id;
    expect(
      (await here.call('qt_find_element', { session_id: id, query: { ancestor_id: closest } })).isError,
    ).toBeUndefined();
  });

  it('says what was left out', async () => {
    probe.found = { nodes: [cell], more: true, truncated: ['time'] };
    const result = await here.call('qt_find_element', { session_id: id, query: {} });
    expect(result.structuredContent).toMatchObject({ more: true, truncated: true, truncated_by: ['time'] });
    expect(textOf(result)).toMatch(/limit ended[\s\S]*\(time\)/);
  });

  it('fits into a message however long the texts are', async () => {
    probe.found = {
      nodes: Array.from({ length: 500 }, (_, i) => ({ ...cell, handle: 100 + i, text: 'ö'.repeat(10_000) })),
    };
    const result = await here.call('qt_find_element', { session_id: id, query: { limit: 500 } });
    expect(textOf(result).length).toBeLessThan(100_000);
    expect(textOf(result)).toMatch(/and \d+ more, in the structured answer/);
    expect(Buffer.byteLength(here.messages.at(-1) ?? '')).toBeLessThan(8 * 1024 * 1024);
    const { elements } = result.structuredContent as unknown as Answer;
    expect(elements).toHaveLength(500);
    expect(elements[0]).toMatchObject({ cut: { text: 10_000 } });
  });
});
