/** What a command of the command line is. */
import { parseArgs } from 'node:util';
import type { SnapshotStore } from '../../resources/store.js';
import { invalidArgument } from '../errors.js';
import type { Adapter, Desktop } from '../ports.js';
import type { Sessions } from '../sessions.js';

/** The parts of deskprobe, wired together in main.ts. */
export interface Parts {
  /** In order of preference. */
  adapters: Adapter[];
  desktop: Desktop;
  store: SnapshotStore;
  sessions: Sessions;
}

/** Answers the exit status. Throws DeskprobeError for what the user can mend. */
export type Command = (parts: Parts, args: string[], signal: AbortSignal) => Promise<number>;

/** Throws invalid_argument if there are any; `usage` is the command as it should be. */
export function refuseArguments(args: string[], usage: string): void {
  try {
    parseArgs({ args, options: {} });
  } catch (error) {
    throw invalidArgument(error instanceof Error ? error.message : String(error), `Usage: ${usage}`);
  }
}
