/** Tools through the official client, which holds every result against its schema (B56, B57). */
import { readFileSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchWithoutProbe } from '../../server/errors.js';
import { VERSION } from '../../server/version.js';
import { codeOf, flatTree, type Rig, rig, textOf, window } from './fakes.js';

let here: Rig;
beforeEach(async () => {
  here = await rig();
});
afterEach(() => here[Symbol.asyncDispose]());

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

describe('what clients are told', () => {
  it('schemas are plain objects that every client takes, with every argument described', async () => {
    const { tools } = await here.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'qt_attach',
      'qt_call_method',
      'qt_detach',
      'qt_find_element',
      'qt_get_property',
      'qt_get_snapshot',
      'qt_launch',
      'qt_list_processes',
      'qt_list_sessions',
      'qt_prune_snapshot',
      'qt_screenshot',
      'qt_set_property',
      'qt_snapshot',
      'read_snapshot',
    ]);
    for (const tool of tools) {
      for (const schema of [tool.inputSchema, tool.outputSchema]) {
        expect(schema?.type).toBe('object');
        for (const word of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(schema).not.toHaveProperty(word);
        expect(JSON.stringify(schema)).not.toContain('"$ref"');
      }
      expect(tool.inputSchema.additionalProperties).toBe(false);
      for (const property of Object.values(tool.inputSchema.properties ?? {}))
        expect(property).toHaveProperty('description');
      expect(tool.annotations).toMatchObject({ title: tool.title });
    }
  });

  it('annotations say which tools change nothing', async () => {
    const { tools } = await here.client.listTools();
    const readOnly = tools.filter((tool: Tool) => tool.annotations?.readOnlyHint).map(({ name }) => name);
    expect(readOnly.sort()).toEqual([
      'qt_find_element',
      'qt_get_property',
      'qt_get_snapshot',
      'qt_list_processes',
      'qt_list_sessions',
      'read_snapshot',
    ]);
    const destructive = tools.filter((tool: Tool) => tool.annotations?.destructiveHint).map(({ name }) => name);
    expect(destructive.sort()).toEqual(['qt_call_method', 'qt_set_property']);
    for (const tool of tools.filter(({ name }) => destructive.includes(name)))
      expect(tool.annotations).toMatchObject({ readOnlyHint: false, idempotentHint: false });
  });

  it('the version is that of the package', () => {
    expect(VERSION).toBe(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version);
    expect(here.client.getServerVersion()).toMatchObject({ name: 'deskprobe', version: VERSION });
  });
});

describe('arguments', () => {
  it.each([
    [
      'qt_snapshot',
      { session_id: 'qt-0', max_dept: 1 },
      /unknown argument "max_dept".*Expected arguments: .*max_depth/s,
    ],
    ['qt_snapshot', {}, /argument session_id is missing/],
    ['qt_snapshot', { session_id: 7 }, /argument session_id: .*expected string/],
    ['qt_snapshot', { session_id: 'x', max_depth: -2 }, /argument max_depth: .*-1/],
    ['qt_snapshot', { session_id: 'x', detail: 'most' }, /argument detail: .*core/],
    ['qt_launch', { command: [] }, /argument command: /],
    ['qt_launch', { command: 'kcalc' }, /argument command: .*expected array/],
    ['qt_launch', { command: ['a', 5] }, /argument command.1: .*expected string/],
    ['qt_launch', { command: ['a\0b'] }, /argument command.0: contains a NUL/],
    ['qt_launch', { command: ['a'], env: { B: 1 } }, /argument env.B: /],
    ['qt_launch', { command: ['a'], display: ':7' }, /argument display: .*private.*current.*offscreen/],
    ['qt_attach', { pid: 0 }, /argument pid: /],
    ['qt_list_sessions', { all: true }, /unknown argument "all".*no arguments/s],
    ['read_snapshot', { uri: 'x', query: 'q'.repeat(2000) }, /argument query: /],
  ])('%s refuses %j by name', async (name, args, message) => {
    const result = await here.call(name, args);
    expect(codeOf(result)).toBe('invalid_argument');
    expect(textOf(result)).toMatch(message);
  });

  it('an unknown tool is told with those there are', async () => {
    const result = await here.call('qt_click');
    expect(codeOf(result)).toBe('unknown_tool');
    expect(textOf(result)).toContain('qt_snapshot');
  });

  it('endless names do not come back endless', async () => {
    expect(textOf(await here.call('x'.repeat(1_000_000))).length).toBeLessThan(2000);
    expect(textOf(await here.call('qt_snapshot', { ['y'.repeat(1_000_000)]: 1 })).length).toBeLessThan(2000);
    expect(textOf(await here.call('qt_snapshot', { session_id: 'z'.repeat(1_000_000) })).length).toBeLessThan(2000);
    expect(textOf(await here.call('read_snapshot', { uri: 'z'.repeat(1_000_000) })).length).toBeLessThan(2000);
  });

  it('the defaults of a snapshot are those of its contract', async () => {
    const { id, probe } = await here.launch();
    await here.call('qt_snapshot', { session_id: id });
    expect(probe.captures.at(-1)).toEqual({
      detail: 'extended',
      includeHidden: false,
      maxDepth: 1,
      propDepth: 1,
      root: undefined,
    });
  });
});

