/** qt_get_property, qt_set_property and qt_call_method, through the official client. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PropertyValue } from '../../server/ports.js';
import { codeOf, type FakeProbe, type Rig, rig, textOf, window } from './fakes.js';

let here: Rig;
let id: string;
let probe: FakeProbe;
/** Ids of the elements of the small tree, by handle. */
let ids: Map<number, number>;
beforeEach(async () => {
  here = await rig();
  ({ id, probe } = await here.launch());
  const document: unknown = JSON.parse(await here.read(await here.snapshot(id)));
  const listed = [...JSON.stringify(document).matchAll(/"objID":(\d+),"objectName"/g)];
  ids = new Map(listed.map(([, objID], index) => [index + 1, Number(objID)]));
});
afterEach(() => here[Symbol.asyncDispose]());

function call(tool: string, handle: number, more: Record<string, unknown> = {}): Promise<CallToolResult> {
  return here.call(tool, { session_id: id, element_id: ids.get(handle), ...more });
}

function value(of: unknown, more: Partial<PropertyValue> = {}): PropertyValue {
  return { value: of, type: 'int', writable: true, values: undefined, cut: undefined, ...more };
}

describe('every one of them', () => {
  it.each([
    ['qt_get_property', { name: 'text' }],
    ['qt_set_property', { name: 'text', value: 'a' }],
    ['qt_call_method', { method: 'click' }],
  ])('%s leaves hidden elements alone unless asked, and tells what is gone', async (tool, args) => {
    probe.readOutcome = probe.writeOutcome = probe.callOutcome = { state: 'hidden' };
    const hidden = await call(tool, 3, args);
    expect(codeOf(hidden)).toBe('element_hidden');
    expect(textOf(hidden)).toMatch(/push button "Open".*not shown[\s\S]*include_hidden/);
    await call(tool, 3, { ...args, include_hidden: true });
    expect(probe.asked.map((request) => request.at(-1))).toMatchObject([
      { includeHidden: false },
      { includeHidden: true },
    ]);
    probe.readOutcome = probe.writeOutcome = probe.callOutcome = { state: 'gone' };
    expect(codeOf(await call(tool, 3, args))).toBe('stale_element');
    expect(codeOf(await here.call(tool, { session_id: id, element_id: 987_654_321, ...args }))).toBe('stale_element');
  });
});

describe('reading', () => {
  it('answers values with their types, and elements by ids that can be used', async () => {
    probe.readOutcome = {
      state: 'ok',
      properties: {
        value: value(5),
        echoMode: value('Password', { type: 'EchoMode', values: ['Normal', 'Password'], writable: false }),
        buddy: value({ $handle: 6, className: 'QLineEdit' }, { type: 'QWidget*' }),
        model: value([{ $handle: 70, className: 'QStandardItemModel' }]),
      },
      missing: [],
    };
    const result = await call('qt_get_property', 3);
    expect(probe.asked[0]).toEqual([3, [], { propDepth: 0, includeHidden: false }]);
    const model = expect.any(Number);
    expect(result.structuredContent).toEqual({
      element_id: ids.get(3),
      properties: {
        value: { value: 5, type: 'int', writable: true },
        echoMode: { value: 'Password', type: 'EchoMode', writable: false, values: ['Normal', 'Password'] },
        buddy: { value: { element_id: ids.get(6), className: 'QLineEdit' }, type: 'QWidget*', writable: true },
        model: { value: [{ element_id: model, className: 'QStandardItemModel' }], type: 'int', writable: true },
      },
    });
    expect(textOf(result)).toContain('echoMode: "Password" (EchoMode; read-only; one of Normal, Password)');
    const [, referred] = /"element_id":(\d+),"className":"QStandardItemModel"/.exec(textOf(result)) ?? [];
    const used = await here.call('qt_get_property', { session_id: id, element_id: Number(referred) });
    expect(used.isError).toBeUndefined();
    expect(probe.asked.at(-1)?.[0]).toBe(70);
  });

  it('of one or several names tells which there are not, and fails if there is none of them', async () => {
    const missing = [{ name: 'txt', nearest: ['text'] }];
    probe.readOutcome = { state: 'ok', properties: { value: value(5) }, missing };
    const some = await call('qt_get_property', 3, { names: ['value', 'txt'], prop_depth: 2 });
    expect(probe.asked[0]).toEqual([3, ['value', 'txt'], { propDepth: 2, includeHidden: false }]);
    expect(some.structuredContent).toMatchObject({ properties: { value: { value: 5 } }, missing });
    probe.readOutcome = { state: 'ok', properties: {}, missing };
    const none = await call('qt_get_property', 3, { name: 'txt' });
    expect(codeOf(none)).toBe('unknown_property');
    expect(textOf(none)).toMatch(/no property "txt"[\s\S]*text/);
  });

  it('too much for a message is refused', async () => {
    probe.readOutcome = { state: 'ok', properties: { text: value('x'.repeat(5_000_000)) }, missing: [] };
    expect(codeOf(await call('qt_get_property', 3))).toBe('answer_too_large');
  });

  it('name and names together are refused', async () => {
    expect(codeOf(await call('qt_get_property', 3, { name: 'a', names: ['b'] }))).toBe('invalid_argument');
  });
});

