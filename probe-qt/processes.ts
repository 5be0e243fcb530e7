/** What /proc tells of a process that matters to a probe: which Qt it runs, and what keeps a library out of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, readlink, stat } from 'node:fs/promises';

/** Type in /proc/<pid>/auxv of "the loader ignores LD_PRELOAD": setuid, setgid, file capabilities. */
const AT_SECURE = 23n;

export interface QtUse {
  /** As far as the file's name tells: "5.15.8", or "6". */
  version: string;
  /** Qt libraries in use: "Core", "Gui", "Widgets" ... */
  modules: string[];
}

/** False for a zombie too, which has ended but for its parent's notice. */
export function isAlive(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

export function allProcesses(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
}

/** Files mapped into the process; undefined if it is gone or not ours to read. */
export async function mappedFiles(pid: number): Promise<string[] | undefined> {
  const maps = await read(`/proc/${pid}/maps`);
  if (maps === undefined) return undefined;
  const files = maps.split('\n').flatMap((line) => (line.includes('/') ? line.slice(line.indexOf('/')) : []));
  return [...new Set(files.map((file) => file.replace(/ \(deleted\)$/, '')))];
}

/** The Qt among the mapped files, or undefined. */
export function qtUse(files: string[]): QtUse | undefined {
  const libraries = files.flatMap((file) => {
    const [, major, module, version] = /\/libQt([56]?)([A-Z]\w*?)(?:_conda)?\.so(?:\.([\d.]+))?$/.exec(file) ?? [];
    return module === undefined ? [] : { module, version: version ?? major ?? '' };
  });
  const core = libraries.find(({ module }) => module === 'Core');
  return core && { version: core.version, modules: libraries.map(({ module }) => module).sort() };
}

export async function processName(pid: number): Promise<string> {
  return (await read(`/proc/${pid}/comm`))?.trimEnd() ?? '';
}

/** Path of the program, or '' where it may not be read. */
export async function executable(pid: number): Promise<string> {
  return (await readlink(`/proc/${pid}/exe`).catch(() => '')).replace(/ \(deleted\)$/, '');
}

/** Effective user id, or undefined if the process is gone. */
export async function userOf(pid: number): Promise<number | undefined> {
  return (await ids(pid, 'Uid'))?.[1];
}

/** True if the loader ignores LD_PRELOAD for this process because it has other rights than its caller. */
export async function isPrivileged(pid: number): Promise<boolean> {
  for (const kind of ['Uid', 'Gid'] as const) {
    const [real, effective] = (await ids(pid, kind)) ?? [];
    if (real !== effective) return true;
  }
  const auxv = await readFile(`/proc/${pid}/auxv`).catch(() => Buffer.alloc(0));
  for (let at = 0; at + 16 <= auxv.length; at += 16) {
    if (auxv.readBigUInt64LE(at) === AT_SECURE) return auxv.readBigUInt64LE(at + 8) !== 0n;
  }
  return false;
}

/** Real and effective id. */
async function ids(pid: number, kind: 'Uid' | 'Gid'): Promise<[number, number] | undefined> {
  const status = (await read(`/proc/${pid}/status`)) ?? '';
  const [, real, effective] = new RegExp(`^${kind}:\\t(\\d+)\\t(\\d+)`, 'm').exec(status) ?? [];
  return real === undefined ? undefined : [Number(real), Number(effective)];
}

/** True if the process sees other files than we do. */
export async function isSandboxed(pid: number): Promise<boolean> {
  const [theirs, ours] = await Promise.all([mountsOf(pid), mountsOf('self')]);
  return theirs !== undefined && theirs !== ours;
}

/** Mount namespace and root folder, as one comparable text. */
async function mountsOf(pid: number | 'self'): Promise<string | undefined> {
  try {
    const [namespace, root] = await Promise.all([readlink(`/proc/${pid}/ns/mnt`), stat(`/proc/${pid}/root`)]);
    return `${namespace} ${root.dev}:${root.ino}`;
  } catch {
    return undefined;
  }
}

/** True if the program has Qt inside itself instead of using its shared libraries. */
export async function hasStaticQt(pid: number): Promise<boolean> {
  // QtGui's own name for the choice of platform; a program without QtGui has no reason to hold it.
  const program = await readFile(`/proc/${pid}/exe`).catch(() => Buffer.alloc(0));
  return program.includes('QT_QPA_PLATFORM_PLUGIN_PATH');
}

async function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
