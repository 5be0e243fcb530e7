/** qt_get_property and qt_set_property: by the type of the property, read back, and honest about what came of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cppFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { Subject } from '../harness/subject.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A value to set, and what the application then holds if that is not the same. */
const values: [name: string, type: string, value: unknown, held?: unknown][] = [
  ['truth', 'bool', true],
  ['number', 'int', -2147483648],
  ['natural', 'uint', 4294967295],
  ['byte', 'uchar', 255],
  ['large', 'qlonglong', '9007199254740993'],
  ['real', 'double', 0.1],
  ['real', 'double', 3],
  ['single', 'float', 0.5],
  ['words', 'QString', 'ä € 𝄞 "quoted"\n'],
  ['bytes', 'QByteArray', 'bytes'],
  ['letter', 'QChar', 'ß'],
  ['url', 'QUrl', 'https://two.example/a?b=c#d'],
  ['date', 'QDate', '2027-12-31', '31.12.2027'],
  ['time', 'QTime', '23:59:58.500', 86398500],
  ['moment', 'QDateTime', '2027-01-01T00:00:00.000Z', Date.UTC(2027, 0, 1)],
  ['rectangle', 'QRect', { x: -1, y: 2, width: 3, height: 4 }, '-1,2 3x4'],
  ['rectangleF', 'QRectF', { x: 0.5, y: 2, width: 3, height: 4 }, '0.5,2 3x4'],
  ['point', 'QPoint', { x: 5, y: 6 }, '5,6'],
  ['extent', 'QSizeF', { width: 1.5, height: 2 }, '1.5x2'],
  ['margins', 'QMargins', { left: 1, top: 2, right: 3, bottom: 4 }, '1 2 3 4'],
  ['colour', 'QColor', '#80ff8000', 0x80ff8000],
  ['colour', 'QColor', '#00ff00', 0xff00ff00],
  ['keys', 'QKeySequence', 'Ctrl+Shift+F5', 'Ctrl+Shift+F5'],
  ['list', 'QStringList', ['a', 'b'], 'a/b'],
  ['map', 'QVariantMap', { b: [1, 'x', null], a: { c: true } }],
  ['anything', 'QVariant', 'now a text'],
  ['anything', 'QVariant', [1, 2.5, false]],
  ['mode', 'Mode', 'Fast', 7],
  ['small', 'Small', 'Two', 2],
  ['alignment', 'Qt::Alignment', 'AlignRight|AlignTop', 0x22],
  ['dynamicNumber', 'int', 6],
  ['dynamicText', 'QString', 'other'],
];

/** Values that a property does not take, and what is then said of it. */
const badValues: [name: string, value: unknown, expected: RegExp][] = [
  ['truth', 1, /true or false/],
  ['truth', 'true', /true or false/],
  ['number', 'abc', /"abc" is not a whole number from -2147483648 to 2147483647/],
  ['number', '12', /whole number/],
  ['number', 1.5, /1\.5 is not a whole number/],
  ['number', 2147483648, /whole number/],
  ['number', null, /null is not/],
  ['natural', -1, /from 0 to 4294967295/],
  ['byte', 300, /300 is not a whole number from 0 to 255/],
  ['large', '9223372036854775808', /whole number/],
  ['real', '1.5', /a number/],
  ['single', 1e300, /a number/],
  ['words', 5, /a text/],
  ['letter', 'ab', /one character/],
  ['date', '31.12.2027', /a date such as/],
  ['date', '2027-02-30', /a date such as/],
  ['moment', 'yesterday', /date and time/],
  ['rectangle', { x: 1, y: 2, width: 3 }, /"height": whole number/],
  ['rectangle', { x: 1.5, y: 2, width: 3, height: 4 }, /whole number/],
  ['rectangle', { x: 1, y: 2, width: 3, height: 4, depth: 5 }, /object/],
  ['colour', 'no colour', /a colour such as/],
  ['keys', 'Ctrl+Nonsense', /keys such as/],
  ['list', ['a', 1], /list of texts/],
  ['map', [1], /an object/],
  ['mode', 'Fats', /one of Slow, Fast/],
  ['mode', 3, /one of Slow, Fast/],
  ['mode', 'Slow|Fast', /one of Slow, Fast/],
  ['alignment', 'AlignLeft|AlignSideways', /AlignLeft, .*AlignRight/],
  ['dynamicNumber', 'x', /whole number/],
];

