import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { commandLineOf, environmentOf, processesMentioning } from './processes.js';
import { checkSnapshot } from './snapshot.js';
import { until } from './wait.js';

/** Files and empty folders below a folder whose contents may vanish at any moment. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      const inside = entry.isDirectory() ? filesBelow(path) : [];
      return inside.length > 0 ? inside : [path];
    });
  } catch {
    return [];
  }
}

/** Temporary folders that a server under test lives in, and the check that it left nothing in them. */
export class Sandbox {
  readonly root = mkdtempSync(join(tmpdir(), 'deskprobe-test-'));
  readonly runtime = join(this.root, 'run');
  readonly state = join(this.root, 'state');
  /** Where the server keeps the sockets of probes. */
  readonly sockets = join(this.runtime, 'deskprobe');
  /** Where the server keeps snapshots. */
  readonly output = join(this.state, 'deskprobe');
  #displays = new Set<string>();

  constructor() {
    mkdirSync(this.runtime, { mode: 0o700 });
    mkdirSync(this.state, { mode: 0o700 });
  }

  get environment(): Record<string, string> {
    return { XDG_RUNTIME_DIR: this.runtime, XDG_STATE_HOME: this.state };
  }

  /** A path in the sandbox, for a fixture's own files. */
  path(name: string): string {
    return join(this.root, name);
  }

  /** Remembers which X displays the server has made, so that `expectEmpty` can ask for them. */
  noteDisplays(): void {
    for (const pid of processesMentioning(this.root)) {
      const { DISPLAY, XDG_RUNTIME_DIR } = environmentOf(pid);
      // The server's own displays are in rooms below its runtime folder.
      if (DISPLAY !== undefined && XDG_RUNTIME_DIR?.startsWith(this.sockets)) this.#displays.add(DISPLAY);
    }
  }

  /** Whatever of a server's is still there: processes, sockets, files in the runtime folder, displays. */
  leftovers(): string[] {
    const files = filesBelow(this.sockets);
    const displays = [...this.#displays].flatMap((display) => {
      const number = display.replace(/^:/, '').replace(/\..*/, '');
      return [`/tmp/.X${number}-lock`, `/tmp/.X11-unix/X${number}`].filter((file) => existsSync(file));
    });
    const processes = processesMentioning(this.root).map((pid) => `process ${pid}: ${commandLineOf(pid)}`);
    return [...processes, ...files.filter((file) => !file.endsWith('/rooms')), ...displays];
  }

  /** Fails if anything is still there after `timeout` ms. */
  async expectEmpty(timeout = 5000): Promise<void> {
    await until('sandbox empty', () => this.leftovers().length === 0, timeout).catch(() => undefined);
    expect(this.leftovers()).toEqual([]);
  }

  /** Holds every snapshot file that was made here against the published schema, and removes everything. */
  remove(): void {
    const snapshots = filesBelow(this.root).filter((file) => /\/snapshot_\d+\.json$/.test(file));
    for (const file of snapshots) checkSnapshot(JSON.parse(readFileSync(file, 'utf8')));
    rmSync(this.root, { recursive: true, force: true });
  }
}