describe('launching', () => {
  it('answers the session and its windows, with the environment laid over that of the room', async () => {
    here.adapter.prepare = (probe) => {
      probe.windows = [window(1, { title: 'Main' }), window(2, { title: 'Hidden', visible: false })];
    };
    const result = await here.call('qt_launch', { command: ['fake', '-x'], env: { LANG: 'C' }, display: 'offscreen' });
    expect(result.structuredContent).toMatchObject({
      session_id: expect.stringMatching(/^qt-[0-9a-f]{8}$/),
      windows: 1,
    });
    expect(textOf(result)).toContain('"Main"');
    expect(here.adapter.launches[0]).toMatchObject({
      command: ['fake', '-x'],
      environment: { DISPLAY: ':99', LANG: 'C' },
    });
  });

  it('tells its stages to who wants progress', async () => {
    const told: (string | undefined)[] = [];
    await here.call('qt_launch', { command: ['fake'] }, { onprogress: ({ message }) => told.push(message) });
    expect(told).toEqual(['making the display ready', 'starting the application', 'waiting for the first window']);
    expect(here.messages.filter((message) => message.includes('notifications/progress'))).toHaveLength(3);
    await here.call('qt_launch', { command: ['fake'] });
    expect(here.messages.filter((message) => message.includes('notifications/progress'))).toHaveLength(3);
  });

  it('passes on why there is no probe', async () => {
    here.adapter.onLaunch = () =>
      Promise.reject(launchWithoutProbe('setuid', 12, 'It is setuid.', 'Start a copy.', ''));
    const result = await here.call('qt_launch', { command: ['fake'] });
    expect(codeOf(result)).toBe('launch_failed');
    expect(textOf(result)).toContain('Start a copy.');
    expect(result.structuredContent).toBeUndefined();
  });

  it('a cancelled launch leaves no application and no session', async () => {
    here.adapter.prepare = (probe) => {
      probe.hasWindow = false;
    };
    const cancel = new AbortController();
    const pending = here.call('qt_launch', { command: ['fake'] }, { signal: cancel.signal });
    await settled();
    expect(here.sessions.list()).toHaveLength(1);
    cancel.abort();
    await expect(pending).rejects.toThrow();
    await settled();
    expect(here.desktop.applications[0]?.stopped).toBe(true);
    expect(here.sessions.list()).toEqual([]);
  });

  it('an application that ends before its first window is told as that', async () => {
    here.adapter.prepare = (probe) => {
      probe.hasWindow = false;
      setImmediate(() => {
        here.desktop.applications.at(-1)?.end({ code: 42, signal: null });
        probe.breakLink();
      });
    };
    const result = await here.call('qt_launch', { command: ['fake'] });
    expect(codeOf(result)).toBe('app_exited');
    expect(textOf(result)).toMatch(/status 42[\s\S]*the last words/);
  });
});

