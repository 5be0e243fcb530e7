#!/usr/bin/env node
/** The command line: wires the parts together and runs a command with them. */
import { Console } from 'node:console';
import path from 'node:path';
import { QtAdapter } from '../probe-qt/adapter.js';
import type { StoreLimits } from '../resources/shelf.js';
import { DEFAULT_LIMITS, SnapshotStore } from '../resources/store.js';
import type { Command, Parts } from './commands/command.js';
import { doctor } from './commands/doctor.js';
import { serve } from './commands/serve.js';
import { SNAPSHOT_USAGE, snapshot } from './commands/snapshot.js';
import { LinuxDesktop } from './desktop/desktop.js';
import { DeskprobeError, invalidArgument } from './errors.js';
import { outputFolder, runtimeFolder } from './folders.js';
import { Sessions } from './sessions.js';
import { VERSION } from './version.js';

const USAGE = `deskprobe ${VERSION}: eyes and hands on Linux desktop applications, over MCP

deskprobe [serve]                             serve MCP over standard input and output
deskprobe snapshot [options] -- COMMAND...    launch privately, snapshot, print the outline
deskprobe doctor                              what works here, and what mends the rest
deskprobe --help | --version

${SNAPSHOT_USAGE}

Environment: DESKPROBE_OUTPUT_DIR, where snapshots are kept; DESKPROBE_OUTPUT_MAX_MB, how much of them (512).
`;

const COMMANDS: Record<string, Command> = { serve, snapshot, doctor };

/** A client waits no longer than 5 s for us to go. */
const DISPOSE_MS = 4_000;

async function main(args: string[]): Promise<number> {
  const [name = 'serve', ...rest] = args;
  if (isHelp(name) || isHelp(rest[0])) return print(USAGE);
  if (name === '--version') return print(`${VERSION}\n`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`There is no command ${name}.\n\n${USAGE}`);
    return 2;
  }
  // Whatever a library has to say must not get between the messages on standard output.
  globalThis.console = new Console(process.stderr);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  try {
    const parts = wire();
    try {
      return await command(parts, rest, stop.signal);
    } finally {
      setTimeout(() => process.exit(1), DISPOSE_MS).unref();
      await dispose(parts);
    }
  } catch (error) {
    if (!(error instanceof DeskprobeError)) throw error;
    process.stderr.write(`${error.message}\n${error.hint}\n`);
    return 1;
  }
}

function wire(): Parts {
  const runtime = runtimeFolder();
  const adapters = [new QtAdapter({ socketFolder: runtime })];
  const desktop = new LinuxDesktop({ runtimeFolder: runtime });
  const store = new SnapshotStore(path.join(outputFolder(), 'snapshots'), storeLimits());
  return { adapters, desktop, store, sessions: new Sessions(adapters, desktop, store) };
}

async function dispose({ sessions, desktop, adapters }: Parts): Promise<void> {
  for (const part of [sessions, desktop, ...adapters]) {
    try {
      await part[Symbol.asyncDispose]();
    } catch (error) {
      console.error(error);
    }
  }
}

function storeLimits(): StoreLimits {
  const given = process.env.DESKPROBE_OUTPUT_MAX_MB;
  if (given === undefined || given === '') return DEFAULT_LIMITS;
  const megabytes = Number(given);
  if (!(megabytes > 0)) {
    throw invalidArgument(
      `DESKPROBE_OUTPUT_MAX_MB is ${JSON.stringify(given)}.`,
      'Set it to a number above 0, or not at all.',
    );
  }
  return { ...DEFAULT_LIMITS, maxBytes: megabytes * 1024 * 1024 };
}

function isHelp(argument: string | undefined): boolean {
  return argument === '--help' || argument === '-h';
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
// Links and timers that are still open must not keep us.
process.exit();
