/** `deskprobe serve`: MCP over standard input and output, for as long as the client is there. */
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from '../mcp.js';
import { openClientLine } from '../stdio.js';
import { type Command, refuseArguments } from './command.js';

/** Longest message of a client. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
/** Answers under way when the client closes our input still get out, if it reads them by then. */
const FLUSH_MS = 500;

export const serve: Command = async (parts, args, signal) => {
  refuseArguments(args, 'deskprobe serve');
  using line = openClientLine();
  const server = createServer(parts);
  server.onerror = (error) => console.error(`deskprobe: ${error.message}`);
  const transport = new StdioServerTransport(line.input, line.output, { maxBufferSize: MAX_MESSAGE_BYTES });
  const stopped = new Promise<number>((resolve) => {
    signal.addEventListener('abort', () => resolve(0), { once: true });
    // The transport closes itself only when it is sent more than it can hold.
    transport.onclose = () => resolve(1);
  });
  await server.connect(transport);
  const status = await Promise.race([line.gone.then(() => 0), stopped]);
  if (status !== 0) {
    console.error(`deskprobe: ended, because the client sent a message of more than ${MAX_MESSAGE_BYTES} bytes.`);
  }
  await setImmediate();
  // Aborts what is still running.
  await server.close();
  await Promise.race([flushed(line.output), delay(FLUSH_MS)]);
  return status;
};

function flushed(output: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => output.write('', () => resolve()));
}
