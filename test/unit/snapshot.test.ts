/** From the probe's elements to the file, its outline and its parts. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outlineHeader } from '../../resources/outline.js';
import { readPart } from '../../resources/part.js';
import type { SnapshotHead, SnapshotNode, SnapshotTail } from '../../resources/snapshot.js';
import { parseSnapshotUri } from '../../resources/uri.js';
import type { ProbeNode } from '../../server/ports.js';
import { codeOf, type FakeProbe, flatTree, node, type Rig, rig, SMALL_TREE, textOf, window } from './fakes.js';

type Node = SnapshotNode & { children: Node[] };
type Document = SnapshotHead & SnapshotTail & { nodes: Node[] };

const schema = JSON.parse(readFileSync(new URL('../../resources/snapshot.schema.json', import.meta.url), 'utf8'));
const isSnapshot = new Ajv({ allErrors: true }).compile<Document>(schema);
const unlimited = { bytes: Number.POSITIVE_INFINITY, cost: Buffer.byteLength };

let here: Rig;
beforeEach(async () => {
  here = await rig();
});
afterEach(() => here[Symbol.asyncDispose]());

function parse(text: string): Document {
  const document: unknown = JSON.parse(text);
  if (!isSnapshot(document)) throw new Error(JSON.stringify(isSnapshot.errors));
  return document;
}

async function take(prepare: (probe: FakeProbe) => void, more: Record<string, unknown> = {}): Promise<Document> {
  const { id } = await here.launch(prepare);
  return parse(await here.read(await here.snapshot(id, more)));
}

function flatten(nodes: Node[]): Node[] {
  return nodes.flatMap((found) => [found, ...flatten(found.children)]);
}

function shape(nodes: Node[]): unknown[] {
  return nodes.map((found) => [found.text ?? found.role, ...shape(found.children)]);
}

/** Three levels of ten, with a window of its own name. */
function deepTree(): ProbeNode[] {
  const tree = [node(1, 0, { role: 'frame', text: 'Deep' })];
  for (let a = 0; a < 10; a += 1) {
    tree.push(node(10 + a, 1, { role: 'panel', objectName: `group${a}` }));
    for (let b = 0; b < 10; b += 1) {
      tree.push(node(100 + 10 * a + b, 10 + a, { role: 'panel' }));
      for (let c = 0; c < 10; c += 1)
        tree.push(node(1000 + 100 * a + 10 * b + c, 100 + 10 * a + b, { text: `Leaf ${a}${b}${c}` }));
    }
  }
  return tree;
}

