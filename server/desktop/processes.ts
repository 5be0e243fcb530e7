/** Processes as /proc shows them: which ones live, whose they are, and their end. */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_AGAIN_MS = 10;
/** For what even SIGKILL does not end, such as a process that waits for a dead disk. */
const GIVE_UP_MS = 2_000;

export interface ProcessInfo {
  pid: number;
  parent: number;
  session: number;
  /** Clock ticks since boot; with the pid it names a process for good. */
  startTime: string;
}

/** A living process, or undefined; a zombie does not live. */
export function processInfo(pid: number): ProcessInfo | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The second field is the name in parentheses, which may itself hold blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, , session] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), session: Number(session), startTime: fields[19] ?? '' };
}

export function livingProcesses(): ProcessInfo[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processInfo(Number(name)) ?? []) : []));
}

/** Living processes of the session that `leader` began, and what descends from them. */
export function sessionMembers(leader: number): number[] {
  const living = livingProcesses();
  const members = new Set(living.filter((process) => process.session === leader).map((process) => process.pid));
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const process of living) if (members.has(process.parent)) members.add(process.pid);
  }
  return [...members];
}

/** Living processes that were started with this XDG_RUNTIME_DIR. */
export async function processesIn(runtimeFolder: string): Promise<number[]> {
  const wanted = `XDG_RUNTIME_DIR=${runtimeFolder}`;
  const found = await Promise.all(
    livingProcesses().map(async ({ pid }) => ((await environment(pid)).includes(wanted) ? pid : [])),
  );
  return found.flat().filter((pid) => pid !== process.pid);
}

/** Asynchronous, because reading it waits for the process's memory lock. */
async function environment(pid: number): Promise<string[]> {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  } catch {
    return []; // Gone, or another user's.
  }
}

/**
 * Ends what `find` finds: asks first, and forces after `grace` ms. Settles when nothing is left but what is not ours to end,
 * such as a setuid program.
 */
export async function endProcesses(find: () => Promise<number[]>, grace: number): Promise<void> {
  const asked = new Set<number>();
  const foreign = new Set<number>();
  const forceAt = performance.now() + grace;
  const giveUpAt = forceAt + GIVE_UP_MS;
  for (;;) {
    const left = (await find()).filter((pid) => !foreign.has(pid));
    if (left.length === 0 || performance.now() > giveUpAt) return;
    const force = performance.now() > forceAt;
    for (const pid of left) {
      if (asked.has(pid) && !force) continue;
      asked.add(pid);
      if (!send(pid, force ? 'SIGKILL' : 'SIGTERM')) foreign.add(pid);
    }
    // Most are no children of ours, so nothing here is told of their end.
    await delay(LOOK_AGAIN_MS);
  }
}

/** False if we may not. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}
