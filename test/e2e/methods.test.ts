/** qt_call_method: overloads, arguments and returned values by type, and methods that do not simply return. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cppFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { Subject } from '../harness/subject.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Method, arguments, and what comes back. */
const returned: [method: string, args: unknown[], signature: string, value: unknown, type: string | undefined][] = [
  ['sum', [2, 3], 'sum(int,int)', 5, 'int'],
  ['sum(int,int)', [-2, 3], 'sum(int,int)', 1, 'int'],
  ['sum( int , int )', [2, 3], 'sum(int,int)', 5, 'int'],
  ['area', [], 'area()', { x: 1, y: 2, width: 3, height: 4 }, 'QRect'],
  ['names', [], 'names()', ['a', 'b'], 'QStringList'],
  ['fastest', [], 'fastest()', 'Fast', 'Subject::Mode'],
  ['aligned', ['AlignRight'], 'aligned(Qt::Alignment)', 'AlignRight|AlignTop', 'Qt::Alignment'],
  ['echo', [{ a: [1, 'x', null, 2.5] }], 'echo(QVariant)', { a: [1, 'x', null, 2.5] }, 'QVariant'],
  ['joined', ten, `joined(${ten.map(() => 'int').join(',')})`, ten.join(' '), 'QString'],
  ['bump', [], 'bump()', undefined, undefined],
  ['breathe', [], 'breathe()', 12, 'int'],
];

/** Arguments of an overloaded method, and what the application says was called with them. */
const overloads: [method: string, args: unknown[], logged: string][] = [
  ['take', [1], 'take(int)'],
  ['take', [1.5], 'take(double)'],
  ['take', ['1'], 'take(QString) 1'],
  ['take', [true], 'take(bool)'],
  ['take(double)', [1], 'take(double)'],
  ['either(QUrl)', ['red'], 'either(QUrl)'],
  ['setRange', [1], 'setRange(1,100)'],
  ['setRange', [1, 2], 'setRange(1,2)'],
  ['setMode', ['Fast'], 'setMode(7)'],
  ['setSmall', ['Two'], 'setSmall(2)'],
  ['changed', [4], 'emitted changed(4)'],
];

/** Calls that no method takes, and what is then said. */
const refusals: [method: string, args: unknown[], code: string, expected: RegExp][] = [
  ['sum', [1], 'bad_arguments', /sum\(int,int\) takes 2 arguments, and 1 were given/],
  ['sum', [1, 'x'], 'bad_arguments', /Argument 2: "x" is not a whole number/],
  ['sum', [1, 2.5], 'bad_arguments', /Argument 2: 2\.5 is not/],
  ['either', ['red'], 'bad_arguments', /equally well[\s\S]*either\(QColor\)/],
  ['take', [[1]], 'bad_arguments', /None of the overloads[\s\S]*take\(double\)/],
  ['setMode', ['Quick'], 'bad_arguments', /one of Slow, Fast/],
  ['bmup', [], 'unknown_method', /bump\(\)/],
  ['shielded', [], 'unknown_method', /has no/],
  ['hiddenAway', [], 'unknown_method', /has no/],
  ['sum(double,double)', [1, 2], 'unknown_method', /sum\(int,int\)/],
];