describe('the file', () => {
  it('has the tree with the names of the contract', async () => {
    const document = await take(() => undefined);
    expect(document).toMatchObject({
      schema_version: 1,
      session_id: expect.stringMatching(/^qt-[0-9a-f]{8}$/),
      snapshot_id: expect.stringMatching(/^s[0-9a-f]{8}$/),
      backend: 'qt',
      params: { detail: 'extended', root_id: 0, max_depth: -1, prop_depth: 1, include_hidden: false },
      element_count: 6,
      truncated: false,
      truncated_by: [],
    });
    expect(shape(document.nodes)).toEqual([['Fake', ['panel', ['Open'], ['Save "as"'], ['Quit']], ['hello']]]);
    const [root] = document.nodes;
    expect(document.windows).toMatchObject([
      { objID: root?.objID, title: 'Fake', native_id: 77, coordinate_space: 'screen' },
    ]);
    for (const found of flatten(document.nodes))
      expect(found).toMatchObject({ topLevelId: root?.objID, windowTitle: 'Fake' });
    expect(flatten(document.nodes)[2]).toEqual({
      className: 'QWidget',
      objID: expect.any(Number),
      objectName: 'open',
      role: 'push button',
      text: 'Open',
      states: [],
      rect: { x: 0, y: 0, width: 10, height: 10 },
      global_rect: { x: 5, y: 6, width: 10, height: 10 },
      z_order: 0,
      visible: true,
      enabled: true,
      opacity: 1,
      clip: false,
      topLevelId: root?.objID,
      windowTitle: 'Fake',
      properties: {},
      children: [],
    });
  });

  it('has whatever an element may have, and any text as it is', async () => {
    const text = 'line\n"quoted" \\ \u2028\u0000 ]},{"children":[ 🎉 \ud800';
    const document = await take((probe) => {
      probe.windows = [window(1, { coordinateSpace: 'window', nativeId: undefined })];
      probe.truncated = ['depth', 'nodes'];
      probe.tree = [
        node(1, 0, {
          text,
          colorAlpha: 0.5,
          qmlId: 'root',
          name: 'a',
          description: 'b',
          value: 1,
          minimum: 0,
          maximum: 2,
          rows: 3,
          columns: 4,
          row: 5,
          column: 6,
          level: 1,
          shortcut: 'Ctrl+S',
          states: ['checked'],
          actions: ['toggle', 'focus'],
          opaque: true,
          isPassword: true,
          cut: { text: 20_000 },
          omitted: 7,
          properties: { children: [], echo: { masked: true }, text },
        }),
      ];
    });
    expect(document.nodes[0]).toMatchObject({
      text,
      coordinate_space: 'window',
      color_alpha: 0.5,
      qml_id: 'root',
      name: 'a',
      description: 'b',
      value: 1,
      minimum: 0,
      maximum: 2,
      rows: 3,
      columns: 4,
      row: 5,
      column: 6,
      level: 1,
      shortcut: 'Ctrl+S',
      states: ['checked'],
      actions: ['toggle', 'focus'],
      opaque: true,
      is_password: true,
      cut: { text: 20_000 },
      children_omitted: 7,
      properties: { children: [], echo: { masked: true } },
    });
    expect(document).toMatchObject({ truncated: true, truncated_by: ['depth', 'nodes'] });
  });

  it('names objects in properties by their element ids, and never by handles', async () => {
    const document = await take((probe) => {
      probe.tree = [
        node(1, 0, { properties: { handle: 5 } }),
        node(2, 1, {
          properties: {
            parent: { $handle: 1, className: 'QWidget' },
            list: [{ $handle: 1 }, { $handle: 99, className: 'QAction', properties: { owner: { $handle: 1 } } }],
            size: { width: 1, height: 2 },
            none: null,
          },
        }),
      ];
    });
    const [root, child] = flatten(document.nodes);
    expect(root?.properties).toEqual({ handle: 5 });
    expect(child?.properties).toEqual({
      parent: { objID: root?.objID, className: 'QWidget' },
      list: [
        { objID: root?.objID },
        { objID: expect.any(Number), className: 'QAction', properties: { owner: { objID: root?.objID } } },
      ],
      size: { width: 1, height: 2 },
      none: null,
    });
  });

  it('of an application without a window is valid, and both texts say so', async () => {
    const { id } = await here.launch((probe) => {
      probe.tree = [];
      probe.windows = [];
    });
    const result = await here.call('qt_snapshot', { session_id: id });
    expect(textOf(result)).toContain('shows no window');
    const { uri } = (result.structuredContent as { result: { uri: string } }).result;
    expect(parse(await here.read(uri))).toMatchObject({ nodes: [], windows: [], element_count: 0 });
    expect(await here.read(uri.replace('.json', '.txt'))).toContain('no window is shown');
  });

  it('is not written if the capture fails, and ids stay as they were', async () => {
    const { id, probe } = await here.launch();
    const uri = await here.snapshot(id);
    const [, , open] = flatten(parse(await here.read(uri)).nodes);
    probe.tree = [node(1, 0), node(2, 99)];
    expect(codeOf(await here.call('qt_snapshot', { session_id: id }))).toBe('protocol_error');
    expect(here.store.list()).toHaveLength(1);
    probe.tree = SMALL_TREE;
    const view = await here.call('qt_get_snapshot', { session_id: id, root_id: open?.objID });
    expect(view.isError).toBeUndefined();
  });

  it('of 10,000 elements is written in a fraction of the time that reading them takes', async () => {
    const { id } = await here.launch((probe) => {
      probe.tree = flatTree(10_000);
    });
    const times = [];
    for (let round = 0; round < 7; round += 1) {
      const start = performance.now();
      await here.snapshot(id);
      times.push(performance.now() - start);
    }
    const [fastest = 0] = times.sort((a, b) => a - b);
    expect(fastest).toBeLessThan(150);
  });
});

