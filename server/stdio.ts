/** Standard input and output as the line to an MCP client, and word of when that client has gone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

const STDIN = 0;
const STDOUT = 1;

export interface ClientLine extends Disposable {
  input: Readable;
  output: Writable;
  /** Settles when the client has closed either side. */
  gone: Promise<void>;
}

/** Takes standard input and output. */
export function openClientLine(): ClientLine {
  const output = openOutput();
  const watch = watchReader();
  const gone = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error'] as const) {
      process.stdin.on(event, () => resolve());
      output.on(event, () => resolve());
    }
    watch?.once('exit', () => resolve());
    // It cannot be run here: then the next write finds out.
    watch?.once('error', () => undefined);
  });
  return { input: process.stdin, output, gone, [Symbol.dispose]: () => watch?.kill() };
}

/** A client that gave us sockets, as Node does, is also heard to close the one that we write to. */
function openOutput(): Writable {
  const own = fstatSync(STDOUT);
  if (!own.isSocket() || own.ino === fstatSync(STDIN).ino) return process.stdout;
  return new Socket({ fd: STDOUT, readable: true, writable: true }).resume();
}

/**
 * Ends when nobody reads our standard output any more, where that is a pipe: Node tells only when the next write fails, which
 * an idle server may never come to. tail watches its output for this, and ends with us even if we are killed.
 */
function watchReader(): ChildProcess | undefined {
  if (!fstatSync(STDOUT).isFIFO()) return undefined;
  const command = ['--pdeathsig', 'KILL', 'tail', '-f', '/dev/null'];
  return spawn('setpriv', command, { stdio: ['ignore', STDOUT, 'ignore'] });
}
