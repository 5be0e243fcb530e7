/** The two places where deskprobe keeps anything. */
import { lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { unsafeFolder } from './errors.js';

/**
 * The folder of sockets and rooms, made if need be: $XDG_RUNTIME_DIR/deskprobe, else /tmp/deskprobe-<uid>. It is 0700 and ours.
 * Throws output_unavailable where somebody else could write in it.
 */
export function runtimeFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const uid = ownUid();
  const session = environment.XDG_RUNTIME_DIR;
  // After su or sudo the variable may still name another user's folder.
  const usable = session !== undefined && path.isAbsolute(session) && ownerOf(session) === uid;
  const folder = usable ? path.join(session, 'deskprobe') : path.join(tmpdir(), `deskprobe-${uid}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw cannotMake(folder, error);
  }
  checkPrivate(folder, uid);
  return folder;
}

/** The folder of snapshots, which is made when the first one is written: $DESKPROBE_OUTPUT_DIR, or below $XDG_STATE_HOME. */
export function outputFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { DESKPROBE_OUTPUT_DIR, XDG_STATE_HOME } = environment;
  if (DESKPROBE_OUTPUT_DIR) return path.resolve(DESKPROBE_OUTPUT_DIR);
  // The XDG specification has relative paths ignored.
  const state =
    XDG_STATE_HOME && path.isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : path.join(homedir(), '.local', 'state');
  return path.join(state, 'deskprobe');
}

function checkPrivate(folder: string, uid: number): void {
  const found = lstatSync(folder);
  const remedy = `Remove ${folder}, or set XDG_RUNTIME_DIR to a folder of your own.`;
  if (found.isSymbolicLink()) throw unsafeFolder(folder, 'is a symbolic link', remedy);
  if (!found.isDirectory()) throw unsafeFolder(folder, 'is not a folder', remedy);
  if (found.uid !== uid) throw unsafeFolder(folder, `belongs to user ${found.uid}, not to us (${uid})`, remedy);
  if (found.mode & 0o077) throw unsafeFolder(folder, 'is open to other users', `Run: chmod 700 ${folder}`);
}

function ownerOf(folder: string): number | undefined {
  return lstatSync(folder, { throwIfNoEntry: false })?.uid;
}

function ownUid(): number {
  const uid = process.geteuid?.();
  if (uid === undefined) throw new Error('deskprobe runs on Linux only');
  return uid;
}

function cannotMake(folder: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  return unsafeFolder(
    folder,
    `cannot be made (${message})`,
    'Set XDG_RUNTIME_DIR to a folder of your own that can be written to.',
  );
}
