/** Whatever is asked, the answer is an error that names the remedy, within five seconds. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cppFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { timed } from '../harness/wait.js';

let server: Server;
let sessionId: string;
beforeAll(async () => {
  server = await Server.start();
  ({ session_id: sessionId } = await server.launch(cppFixture('loops'), { display: 'offscreen' }));
});
afterAll(() => server[Symbol.asyncDispose]());

const session = '(the session)';

it.each<[string, Record<string, unknown>, string, RegExp]>([
  ['qt_snapshot', { session_id: 'nobody' }, 'unknown_session', /qt_list_sessions|qt_launch/],
  ['qt_snapshot', { session_id: '' }, 'unknown_session|invalid_argument', /session/],
  ['qt_snapshot', { session_id: session, depth: 1 }, 'invalid_argument', /depth/],
  ['qt_snapshot', { session_id: session, max_depth: -2 }, 'invalid_argument', /max_depth/],
  ['qt_snapshot', { session_id: session, prop_depth: -2 }, 'invalid_argument', /prop_depth/],
  ['qt_snapshot', { session_id: session, max_depth: 1.5 }, 'invalid_argument', /max_depth/],
  ['qt_snapshot', { session_id: session, max_depth: '1' }, 'invalid_argument', /max_depth/],
  ['qt_snapshot', { session_id: session, root_id: -1 }, 'invalid_argument', /root_id/],
  ['qt_snapshot', { session_id: session, detail: 'everything' }, 'invalid_argument', /core.*extended.*full/],
  ['qt_snapshot', { session_id: session, include_hidden: 'yes' }, 'invalid_argument', /include_hidden/],
  ['qt_snapshot', { session_id: null }, 'invalid_argument', /session_id/],
  ['qt_get_snapshot', { session_id: session, root_id: 123_456 }, 'stale_element', /qt_snapshot/],
  ['qt_launch', {}, 'invalid_argument', /command/],
  ['qt_launch', { command: [] }, 'invalid_argument', /command/],
  ['qt_launch', { command: 'kcalc' }, 'invalid_argument', /command/],
  ['qt_launch', { command: [''] }, 'invalid_argument|command_not_found', /command/],
  ['qt_launch', { command: ['kcalc', 7] }, 'invalid_argument', /command/],
  ['qt_launch', { command: ['ca\0t'] }, 'invalid_argument|command_not_found', /./],
  ['qt_launch', { command: ['/etc/passwd'] }, 'launch_failed', /execut/],
  ['qt_launch', { command: ['/usr'] }, 'launch_failed', /directory/],
  ['qt_launch', { command: ['x'.repeat(300_000)] }, 'command_not_found', /^.{0,20000}$/s],
  ['qt_launch', { command: ['/bin/true', 'x'.repeat(3_000_000)] }, 'invalid_argument', /bytes/],
  ['qt_launch', { command: ['kcalc'], env: { 'A=B': '1' } }, 'invalid_argument', /"A=B"/],
  ['qt_launch', { command: ['kcalc'], env: { '': '1' } }, 'invalid_argument', /""/],
  ['qt_launch', { command: ['no-such-app-xyz'] }, 'command_not_found', /PATH|path/],
  ['qt_launch', { command: ['/bin/true'], cwd: '/no/such/folder' }, 'launch_failed|invalid_argument', /cwd|folder/],
  ['qt_launch', { command: ['kcalc'], display: ':7' }, 'invalid_argument', /private.*current.*offscreen/],
  ['qt_launch', { command: ['kcalc'], env: { A: 1 } }, 'invalid_argument', /env/],
  ['qt_launch', { command: ['kcalc'], env: ['A=1'] }, 'invalid_argument', /env/],
  ['qt_launch', { command: ['kcalc'], environment: {} }, 'invalid_argument', /environment/],
  ['qt_attach', { pid: 4_194_000 }, 'process_not_found', /qt_list_processes/],
  ['qt_attach', { pid: -1 }, 'invalid_argument', /pid/],
  ['qt_attach', { pid: 1.5 }, 'invalid_argument', /pid/],
  ['qt_attach', { pid: 'kcalc' }, 'invalid_argument', /pid/],
  ['qt_attach', { pid: 1 }, 'probe_unavailable', /./],
  ['qt_detach', { session_id: 'nobody' }, 'unknown_session', /qt_list_sessions/],
  ['qt_list_sessions', { verbose: true }, 'invalid_argument', /verbose/],
  ['qt_list_processes', { name: 'kcalc' }, 'invalid_argument', /name/],
  ['read_snapshot', { uri: 'nonsense' }, 'unknown_snapshot|invalid_argument', /uri|snapshot/],
  ['read_snapshot', {}, 'invalid_argument', /uri/],
  ['qt_juggle', {}, 'unknown_tool', /qt_snapshot/],
])('%s %j', async (tool, args, codes, remedy) => {
  const actual = args.session_id === session ? { ...args, session_id: sessionId } : args;
  const { ms, value } = await timed(() => server.failure(tool, actual));
  expect(codes.split('|')).toContain(value.code);
  expect(value.text).toMatch(remedy);
  expect(value.hint).not.toBe('');
  expect(ms).toBeLessThan(5000);
});

it('leaves the server and the session as they were', async () => {
  await server.snapshot(sessionId);
});

it('parts of a snapshot that are not there', async () => {
  const { uri } = await server.take(sessionId);
  expect((await server.failure('read_snapshot', { uri, root_id: 987_654 })).text).toMatch(/root_id|987654/);
  expect((await server.failure('read_snapshot', { uri, depth: -2 })).code).toBe('invalid_argument');
  expect((await server.failure('read_snapshot', { uri, format: 'xml' })).code).toBe('invalid_argument');
});
