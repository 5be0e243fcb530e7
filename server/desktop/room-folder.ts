/** A room's place on disk. Its name says whose it is and which display it has, so that a dead server's rooms can be cleared away. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { endProcesses, processesIn, processInfo } from './processes.js';

const END_GRACE_MS = 1_000;

export interface RoomFolder {
  path: string;
  /** XDG_RUNTIME_DIR of all that runs in the room. */
  run: string;
  home: string;
  /** TMPDIR: where single-instance programs meet, and must not meet those of the user. */
  tmp: string;
  xauthority: string;
  /** X display number, or undefined for an offscreen room. */
  display: number | undefined;
}

/** Names the folder of a room of this process; `rooms` is the folder of all rooms. */
export function ownRoomFolder(rooms: string, display: number | undefined): RoomFolder {
  const name = `${process.pid}.${processInfo(process.pid)?.startTime}.${display ?? 'offscreen'}`;
  return layout(path.join(rooms, name), display);
}

function layout(folder: string, display: number | undefined): RoomFolder {
  return {
    path: folder,
    run: path.join(folder, 'run'),
    home: path.join(folder, 'home'),
    tmp: path.join(folder, 'tmp'),
    xauthority: path.join(folder, 'Xauthority'),
    display,
  };
}

/** True if no X server has, or had, this number. */
export function isFreeDisplay(display: number): boolean {
  return !displayFiles(display).some((file) => existsSync(file));
}

/** Ends all that runs in the room, then removes every trace of it. `spare` are processes to end last. */
export async function clearRoom(folder: RoomFolder, spare: number[] = []): Promise<void> {
  const inside = () => processesIn(folder.run);
  await endProcesses(async () => (await inside()).filter((pid) => !spare.includes(pid)), END_GRACE_MS);
  await endProcesses(inside, END_GRACE_MS);
  const files = folder.display === undefined ? [] : displayFiles(folder.display);
  // Retried, for a process that was just writing when it was killed.
  const options = { recursive: true, force: true, maxRetries: 3 };
  await Promise.all([folder.path, ...files].map((file) => rm(file, options)));
}

/** Clears the rooms whose servers are dead; one that cannot be cleared is left to the next server. */
export async function clearLeftovers(rooms: string): Promise<void> {
  const names = await readdir(rooms).catch(() => []);
  await Promise.allSettled(
    names.map(async (name) => {
      const [, pid, startTime, display] = /^(\d+)\.(\d+)\.(\d+|offscreen)$/.exec(name) ?? [];
      if (display === undefined || processInfo(Number(pid))?.startTime === startTime) return;
      await clearRoom(layout(path.join(rooms, name), display === 'offscreen' ? undefined : Number(display)));
    }),
  );
}

function displayFiles(display: number): string[] {
  return [`/tmp/.X${display}-lock`, `/tmp/.X11-unix/X${display}`];
}
