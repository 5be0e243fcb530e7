/** What a command of the command line is. */
import type { SnapshotStore } from '../../resources/store.js';
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