describe('roots', () => {
  async function idsOf(id: string): Promise<Map<string | undefined, number>> {
    const document = parse(await here.read(await here.snapshot(id)));
    return new Map(flatten(document.nodes).map((found) => [found.text, found.objID]));
  }

  it('a live root gives its subtree', async () => {
    const { id, probe } = await here.launch();
    const group = flatten(parse(await here.read(await here.snapshot(id))).nodes)[1];
    const document = parse(await here.read(await here.snapshot(id, { root_id: group?.objID })));
    expect(probe.captures.at(-1)?.root).toBe(2);
    expect(shape(document.nodes)).toEqual([['panel', ['Open'], ['Save "as"'], ['Quit']]]);
    expect(document.root_fallback).toBeUndefined();
  });

  it('qt_snapshot with a stale root reads all windows and says so everywhere', async () => {
    const { id, probe } = await here.launch();
    const open = (await idsOf(id)).get('Open') ?? 0;
    probe.tree = SMALL_TREE.filter(({ handle }) => handle !== 3);
    for (const reason of [/destroyed or hidden/, /not in the newest snapshot/]) {
      const result = await here.call('qt_snapshot', { session_id: id, root_id: open, max_depth: -1 });
      expect(textOf(result)).toMatch(new RegExp(`root_fallback: element ${open} .*${reason.source}.*all windows`));
      const { uri } = (result.structuredContent as { result: { uri: string } }).result;
      const document = parse(await here.read(uri));
      expect(document.root_fallback).toEqual({ asked_id: open, reason: expect.stringMatching(reason) });
      expect(document.element_count).toBe(5);
      expect(await here.read(uri.replace('.json', '.txt'))).toMatch(reason);
    }
  });

  it('qt_get_snapshot with a stale root is an error that names it as it was last shown', async () => {
    const { id, probe } = await here.launch();
    const open = (await idsOf(id)).get('Open') ?? 0;
    probe.tree = SMALL_TREE.filter(({ handle }) => handle !== 3);
    const gone = await here.call('qt_get_snapshot', { session_id: id, root_id: open });
    expect(codeOf(gone)).toBe('stale_element');
    expect(textOf(gone)).toMatch(/push button "Open".*destroyed or hidden/);
    await here.snapshot(id);
    expect(textOf(await here.call('qt_get_snapshot', { session_id: id, root_id: open }))).toMatch(
      /"Open".*newest snapshot/,
    );
    expect(codeOf(await here.call('qt_get_snapshot', { session_id: id, root_id: 999_999_999 }))).toBe('stale_element');
  });

  it('qt_get_snapshot takes no id away', async () => {
    const { id } = await here.launch();
    const ids = await idsOf(id);
    await here.call('qt_get_snapshot', { session_id: id, root_id: ids.get('Open'), max_depth: 0 });
    const view = await here.call('qt_get_snapshot', { session_id: id, root_id: ids.get('hello'), max_depth: 0 });
    expect(view.isError).toBeUndefined();
  });
});