describe('setting', () => {
  it.each([
    ['confirmed', { before: value(1), after: value(5), matches: true }],
    ['confirmed', { before: value(1), after: value(5), matches: undefined }],
    ['observed_change', { before: value(1), after: value(4), matches: false }],
    ['unverifiable', { before: value(4), after: value(4), matches: false }],
    ['unverifiable', { before: value(1), after: undefined, matches: undefined }],
    ['unverifiable', { before: value({ masked: true }), after: value({ masked: true }), matches: undefined }],
  ])('is %s after %j', async (effect, readBack) => {
    probe.writeOutcome = { state: 'ok', message: undefined, ...readBack };
    const result = await call('qt_set_property', 3, { name: 'value', value: 5 });
    expect(result.structuredContent).toMatchObject({ effect, status: 'returned', name: 'value' });
    expect(textOf(result)).toContain(effect);
  });

  it('says what the setter threw', async () => {
    probe.writeOutcome = {
      state: 'ok',
      before: value(1),
      after: value(5),
      matches: true,
      message: 'The setter threw: no more',
    };
    const result = await call('qt_set_property', 3, { name: 'value', value: 5 });
    expect(result.structuredContent).toMatchObject({ effect: 'confirmed', thrown: 'The setter threw: no more' });
  });

  it('takes elements by their ids, and answers them so', async () => {
    const buddy = value({ $handle: 6, className: 'QLineEdit' });
    probe.writeOutcome = { state: 'ok', before: value(null), after: buddy, matches: true, message: undefined };
    const result = await call('qt_set_property', 3, { name: 'buddy', value: { element_id: ids.get(6) } });
    expect(probe.asked[0]).toEqual([3, 'buddy', { $handle: 6 }, { includeHidden: false }]);
    expect(result.structuredContent).toMatchObject({ after: { value: { element_id: ids.get(6) } } });
    const stale = await call('qt_set_property', 3, { name: 'buddy', value: { element_id: 987_654_321 } });
    expect(codeOf(stale)).toBe('stale_element');
  });

  it.each([
    [{ state: 'unknown', nearest: ['value'] }, 'unknown_property', /"valeu"[\s\S]*value/],
    [{ state: 'read_only', before: undefined }, 'property_read_only', /"valeu"/],
    [
      { state: 'bad_value', before: value('A', { type: 'Mode', values: ['A', 'B'] }), message: 'There is no C.' },
      'invalid_value',
      /There is no C\.[\s\S]*one of: A, B/,
    ],
    [
      { state: 'bad_value', before: value(1), message: 'That is no number.' },
      'invalid_value',
      /no number[\s\S]*type int/,
    ],
  ] as const)('that cannot be is told: %j', async (outcome, code, message) => {
    probe.writeOutcome =
      typeof outcome === 'object' && 'nearest' in outcome ? { ...outcome, nearest: [...outcome.nearest] } : outcome;
    const result = await call('qt_set_property', 3, { name: 'valeu', value: 5 });
    expect(codeOf(result)).toBe(code);
    expect(textOf(result)).toMatch(message);
  });
});

