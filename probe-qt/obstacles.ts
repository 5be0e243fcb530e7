/** Why a process carries no probe. */
import type { NoProbeReason } from '../server/errors.js';
import type { ProbeLibrary } from './library.js';
import { isPrivileged, isSandboxed, mappedFiles, qtUse, userOf } from './processes.js';

export interface Obstacle {
  reason: NoProbeReason;
  /** A whole sentence; it names the process by its id. */
  message: string;
  hint: string;
}

/** What keeps a probe out of the process, or undefined if nothing is seen that would. */
export async function obstacleOf(pid: number, library: ProbeLibrary): Promise<Obstacle | undefined> {
  const files = await mappedFiles(pid);
  const preloaded = files?.includes(library.stub);
  if (!preloaded && (await isPrivileged(pid))) return setuid(pid);
  if (!files) return unreadable(pid, await userOf(pid));
  const qt = qtUse(files);
  if (!qt) return notQt(pid);
  const unfit = library.obstacle(qt.version);
  if (unfit !== undefined) return qtVersion(pid, qt.version, unfit);
  if (!preloaded) return (await isSandboxed(pid)) ? sandboxed(pid) : notPreloaded(pid);
  const user = await userOf(pid);
  return user === process.geteuid?.() ? undefined : otherUser(pid, user);
}

export function setuid(pid: number): Obstacle {
  return {
    reason: 'setuid',
    message: `Process ${pid} has other rights than its caller (setuid, setgid or file capabilities), so the loader ignores the probe.`,
    hint: 'Start a copy of the program that has no such rights.',
  };
}

export function sandboxed(pid: number): Obstacle {
  return {
    reason: 'sandbox',
    message: `Process ${pid} runs in a sandbox (own file system), in which the probe or its socket is not to be seen.`,
    hint: 'Start the program without its sandbox (flatpak, snap, bwrap, firejail).',
  };
}

function notPreloaded(pid: number): Obstacle {
  return {
    reason: 'not_preloaded',
    message: `Process ${pid} was started without the probe.`,
    hint: 'Quit the application and start it with qt_launch, straight and not through sudo or "env -i".',
  };
}

export function notQt(pid: number): Obstacle {
  return {
    reason: 'not_qt',
    message: `Process ${pid} does not use Qt's shared libraries.`,
    hint: 'Give the command of a Qt application; if it has only been slow to start, call qt_attach with its pid.',
  };
}

export function noGui(pid: number): Obstacle {
  return {
    reason: 'not_qt',
    message: `Process ${pid} uses Qt, but no windows (no QtGui).`,
    hint: 'Give the command of a Qt application with windows.',
  };
}

export function staticQt(pid: number): Obstacle {
  return {
    reason: 'static',
    message: `Process ${pid} has Qt linked into its program, where the probe cannot reach it.`,
    hint: 'Use a build of the program with shared Qt libraries.',
  };
}

export function noAnswer(pid: number): Obstacle {
  return {
    reason: 'no_answer',
    message: `Process ${pid} has loaded Qt and the probe, but the probe does not answer in this server's folder.`,
    hint: 'If it is still starting, call qt_attach with its pid; else launch it again from this server.',
  };
}

function qtVersion(pid: number, version: string, unfit: string): Obstacle {
  return {
    reason: 'qt_version',
    message: `Process ${pid} uses Qt ${version}, which ${unfit}.`,
    hint: 'Use Qt 5.15 or Qt 6; "deskprobe doctor" shows which probes are built.',
  };
}

function unreadable(pid: number, user: number | undefined): Obstacle {
  if (user === process.geteuid?.()) return shielded(pid);
  return {
    reason: 'permission',
    message: `Process ${pid} belongs to user ${user ?? 'unknown'} and may not be looked into.`,
    hint: 'Run the server as the user whose application it is.',
  };
}

function shielded(pid: number): Obstacle {
  return {
    reason: 'permission',
    message: `Process ${pid} belongs to our own user, but the kernel lets nobody of ours look into it (it has more rights, or forbids it).`,
    hint: 'Start the application with qt_launch; qt_list_processes shows those that can be attached to.',
  };
}

function otherUser(pid: number, user: number | undefined): Obstacle {
  return {
    reason: 'permission',
    message: `Process ${pid} runs as user ${user ?? 'unknown'}, who may not enter this server's folder for probe sockets.`,
    hint: 'Run the server as that user.',
  };
}
