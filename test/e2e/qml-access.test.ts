/** Properties that QML declares are read and set, its functions called. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quickFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { Subject } from '../harness/subject.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Property, a value to set, and JavaScript that then holds in the application. */
const values: [name: string, value: unknown, holds: string][] = [
  ['truth', true, 'subject.truth === true'],
  ['number', 7, 'subject.number === 7 && subject.twice === 14'],
  ['real', 0.25, 'subject.real === 0.25'],
  ['words', 'zwei "2"', 'subject.words === \'zwei "2"\''],
  ['source', 'https://two.example/', "String(subject.source) === 'https://two.example/'"],
  ['colour', '#ff8000', "String(subject.colour) === '#ff8000'"],
  ['anything', 'text', "subject.anything === 'text'"],
  ['anything', { a: [1, true] }, 'JSON.stringify(subject.anything) === \'{"a":[1,true]}\''],
  ['area', { x: 1, y: 2, width: 3, height: 4 }, 'subject.area === Qt.rect(1, 2, 3, 4) || subject.area.height === 4'],
  ['moment', '2027-01-01T00:00:00.000Z', 'subject.moment.getTime() === Date.UTC(2027, 0, 1)'],
  ['label', 'Other', "caption.text === 'Other'"],
  ['opacity', 0.5, 'subject.opacity === 0.5'],
  ['enabled', false, 'subject.enabled === false'],
];

const badValues: [name: string, value: unknown][] = [
  ['truth', 'yes'],
  ['number', 1.5],
  ['number', '7'],
  ['colour', 'no colour'],
  ['area', [1, 2, 3, 4]],
  ['label', 5],
];

describe.each([5, 6] as const)('QML of Qt %i', (major) => {
  let subject: Subject;
  beforeAll(async () => {
    const command = quickFixture('Access', major);
    subject = await Subject.launch(server, command, 'subject', 'strict', 'caption', 'password');
  });
  afterAll(() => subject[Symbol.asyncDispose]());

  it.each(values)('%s takes %j', async (name, value, holds) => {
    const written = await subject.write(name, value);
    expect(written).toMatchObject({ effect: 'confirmed', status: 'returned', after: { value } });
    expect(await subject.fixture.ask(holds)).toBe('true');
    expect(await subject.property(name)).toMatchObject({ value, writable: true });
  });

  it.each(badValues)('%s refuses %j', async (name, value) => {
    const before = await subject.fixture.ask(`String(subject.${name})`);
    expect(await subject.refusedValue(name, value)).toMatchObject({ code: 'invalid_value' });
    expect(await subject.fixture.ask(`String(subject.${name})`)).toBe(before);
  });

  it('required, bound, read-only and object properties', async () => {
    expect(await subject.write('needed', 4, 'strict')).toMatchObject({ effect: 'confirmed', before: { value: 3 } });
    expect(await subject.refusedValue('fixed', 1)).toMatchObject({ code: 'property_read_only' });
    const caption = { element_id: subject.ids.get('caption') };
    expect(await subject.write('friend', caption)).toMatchObject({ effect: 'confirmed', after: { value: caption } });
    expect(await subject.fixture.ask('subject.friend === caption')).toBe('true');
    expect(await subject.write('friend', null)).toMatchObject({ effect: 'confirmed' });
    const { value: font } = await subject.property('face');
    expect(await subject.write('face', { italic: true })).toMatchObject({ effect: 'confirmed' });
    expect(await subject.fixture.ask('subject.face.italic')).toBe('true');
    expect(await subject.write('face', font)).toMatchObject({ effect: 'confirmed' });
  });

  it.each<[method: string, args: unknown[], value: unknown]>([
    ['add', [2, 3], 5],
    ['add', ['a', 'b'], 'ab'],
    ['describe', [{ a: [1, null] }], 'object:{"a":[1,null]}'],
    ['describe', ['1'], 'string:"1"'],
    ['make', [], { a: [1, 'x'], b: null }],
  ])('%s%j returns', async (method, args, value) => {
    const called = await subject.call(method, args);
    expect(called).toMatchObject({ status: 'returned' });
    expect(called.value).toEqual(value);
  });

  it('functions of elements, functions that return nothing, signals', async () => {
    const caption = { element_id: subject.ids.get('caption') };
    expect((await subject.call('friendly')).value).toMatchObject(caption);
    expect((await subject.call('nameOf', [caption])).value).toBe('caption');
    expect((await subject.call('nothing')).value).toBeUndefined();
    await subject.call('changed', [4]);
    expect(await subject.fixture.ask('JSON.stringify(subject.log)')).toBe('["nothing","changed(4)"]');
  });

  it('what a function throws is told, and printed nowhere', async () => {
    const failure = await subject.refusedCall('fail');
    expect(failure).toMatchObject({ code: 'method_threw' });
    expect(failure.text).toContain('this function always throws');
    const { sessions } = await server.ok<{ sessions: { session_id: string; output?: string }[] }>('qt_list_sessions');
    expect(JSON.stringify(sessions)).not.toContain('this function always throws');
    expect(await subject.refusedCall('add', [1])).toMatchObject({ code: 'bad_arguments' });
    expect((await subject.refusedCall('ad', [1])).text).toContain('add(');
  });

  it('a password field keeps its echo mode, and gives no part of its text', async () => {
    expect((await subject.refusedValue('echoMode', 'Normal', 'password')).code).toBe('invalid_value');
    expect((await subject.call('getText', [0, 3], 'password')).value).toEqual({ masked: true });
    expect((await subject.call('isRightToLeft', [0, 3], 'password')).value).toBe(false);
  });

  it('secrets', async () => {
    expect((await subject.property('text', 'password')).value).toEqual({ masked: true });
    await subject.write('words', 'it is hunter2-secret');
    expect((await subject.property('words')).value).toEqual({ masked: true });
    expect((await subject.call('describe', ['hunter2-secret'])).value).toEqual({ masked: true });
  });

  it('an element that destroys itself', async () => {
    await subject.call('leave');
    await until('subject gone', async () => (await subject.refused('qt_get_property', {})).code === 'stale_element');
    expect((await subject.property('text', 'caption')).value).toBe('Other');
  });
});
