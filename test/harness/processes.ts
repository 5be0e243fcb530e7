/** The process table, as the kernel shows it: the witness for what runs, what ended and what was inherited. */
import { readdirSync, readFileSync } from 'node:fs';

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Every process id there is. */
export function allProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** Environment of a process; empty if it is gone. */
export function environmentOf(pid: number): Record<string, string> {
  const entries = (readProc(pid, 'environ') ?? '').split('\0').filter((entry) => entry.includes('='));
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

/** One letter: R, S, D, Z (defunct) ...; undefined if there is no such process. */
export function stateOf(pid: number): string | undefined {
  return readProc(pid, 'stat')?.replace(/^.*\) /s, '')[0];
}

/** Parent process id. */
export function parentOf(pid: number): number {
  return Number(
    readProc(pid, 'stat')
      ?.replace(/^.*\) /s, '')
      .split(' ')[1],
  );
}

/** Is the process there, and not only as a zombie? */
export function isRunning(pid: number): boolean {
  const state = stateOf(pid);
  return state !== undefined && state !== 'Z';
}

/** Memory that the process has in use, in bytes. */
export function memoryOf(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '') ?? [];
  if (kib === undefined) throw new Error(`There is no process ${pid}`);
  return Number(kib) * 1024;
}

/** Processes whose environment or command line mentions `text`: everything that was started with a folder of ours. */
export function processesMentioning(text: string): number[] {
  return allProcesses().filter(
    (pid) =>
      pid !== process.pid &&
      ((readProc(pid, 'environ') ?? '').includes(text) || (readProc(pid, 'cmdline') ?? '').includes(text)),
  );
}

/** Command line of a process, for messages. */
export function commandLineOf(pid: number): string {
  return (readProc(pid, 'cmdline') ?? '').replaceAll('\0', ' ').trim();
}

/** CPU time of one thread in ns, from the scheduler itself. */
export function threadTime(pid: number, thread = pid): number {
  return Number(readProc(pid, `task/${thread}/schedstat`)?.split(' ')[0]);
}

/** CPU time of a whole process in ms. */
export function processTime(pid: number): number {
  const fields =
    readProc(pid, 'stat')
      ?.replace(/^.*\) /s, '')
      .split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
