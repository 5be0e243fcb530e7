/** `deskprobe serve`: MCP over standard input and output, for as long as the client is there. */
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from '../mcp.js';
import { openClientLine } from '../stdio.js';
import type { Command } from './command.js';

/** Answers under way when the client closes our input still get out, if it reads them by then. */
const FLUSH_MS = 500;

export const serve: Command = async (parts, _args, signal) => {
  using line = openClientLine();
  const server = createServer(parts);
  server.onerror = (error) => console.error(`deskprobe: ${error.message}`);
  const transport = new StdioServerTransport(line.input, line.output);
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    // The transport closes itself when it is sent more than it can hold.
    transport.onclose = resolve;
  });
  await server.connect(transport);
  await Promise.race([line.gone, stopped]);
  await setImmediate();
  // Aborts what is still running.
  await server.close();
  await Promise.race([flushed(line.output), delay(FLUSH_MS)]);
  return 0;
};

function flushed(output: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => output.write('', () => resolve()));
}
