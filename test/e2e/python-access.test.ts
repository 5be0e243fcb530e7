/** Properties and slots that Python declares; what Python raises is told and does not end the application. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pythonFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { Subject } from '../harness/subject.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each(['PyQt5', 'PyQt6'] as const)('%s', (binding) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await Subject.launch(server, pythonFixture('access', binding), 'subject');
  });
  afterAll(() => subject[Symbol.asyncDispose]());

  /** What the application's own excepthook got. */
  async function hooked(): Promise<string[]> {
    return JSON.parse(await subject.fixture.ask('hook'));
  }

  it.each<[name: string, value: unknown]>([
    ['number', 7],
    ['words', 'zwei'],
    ['texts', ['a', 'b']],
    ['dynamic', 6],
  ])('%s takes %j', async (name, value) => {
    expect(await subject.write(name, value)).toMatchObject({ effect: 'confirmed', after: { value } });
    expect((await subject.state())[name]).toEqual(value);
  });

  it('values of other types are refused', async () => {
    expect(await subject.refusedValue('number', 'seven')).toMatchObject({ code: 'invalid_value' });
    expect(await subject.refusedValue('words', 5)).toMatchObject({ code: 'invalid_value' });
    expect(await subject.refusedValue('fixed', 5)).toMatchObject({ code: 'property_read_only' });
  });

  it('slots return values and have overloads', async () => {
    expect((await subject.call('add', [2, 3])).value).toBe(5);
    await subject.call('take', ['x']);
    await subject.call('take', [5]);
    expect(await subject.log()).toEqual(["take('x')", 'take(5)']);
  });

  it('what setters, getters, slots and slots of signals raise is told, and reaches nobody else', async () => {
    const { number } = await subject.state();
    const written = await subject.write('number', -1);
    expect(written).toMatchObject({ status: 'returned', thrown: 'The setter threw: ValueError: below zero' });
    expect((await subject.state()).number).toBe(number);
    expect((await subject.property('broken')).value).toEqual({ error: expect.stringContaining('KeyError') });
    expect((await subject.refusedCall('fail')).text).toContain('RuntimeError: this slot always raises');
    expect((await subject.refusedCall('changed', [-1])).text).toContain('a negative change');
    expect(await hooked()).toEqual([]);
  });

  it('a font whose getter raises cannot be changed in part', async () => {
    const failure = await subject.refusedValue('face', { bold: true });
    expect(failure).toMatchObject({ code: 'invalid_value', text: expect.stringContaining('no face today') });
    expect((await subject.call('add', [1, 1])).value).toBe(2);
  });

  it("what another thread raises while a slot runs is the application's own", async () => {
    const before = await hooked();
    await subject.call('wait_for_thread');
    expect(await hooked()).toEqual([...before, 'raised in a thread']);
  });

  it("a slot that opens a dialog is running; what is raised in the dialog's loop is the application's own", async () => {
    const before = await hooked();
    expect(await subject.call('ask')).toMatchObject({ status: 'running' });
    expect((await subject.call('add', [1, 1])).value).toBe(2);
    const raised = [...before, 'this slot always raises'];
    expect(await hooked()).toEqual(raised);
    expect((await subject.refusedCall('fail')).code).toBe('method_threw');
    await subject.fixture.ask('release');
    await until('dialog closed', async () => (await subject.log()).at(-1) === 'dialog closed');
    expect(await hooked()).toEqual(raised);
    expect((await subject.call('add', [1, 2])).value).toBe(3);
  });
});