describe.each([5, 6] as const)('Qt %i', (major) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await Subject.launch(server, cppFixture('access', major), 'subject', 'buddy', 'password');
  });
  afterAll(() => subject[Symbol.asyncDispose]());

  it.each(returned)('%s%j returns', async (method, args, signature, value, type) => {
    const called = await subject.call(method, args);
    expect(called).toMatchObject({ status: 'returned', signature });
    expect(called.value).toEqual(value);
    expect(called.type?.replace(/QFlags<Qt::AlignmentFlag>/, 'Qt::Alignment')).toBe(type);
  });

  it.each(overloads)('%s%j calls the overload for it', async (method, args, logged) => {
    const before = await subject.log();
    await subject.call(method, args);
    expect(await subject.log()).toEqual([...before, logged]);
  });

  it.each(refusals)('%s%j is refused', async (method, args, code, expected) => {
    const before = await subject.log();
    const failure = await subject.refusedCall(method, args);
    expect(failure.code).toBe(code);
    expect(failure.text).toMatch(expected);
    expect(await subject.log()).toEqual(before);
  });

  it('elements are arguments and returned values, and choose the overload of their class', async () => {
    const buddy = { element_id: subject.ids.get('buddy') };
    expect((await subject.call('nameOf', [buddy])).value).toBe('buddy');
    expect((await subject.call('nameOf', [null])).value).toBe('');
    expect((await subject.call('buddy')).value).toMatchObject(buddy);
    await subject.call('take', [buddy]);
    expect((await subject.log()).at(-1)).toBe('take(QWidget*)');
    await subject.call('take(QObject*)', [buddy]);
    expect((await subject.log()).at(-1)).toBe('take(QObject*)');
  });

  it("inherited slots of Qt's own classes", async () => {
    await subject.call('setDisabled', [true]);
    expect((await subject.state()).enabled).toBe(false);
    await subject.call('setEnabled', [true]);
    expect((await subject.state()).enabled).toBe(true);
  });

  it('what a method throws is told', async () => {
    const failure = await subject.refusedCall('fail');
    expect(failure).toMatchObject({ code: 'method_threw', text: expect.stringContaining('this slot always throws') });
    expect((await subject.call('sum', [1, 1])).value).toBe(2);
  });

  it('secrets do not come back, not even those that the method takes away', async () => {
    expect((await subject.call('secret')).value).toEqual({ masked: true });
    expect((await subject.call('takeSecret')).value).toEqual({ masked: true });
    expect(await subject.fixture.ask('password')).toBe('');
  });

  describe('a method that runs an event loop', () => {
    beforeEach(async () => {
      await subject.fixture.ask('release');
    });

    it('is running at once, and everything goes on inside it, also more of the same', async () => {
      const depth = 3;
      for (let level = 1; level <= depth; level += 1) {
        const called = await subject.call('ask');
        expect(called).toMatchObject({ status: 'running', signature: 'ask()' });
        expect(called.value).toBeUndefined();
        expect(called.windows?.filter((window) => window.modal)).toHaveLength(level);
        expect((await subject.property('modal')).value).toBe(true);
        expect((await subject.call('sum', [level, 1])).value).toBe(level + 1);
        expect((await server.snapshot(subject.fixture.id)).windows.filter((window) => window.modal)).toHaveLength(
          level,
        );
      }
      for (let level = 1; level <= depth; level += 1) await subject.fixture.ask('release');
      await until('dialogs closed', async () => (await subject.property('modal')).value === false);
      const log = await subject.log();
      expect(log.slice(-2 * depth)).toEqual([
        ...Array<string>(depth).fill('dialog opens'),
        ...Array<string>(depth).fill('dialog closes'),
      ]);
      expect((await subject.call('sum', [1, 2])).value).toBe(3);
    });

    it('also one of processEvents', async () => {
      expect(await subject.call('spin')).toMatchObject({ status: 'running' });
      expect((await subject.call('sum', [3, 4])).value).toBe(7);
      expect((await subject.log()).at(-1)).toBe('spin begins');
      await subject.fixture.ask('release');
      await until('spin ends', async () => (await subject.log()).at(-1) === 'spin ends');
      expect((await subject.call('sum', [3, 5])).value).toBe(8);
    });
  });

  it.each(['leaveLater', 'vanish', 'vanishInDialog'])('%s: an element that deletes itself', async (method) => {
    await subject.fixture.ask('remake');
    await subject.find('subject');
    await subject.call(method);
    if (method === 'vanishInDialog') await subject.fixture.ask('release');
    await until('subject gone', async () => (await subject.fixture.ask('state')) === 'gone');
    expect(await subject.refusedCall('sum', [1, 2])).toMatchObject({ code: 'stale_element' });
    expect((await subject.property('text', 'buddy')).value).toBe('Buddy');
  });
});