describe('the outline', () => {
  it('has a line an element, folds what says nothing, and marks what differs', async () => {
    const { id } = await here.launch((probe) => {
      probe.windows = [window(1, { modal: true })];
      probe.tree = [
        ...SMALL_TREE,
        node(7, 1, { role: 'panel', objectName: 'qt_scrollarea_viewport' }),
        node(8, 7, {
          role: 'slider',
          value: 3,
          minimum: 0,
          maximum: 9,
          objectName: 'volume',
          states: ['focusable', 'focused'],
        }),
        node(9, 1, { role: 'panel', omitted: 4 }),
        node(10, 1, { role: 'password text', isPassword: true }),
        node(11, 1, { role: 'text', text: 'x'.repeat(300), visible: false }),
      ];
    });
    const outline = await here.read((await here.snapshot(id)).replace('.json', '.txt'));
    const [header, ...lines] = outline.trimEnd().split('\n');
    expect(header).toMatch(/^# snapshot s[0-9a-f]{8} of qt-[0-9a-f]{8}, fake \(pid \d+\), .*: 11 elements, 1 windows/);
    expect(lines.map((line) => line.replace(/\[\d+\]/, '[n]'))).toEqual([
      '[n] frame "Fake" 400x300 active modal',
      '  [n] push button "Open"',
      '  [n] push button "Save \\"as\\""',
      '  [n] push button "Quit" disabled',
      '  [n] text "hello"',
      '  [n] slider #volume = 3 (0..9) focused',
      '  [n] panel +4 children',
      '  [n] password text (password)',
      `  [n] text "${'x'.repeat(200)}"… (300 long) hidden`,
    ]);
  });

  async function lines(change: (probe: FakeProbe) => void): Promise<string[]> {
    const { id } = await here.launch(change);
    const outline = await here.read((await here.snapshot(id)).replace('.json', '.txt'));
    return outline
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().replace(/\[\d+\] /, ''));
  }

  it('cannot be forged by names that the application gives', async () => {
    const forged = 'x\n[1] push button "Yes"';
    expect(
      await lines((probe) => {
        probe.tree = [
          node(1, 0, { role: 'frame' }),
          node(2, 1, { objectName: forged }),
          node(3, 1, { qmlId: 'two words' }),
          node(4, 1, { objectName: 'ns::plain-1.2' }),
          node(5, 1, { text: 'a\u2028b' }),
        ];
      }),
    ).toEqual([
      'frame "Fake" 400x300 active',
      `push button #${JSON.stringify(forged)}`,
      'push button #"two words"',
      'push button #ns::plain-1.2',
      'push button "a\\u2028b"',
    ]);
    const document = await take(() => undefined);
    const header = outlineHeader({ ...document, application: { pid: 4711, name: forged } }, document);
    expect(header).toContain(`, ${JSON.stringify(forged)} (pid 4711), `);
  });

  it('shows the text of a control that is a window, tool tips and placeholders where there is no text, and that secrets are kept back', async () => {
    const masked = { text: { masked: true } };
    expect(
      await lines((probe) => {
        probe.windows = [window(1, { title: 'program name' })];
        probe.tree = [
          node(1, 0, { text: 'Press' }),
          node(2, 1, { description: 'Save the file', objectName: 'save' }),
          node(3, 1, { text: 'Open', description: 'Opens a file' }),
          node(4, 1, { role: 'label', objectName: 'echo', properties: masked }),
          node(5, 1, { role: 'password text', isPassword: true, properties: masked }),
          node(6, 1, { role: 'text', properties: { placeholderText: 'Filter' } }),
          node(7, 1, { role: 'text', text: 'typed', properties: { placeholderText: 'Filter' } }),
        ];
      }),
    ).toEqual([
      'push button "Press" titled "program name" 400x300 active',
      'push button #save "Save the file"',
      'push button "Open"',
      'label #echo (masked)',
      'password text (password)',
      'text placeholder "Filter"',
      'text "typed"',
    ]);
  });

  it('says where cells and entries stand, and keys, in few words', async () => {
    const actions: ProbeNode['actions'] = ['press'];
    expect(
      await lines((probe) => {
        probe.tree = [
          node(1, 0, { role: 'table', rows: 1_000_000, columns: 50, objectName: 'data' }),
          node(2, 1, { role: 'table row' }),
          node(3, 2, { role: 'table column header', text: 'Name', column: 0 }),
          node(4, 2, { role: 'table row header', text: '8', row: 7 }),
          node(5, 1, {
            role: 'table cell',
            text: 'x',
            row: 7,
            column: 0,
            states: ['selectable', 'selected', 'editable'],
          }),
          node(6, 1, { role: 'table cell', row: 7, column: 1, states: ['checkable', 'checked'] }),
          node(7, 1, {
            role: 'tree item',
            text: 'top',
            row: 0,
            column: 0,
            level: 1,
            states: ['expandable', 'expanded'],
          }),
          node(8, 1, { role: 'tree item', text: 'sub', row: 2, column: 0, level: 2, states: ['expandable'] }),
          node(9, 1, { role: 'list item', text: 'entry', row: 3, column: 0 }),
          node(10, 1, { role: 'menu', text: 'File', states: ['expandable', 'has-popup'] }),
          node(11, 1, { role: 'menu item', text: 'Save', shortcut: 'Ctrl+S' }),
          node(12, 1, { role: 'menu item', text: 'Quit', shortcut: 'Ctrl+K, Ctrl+"' }),
          node(13, 1, { role: 'check box', text: 'Wrap', states: ['checkable'] }),
          node(14, 1, { role: 'unknown', actions }),
          node(15, 1, { role: 'unknown', actions: ['focus', 'scroll'] }),
        ];
      }),
    ).toEqual([
      'table "Fake" 1000000 rows 50 columns 400x300 active',
      'table column header "Name" c0',
      'table row header "8" r7',
      'table cell "x" r7c0 selected',
      'table cell r7c1 checked',
      'tree item "top" r0c0 expanded',
      'tree item "sub" r2c0 level 2 expandable',
      'list item "entry" r3',
      'menu "File"',
      'menu item "Save" (Ctrl+S)',
      'menu item "Quit" ("Ctrl+K, Ctrl+\\"")',
      'check box "Wrap"',
      'unknown',
    ]);
  });

  it('marks what is wholly outside its window, or cut off by what it is in', async () => {
    const at = (x: number, y: number, width = 20, height = 20) => ({ rect: { x, y, width, height } });
    expect(
      await lines((probe) => {
        probe.windows = [window(1, { devicePixelRatio: 2, rect: { x: 0, y: 0, width: 400, height: 300 } })];
        probe.tree = [
          node(1, 0, { role: 'frame', ...at(-500, 0) }),
          node(2, 1, { text: 'left', ...at(-20, 0) }),
          node(3, 1, { text: 'partly', ...at(-19, 149) }),
          node(4, 1, { text: 'right', states: ['checked'], ...at(200, 0) }),
          node(5, 1, { text: 'below', ...at(0, 150) }),
          node(6, 1, { text: 'hidden', visible: false, ...at(0, -50) }),
          node(7, 1, { text: 'empty', ...at(0, 0, 0, 0) }),
          node(8, 1, { role: 'scroll pane', objectName: 'pane', clip: true, ...at(10, 10, 50, 50) }),
          node(9, 8, { role: 'filler', ...at(10, -200, 50, 1000) }),
          node(10, 9, { text: 'scrolled in', ...at(10, 50) }),
          node(11, 9, { text: 'scrolled away', clip: true, ...at(10, 60) }),
          node(12, 11, { text: 'in that', ...at(10, 60) }),
          node(13, 1, { role: 'filler', objectName: 'loose', ...at(10, 10, 50, 50) }),
          node(14, 13, { text: 'stands out', ...at(70, 70) }),
        ];
      }),
    ).toEqual([
      'frame "Fake" 400x300 active',
      'push button "left" offscreen',
      'push button "partly"',
      'push button "right" checked offscreen',
      'push button "below" offscreen',
      'push button "hidden" hidden',
      'push button "empty"',
      'scroll pane #pane',
      'push button "scrolled in"',
      'push button "scrolled away" offscreen',
      'push button "in that" offscreen',
      'filler #loose',
      'push button "stands out"',
    ]);
  });
});

