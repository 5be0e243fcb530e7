/** B55: stdout is the protocol's alone. */
import { describe, expect, it } from 'vitest';
import { cppFixture } from '../harness/paths.js';
import { Wire } from '../harness/wire.js';

const environments: { name: string; environment: Record<string, string> }[] = [
  { name: 'a talkative one', environment: { DEBUG: '*', NODE_DEBUG: 'net,stream', NODE_OPTIONS: '--trace-warnings' } },
  {
    name: 'one without display and buses',
    environment: { DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  },
  { name: 'one without programs', environment: { PATH: '/nowhere' } },
];

describe.each(environments)('in $name', ({ environment }) => {
  it('every line is one JSON-RPC message, whatever is called and whatever the applications print', async () => {
    await using wire = await Wire.start(environment);
    const { tools } = (await wire.request('tools/list')).result as { tools: { name: string }[] };
    await wire.request('resources/list');
    await wire.request('no/such/method');
    const commands = [
      ['no-such-app-xyz'],
      ['/bin/sh', '-c', 'echo shouting; echo complaining >&2; exit 3'],
      cppFixture('loops', 6, '--mode', 'noisy'),
      cppFixture('loops', 5, '--mode', 'crash', '--delay', '300'),
    ];
    for (const command of commands) {
      for (const display of ['offscreen', 'private', 'current']) {
        const { structuredContent } = await wire.callTool('qt_launch', { command, display });
        const session = structuredContent?.session_id;
        if (session === undefined) continue;
        for (const tool of ['qt_snapshot', 'qt_get_snapshot', 'qt_detach']) {
          await wire.callTool(tool, { session_id: session });
        }
      }
    }
    for (const { name } of tools) await wire.callTool(name);
    for (const message of wire.messages) {
      expect(message.jsonrpc).toBe('2.0');
      expect(message.id !== undefined || message.method !== undefined).toBe(true);
    }
    expect(wire.lines.join('\n')).not.toMatch(/^\{"noise"/m);
  });
});