describe('sessions', () => {
  it('attaching twice answers the same session; detaching leaves the application running', async () => {
    const { id, probe, application } = await here.launch();
    const { pid } = probe.target;
    expect((await here.call('qt_attach', { pid })).structuredContent).toMatchObject({ session_id: id });
    const detached = await here.call('qt_detach', { session_id: id });
    expect(textOf(detached)).toContain('left running');
    expect(application.stopped).toBe(false);
    expect(codeOf(await here.call('qt_snapshot', { session_id: id }))).toBe('unknown_session');
    const again = await here.call('qt_attach', { pid });
    expect(again.structuredContent).toMatchObject({ pid });
    expect(again.structuredContent?.session_id).not.toBe(id);
  });

  it('attaching twice at the same time opens one session', async () => {
    const [one, other] = await Promise.all([
      here.call('qt_attach', { pid: process.pid }),
      here.call('qt_attach', { pid: process.pid }),
    ]);
    expect(one.structuredContent).toEqual(other.structuredContent);
    expect((await here.call('qt_list_sessions')).structuredContent?.sessions).toHaveLength(1);
  });

  it('an application that has ended is told, with its status and its last words', async () => {
    const { id, probe, application } = await here.launch();
    application.end({ code: null, signal: 'SIGKILL' });
    probe.breakLink();
    const result = await here.call('qt_snapshot', { session_id: id });
    await settled();
    expect(codeOf(await here.call('qt_snapshot', { session_id: id }))).toBe('app_exited');
    expect(textOf(result)).toMatch(/SIGKILL[\s\S]*the last words/);
    expect((await here.call('qt_list_sessions')).structuredContent?.sessions).toMatchObject([
      { session_id: id, state: 'exited', exit_signal: 'SIGKILL', display: 'private' },
    ]);
  });

  it('an end in the middle of a call is told by that call', async () => {
    const { id, probe, application } = await here.launch();
    probe.gate = new Promise(() => undefined);
    const pending = here.call('qt_snapshot', { session_id: id });
    await settled();
    application.end({ code: 3, signal: null });
    probe.breakLink();
    const result = await pending;
    expect(codeOf(result)).toBe('app_exited');
    expect(textOf(result)).toContain('status 3');
  });

  it('a broken link to a living process is not told as its end', async () => {
    await here.call('qt_attach', { pid: process.pid });
    const { id } = here.sessions.list()[0] ?? { id: '' };
    here.adapter.probes[0]?.breakLink();
    const result = await here.call('qt_snapshot', { session_id: id });
    expect(codeOf(result)).toBe('connection_lost');
    expect(textOf(result)).toMatch(/still runs[\s\S]*qt_attach/);
    expect(here.sessions.get(id).state).toBe('disconnected');
    expect((await here.call('qt_attach', { pid: process.pid })).structuredContent?.session_id).not.toBe(id);
  });

  it('attaching right after the link broke opens a new session, in which elements keep their numbers', async () => {
    await here.call('qt_attach', { pid: process.pid });
    const [before] = here.sessions.list();
    here.adapter.probes[0]?.breakLink();
    await Promise.resolve();
    await here.call('qt_attach', { pid: process.pid });
    const [, after] = here.sessions.list();
    expect(after?.state).toBe('running');
    expect(after?.id).not.toBe(before?.id);
    expect(after?.registry).toBe(before?.registry);
  });

  it('detaching in the middle of a call is told by that call', async () => {
    const { id, probe } = await here.launch();
    probe.gate = new Promise(() => undefined);
    const pending = here.call('qt_snapshot', { session_id: id });
    await settled();
    await here.call('qt_detach', { session_id: id });
    const result = await pending;
    expect(codeOf(result)).toBe('unknown_session');
    expect(textOf(result)).toContain('qt_detach');
  });

  it('lists processes with the session that is open on them', async () => {
    const { id, probe } = await here.launch();
    const { structuredContent } = await here.call('qt_list_processes');
    expect(structuredContent?.processes).toMatchObject([{ pid: probe.target.pid, probe: 'listening', session_id: id }]);
  });
});

describe('cancelling and waiting', () => {
  it('a cancelled call stops its work and gets no answer', async () => {
    const { id, probe } = await here.launch();
    probe.gate = new Promise(() => undefined);
    const cancel = new AbortController();
    const pending = here.call('qt_snapshot', { session_id: id }, { signal: cancel.signal });
    await settled();
    const answersBefore = here.messages.filter((message) => message.includes('"result"')).length;
    cancel.abort('enough');
    await expect(pending).rejects.toThrow('enough');
    await settled();
    expect(probe.aborts).toBe(1);
    expect(here.messages.filter((message) => message.includes('"result"') || message.includes('"error"'))).toHaveLength(
      answersBefore,
    );
    probe.gate = Promise.resolve();
    expect((await here.call('qt_snapshot', { session_id: id })).isError).toBeUndefined();
  });

  it('cancelling what is not there is ignored', async () => {
    for (const requestId of [0, 1, 99, 'abc']) {
      await here.client.notification({ method: 'notifications/cancelled', params: { requestId } });
    }
    expect(await here.client.ping()).toEqual({});
  });

  it('calls of one session take turns, those of others and pings do not wait', async () => {
    const [slow, quick] = [await here.launch(), await here.launch()];
    let open = (): void => undefined;
    slow.probe.gate = new Promise((resolve) => (open = resolve));
    const done: string[] = [];
    const first = here.snapshot(slow.id).then(() => done.push('slow'));
    const second = here.snapshot(slow.id).then(() => done.push('slow again'));
    await here.snapshot(quick.id).then(() => done.push('quick'));
    await here.client.ping();
    expect(done).toEqual(['quick']);
    open();
    await Promise.all([first, second]);
    expect(done).toEqual(['quick', 'slow', 'slow again']);
  });

  it('when the client goes, what runs for it is aborted', async () => {
    const { id, probe } = await here.launch();
    probe.gate = new Promise(() => undefined);
    const pending = here.call('qt_snapshot', { session_id: id }).catch(() => undefined);
    await settled();
    await here.client.close();
    await pending;
    await settled();
    expect(probe.aborts).toBe(1);
  });

  it('a snapshot tells how far it is', async () => {
    const { id } = await here.launch((probe) => {
      probe.tree = flatTree(5000);
    });
    const told: number[] = [];
    await here.call('qt_snapshot', { session_id: id }, { onprogress: ({ progress }) => told.push(progress) });
    expect(told[0]).toBeGreaterThan(0);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.length).toBeLessThan(10);
  });
});