describe('parts', () => {
  async function deep(): Promise<string> {
    const { id } = await here.launch((probe) => {
      probe.tree = deepTree();
    });
    return here.snapshot(id);
  }

  it('a subtree, some levels, what a query finds, as JSON and as text', async () => {
    const uri = await deep();
    const whole = parse(await here.read(uri));
    const group = flatten(whole.nodes).find(({ objectName }) => objectName === 'group3');
    const part = parse(await here.read(`${uri}?root_id=${group?.objID}&depth=1`));
    expect(part.part).toEqual({ root_id: group?.objID, depth: 1 });
    expect(part).toMatchObject({ element_count: 11, truncated: true, truncated_by: ['depth'] });
    expect(part.nodes[0]?.children.map((child) => child.children_omitted)).toEqual(Array(10).fill(10));

    const found = parse(await here.read(`${uri}?query=lEaF%20123`));
    expect(shape(found.nodes)).toEqual([['Deep', ['panel', ['panel', ['Leaf 123']]]]]);
    expect(found).toMatchObject({
      truncated: false,
      element_count: 4,
      part: { root_id: 0, depth: -1, query: 'lEaF 123' },
    });

    const text = await here.read(`${uri.replace('.json', '.txt')}?query=Leaf+123`);
    expect(text).toMatch(
      /# part: .*query "Leaf 123"\n\[\d+\] frame "Deep" titled "Fake" .*\n {2}\[\d+\] panel #group1\n {4}\[\d+\] push button "Leaf 123"\n$/,
    );
    expect(await here.read(`${uri}?root_id=0`)).toBe(await here.read(uri));
  });

  it('the whole, read in its parts, is what was written', async () => {
    const uri = await deep();
    const { which, sessionId } = parseSnapshotUri(uri) ?? { which: 0, sessionId: '' };
    const file = here.store.find(sessionId, which)?.jsonFile ?? '';
    const { text } = await readPart(file, { root_id: 0, depth: -1 }, 'json', unlimited);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it.each([
    ['?root_id=999999999', /no element/],
    ['?root_id=-1', /not found/],
    ['?depth=-2', /not found/],
    ['?offset=-1', /not found/],
    ['?other=1', /not found/],
    [`?query=${'q'.repeat(1001)}`, /not found/],
  ])('%s is not there', async (search, message) => {
    const uri = await deep();
    await expect(here.read(uri + search)).rejects.toMatchObject({
      code: -32002,
      message: expect.stringMatching(message),
    });
  });

  it('read_snapshot answers text below 100 kB, cut by whole levels first, and says how to go on', async () => {
    const { id } = await here.launch((probe) => {
      probe.tree = [
        ...deepTree(),
        ...Array.from({ length: 20_000 }, (_, i) => node(10_000 + i, 1999, { text: `Low ${i}` })),
      ];
    });
    const uri = await here.snapshot(id);
    for (const format of ['text', 'json']) {
      const result = await here.call('read_snapshot', { uri, format });
      expect(Buffer.byteLength(textOf(result))).toBeLessThan(100_000);
      expect(Buffer.byteLength(textOf(result))).toBeGreaterThan(50_000);
      expect(textOf(result)).toMatch(/Cut to size: go on with/);
      expect(result.structuredContent).toMatchObject({ truncated: true, truncated_by: ['size'] });
    }
    const json = textOf(await here.call('read_snapshot', { uri, format: 'json', depth: 2 }));
    expect(parse(json.slice(json.indexOf('{'))).truncated_by).toContain('depth');
    const found = await here.call('read_snapshot', { uri, query: 'Low 1999' });
    expect(textOf(found)).toMatch(/^11 elements match "Low 1999"\./);
    expect(textOf(found)).toContain('"Low 19999"');
    const many = await here.call('read_snapshot', { uri, query: 'Low' });
    expect(many.structuredContent).toMatchObject({ matches: 20_000, truncated_by: ['size'] });
    expect(Buffer.byteLength(textOf(many))).toBeLessThan(100_000);
  });

  it.each(['json', 'text'] as const)('read_snapshot goes on where it was cut, flat or deep, as %s', async (format) => {
    const { id } = await here.launch((probe) => {
      probe.tree = [
        ...deepTree(),
        ...Array.from({ length: 3_000 }, (_, i) => node(10_000 + i, 1999, { text: `Low ${i}` })),
      ];
    });
    const uri = await here.snapshot(id);
    const every = flatten(parse(await here.read(uri)).nodes).filter(({ text }) => text !== undefined);
    const isShown = new RegExp(format === 'json' ? '"objID":(\\d+)' : '^ *\\[(\\d+)\\]', 'gm');
    for (const query of [undefined, 'Low']) {
      const seen = new Set<number>();
      let offset: number | undefined = 0;
      for (let rounds = 0; offset !== undefined && rounds < 30; rounds += 1) {
        const result = await here.call('read_snapshot', { uri, format, query, offset });
        const text = textOf(result);
        expect(Buffer.byteLength(text)).toBeLessThan(100_000);
        for (const [, objID] of text.matchAll(isShown)) seen.add(Number(objID));
        const next: unknown = result.structuredContent?.next_offset;
        if (next !== undefined) expect(text).toContain(`go on with offset ${next}`);
        offset = typeof next === 'number' ? next : undefined;
      }
      expect(offset).toBeUndefined();
      const wanted = every.filter(({ text }) => text?.includes(query ?? ''));
      expect(wanted.length).toBeGreaterThanOrEqual(3_000);
      expect(wanted.filter(({ objID }) => !seen.has(objID))).toEqual([]);
    }
  });

  it('read_snapshot reads the part that the uri names, but for what the arguments say', async () => {
    const uri = await deep();
    const part = await here.call('read_snapshot', { uri: `${uri}?depth=1&query=group3`, format: 'json' });
    expect(part.structuredContent).toMatchObject({ uri: `${uri}?depth=1&query=group3`, elements: 2, matches: 1 });
    const other = await here.call('read_snapshot', { uri: `${uri}?depth=1&query=group3`, depth: 0, query: '' });
    expect(other.structuredContent).toMatchObject({ uri: `${uri.replace('.json', '.txt')}?depth=0`, elements: 1 });
    expect(textOf(other)).toContain('# part: root_id 0, depth 0\n');
  });

  it('read_snapshot takes latest, and refuses what is not there with a remedy', async () => {
    const uri = await deep();
    const latest = uri.replace('snapshot_1', 'latest');
    expect((await here.call('read_snapshot', { uri: latest, depth: 0 })).structuredContent).toMatchObject({
      uri: `${uri.replace('.json', '.txt')}?depth=0`,
      elements: 1,
    });
    for (const wrong of ['nonsense', uri.replace('_1', '_2'), 'file:///etc/passwd', uri.replace('qt-', '../qt-')]) {
      const result = await here.call('read_snapshot', { uri: wrong });
      expect(codeOf(result)).toBe('unknown_snapshot');
      expect(textOf(result)).toContain('qt_snapshot');
    }
    expect(codeOf(await here.call('read_snapshot', { uri, root_id: 999_999_999 }))).toBe('invalid_argument');
  });
});