describe('calling', () => {
  it('answers what is returned, with elements by their ids', async () => {
    probe.callOutcome = { state: 'returned', signature: 'at(int)', value: { $handle: 6, className: 'X' }, type: 'X*' };
    const result = await call('qt_call_method', 3, { method: 'at', args: [1, { element_id: ids.get(4) }] });
    expect(probe.asked[0]).toEqual([3, 'at', [1, { $handle: 4 }], { includeHidden: false }]);
    expect(result.structuredContent).toEqual({
      element_id: ids.get(3),
      status: 'returned',
      signature: 'at(int)',
      value: { element_id: ids.get(6), className: 'X' },
      type: 'X*',
    });
  });

  it('of a void method answers no value', async () => {
    probe.callOutcome = { state: 'returned', signature: 'click()', value: undefined, type: undefined };
    const result = await call('qt_call_method', 3, { method: 'click' });
    expect(result.structuredContent).toEqual({ element_id: ids.get(3), status: 'returned', signature: 'click()' });
    expect(textOf(result)).toBe('click() returned nothing.');
  });

  it('that opens a dialog names it, and leaves the session usable', async () => {
    probe.callOutcome = { state: 'running', signature: 'ask()' };
    probe.windows = [window(1), window(50, { title: 'Sure?', kind: 'dialog', modal: true })];
    const result = await call('qt_call_method', 3, { method: 'ask' });
    expect(result.structuredContent).toMatchObject({
      status: 'running',
      windows: [
        { window_id: ids.get(1) },
        { window_id: expect.any(Number), title: 'Sure?', kind: 'dialog', modal: true },
      ],
    });
    expect(textOf(result)).toMatch(/still running[\s\S]*modal dialog "Sure\?"/);
    const [, dialog] = (result.structuredContent as { windows: { window_id: number }[] }).windows;
    const looked = await here.call('qt_find_element', { session_id: id, query: { window_id: dialog?.window_id } });
    expect(looked.isError).toBeUndefined();
    expect(probe.queries.at(-1)).toMatchObject({ window: 50 });
  });

  it('a setter that opens a dialog is told likewise', async () => {
    probe.writeOutcome = { state: 'running', before: value(1) };
    const result = await call('qt_set_property', 3, { name: 'value', value: 5 });
    expect(result.structuredContent).toMatchObject({
      effect: 'unverifiable',
      status: 'running',
      before: { value: 1 },
      windows: [{ title: 'Fake' }],
    });
  });

  it.each([
    [{ state: 'unknown', signatures: ['click()'] }, 'unknown_method', /"clik"[\s\S]*click\(\)/],
    [
      { state: 'bad_arguments', signatures: ['clik(int)'], message: 'It takes 1.' },
      'bad_arguments',
      /It takes 1\.[\s\S]*clik\(int\)/,
    ],
    [
      { state: 'threw', signature: 'clik()', message: 'The method raised: no' },
      'method_threw',
      /clik\(\) did.*raised: no/,
    ],
  ] as const)('that cannot be is told: %j', async (outcome, code, message) => {
    probe.callOutcome = 'signatures' in outcome ? { ...outcome, signatures: [...outcome.signatures] } : outcome;
    const result = await call('qt_call_method', 3, { method: 'clik' });
    expect(codeOf(result)).toBe(code);
    expect(textOf(result)).toMatch(message);
  });

  it('takes at most ten arguments', async () => {
    const result = await call('qt_call_method', 3, { method: 'm', args: Array(11).fill(0) });
    expect(codeOf(result)).toBe('invalid_argument');
    expect(probe.asked).toEqual([]);
  });
});