describe.each([5, 6] as const)('Qt %i', (major) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await Subject.launch(server, cppFixture('access', major), 'subject', 'buddy', 'password', 'hidden');
  });
  afterAll(() => subject[Symbol.asyncDispose]());

  it.each(values)('%s (%s) takes %j', async (name, type, value, held = value) => {
    expect(await subject.property(name)).toMatchObject({ writable: true });
    const written = await subject.write(name, value);
    expect(written).toMatchObject({ effect: 'confirmed', status: 'returned', after: { type: expect.any(String) } });
    expect(written.after?.type).toContain(type.replace('Mode', '').replace('Small', ''));
    expect(written.after?.value).toEqual(value);
    expect((await subject.state())[name]).toEqual(held);
    expect((await subject.property(name)).value).toEqual(value);
  });

  it.each(badValues)('%s refuses %j', async (name, value, expected) => {
    const before = await subject.state();
    const failure = await subject.refusedValue(name, value);
    expect(failure).toMatchObject({ code: 'invalid_value' });
    expect(failure.text).toMatch(expected);
    expect(await subject.state()).toEqual(before);
  });

  it('numbers of enums are taken as well as names, and read as names', async () => {
    expect(await subject.write('mode', 7)).toMatchObject({ effect: 'confirmed', after: { value: 'Fast' } });
    expect(await subject.property('mode')).toMatchObject({ value: 'Fast', values: ['Slow', 'Fast'] });
    expect(await subject.write('alignment', 4)).toMatchObject({ after: { value: 'AlignHCenter' } });
    expect((await subject.property('alignment')).values).toContain('AlignRight');
  });

  it('a font changes in what is given, and goes back as it was read', async () => {
    const { value: before } = await subject.property('face');
    expect(await subject.write('face', { bold: true, pointSize: 12.5 })).toMatchObject({
      effect: 'confirmed',
      after: { value: { family: 'DejaVu Sans', pointSize: 12.5, bold: true, italic: false } },
    });
    expect((await subject.state()).face).toBe('DejaVu Sans 12.5 1 0');
    expect(await subject.write('face', before)).toMatchObject({ effect: 'confirmed' });
    expect((await subject.state()).face).toBe('DejaVu Sans 9 0 0');
    expect((await subject.refusedValue('face', { size: 3 })).text).toMatch(/members of a font/);
  });

  it('elements are values', async () => {
    const buddy = { element_id: subject.ids.get('buddy') };
    expect(await subject.write('friendly', buddy)).toMatchObject({
      effect: 'confirmed',
      after: { value: expect.objectContaining(buddy) },
    });
    expect((await subject.state()).friendly).toBe('buddy');
    const other = await subject.refusedValue('friendly', { element_id: subject.ids.get('password') });
    expect(other.text).toMatch(/QLabel/);
    expect(await subject.write('friendly', null)).toMatchObject({ after: { value: null } });
  });

  it('what the setter makes of a value is told', async () => {
    expect(await subject.write('even', 7)).toMatchObject({
      effect: 'observed_change',
      before: { value: 2 },
      after: { value: 6 },
    });
    expect((await subject.state()).even).toBe(6);
  });

  it('what a setter throws is told', async () => {
    const { number } = await subject.state();
    const written = await subject.write('throwing', 99);
    expect(written).toMatchObject({
      status: 'returned',
      thrown: 'The setter threw: this setter always throws',
      after: { value: 42 },
    });
    expect(number).not.toBe(99);
    expect((await subject.state()).number).toBe(99);
  });

  it('a getter that throws gives an error in place of the value', async () => {
    expect(await subject.property('broken')).toMatchObject({
      value: { error: expect.stringContaining('this getter always throws') },
      type: 'int',
    });
    await subject.write('broken', 5);
    expect((await subject.state()).number).toBe(5);
  });

  it('read-only ones, unknown ones and new ones are refused', async () => {
    const before = await subject.state();
    expect(await subject.refusedValue('fixed', 1)).toMatchObject({ code: 'property_read_only' });
    const unknown = await subject.refusedValue('nubmer', 1);
    expect(unknown).toMatchObject({ code: 'unknown_property', text: expect.stringContaining('number') });
    expect(await subject.refusedValue('brandNew', 1)).toMatchObject({ code: 'unknown_property' });
    expect(await subject.state()).toEqual(before);
  });

  it('all properties, inherited and dynamic ones too, come with their types', async () => {
    const { properties } = await subject.read({});
    expect(Object.keys(properties).length).toBeGreaterThan(90);
    expect(properties).toMatchObject({
      objectName: { value: 'subject', type: 'QString', writable: true },
      frameShape: { type: expect.stringContaining('Shape'), values: expect.arrayContaining(['StyledPanel']) },
      fixed: { value: 42, writable: false },
      dynamicNumber: { type: 'int', writable: true },
      friendly: { type: 'QLabel*', value: null },
      width: { writable: false },
    });
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(['sizePolicy', 'palette', 'cursor', 'windowTitle']));
  });

  it('several names, and what is missing among them', async () => {
    const read = await subject.read({ names: ['truth', 'widht', 'number'] });
    expect(Object.keys(read.properties)).toEqual(['truth', 'number']);
    expect(read.missing).toEqual([{ name: 'widht', nearest: expect.arrayContaining(['width']) }]);
    const none = await subject.refused('qt_get_property', { name: 'widht' });
    expect(none).toMatchObject({ code: 'unknown_property', text: expect.stringContaining('width') });
  });

  it('hidden elements are left alone unless they are asked for', async () => {
    for (const [tool, args] of [
      ['qt_get_property', { name: 'text' }],
      ['qt_set_property', { name: 'text', value: 'x' }],
      ['qt_call_method', { method: 'clear' }],
    ] as const) {
      expect(await subject.refused(tool, args, 'hidden')).toMatchObject({ code: 'element_hidden' });
    }
    await subject.ask('qt_set_property', { name: 'text', value: 'x', include_hidden: true }, 'hidden');
    const { properties } = await subject.read({ name: 'text', include_hidden: true }, 'hidden');
    expect(properties.text?.value).toBe('x');
  });

  it('secrets stay secret wherever they are, and can be set', async () => {
    expect(await subject.fixture.ask('password')).toBe('hunter2-secret');
    for (const [element, name] of [
      ['password', 'text'],
      ['password', 'displayText'],
      ['subject', 'secretCopy'],
    ] as const) {
      expect((await subject.property(name, element)).value, name).toEqual({ masked: true });
    }
    const all = await subject.read({}, 'password');
    expect(JSON.stringify(all)).not.toContain('hunter2');
    const written = await subject.write('text', 'tiger-3-secret', 'password');
    expect(written).toMatchObject({ effect: 'confirmed', before: { value: { masked: true } } });
    expect(JSON.stringify(written)).not.toMatch(/tiger|hunter/);
    expect(await subject.fixture.ask('password')).toBe('tiger-3-secret');
    expect((await subject.write('words', 'see tiger-3-secret')).after?.value).toEqual({ masked: true });
    await subject.write('words', 'nothing');
    expect((await subject.property('words')).value).toBe('nothing');
  });

  it('a password field keeps its echo mode', async () => {
    const failure = await subject.refusedValue('echoMode', 'Normal', 'password');
    expect(failure).toMatchObject({ code: 'invalid_value', text: expect.stringContaining('password field') });
    expect((await subject.property('echoMode', 'password')).value).toBe('Password');
    expect((await subject.property('text', 'password')).value).toEqual({ masked: true });
  });

  it('a setter that opens a dialog is running, and the session goes on inside it', async () => {
    const written = await subject.write('modal', true);
    expect(written).toMatchObject({ status: 'running', before: { value: false } });
    expect(written.windows).toContainEqual(expect.objectContaining({ modal: true }));
    expect((await subject.property('modal')).value).toBe(true);
    expect(await subject.write('number', 77)).toMatchObject({ effect: 'confirmed' });
    await subject.fixture.ask('release');
    await until('setter returned', async () => (await subject.property('modal')).value === false);
    expect((await subject.state()).number).toBe(77);
  });

  it('a setter that deletes the element leaves the session as it is', async () => {
    const written = await subject.write('fatal', true);
    expect(written).toMatchObject({ status: 'returned' });
    expect(written.after).toBeUndefined();
    expect(await subject.fixture.ask('state')).toBe('gone');
    const failure = await subject.refused('qt_get_property', { name: 'number' });
    expect(failure).toMatchObject({ code: 'stale_element' });
  });
});
