/** `deskprobe doctor`: what works on this machine, and what mends the rest. */
import { DeskprobeError } from '../errors.js';
import { runtimeFolder } from '../folders.js';
import type { Check, Desktop } from '../ports.js';
import { type Command, refuseArguments } from './command.js';

/** Major and minor number. */
const MIN_NODE = [20, 9] as const;

/** Prints a line for each thing; status 1 if something is missing that is needed. */
export const doctor: Command = async ({ adapters, desktop }, args, signal) => {
  refuseArguments(args, 'deskprobe doctor');
  const parts = await Promise.all([desktop, ...adapters].map((part) => part.checks()));
  const checks = [node(), folder(), ...parts.flat(), await privateDisplay(desktop, signal), currentDisplay()];
  const width = Math.max(...checks.map(({ name }) => name.length));
  process.stdout.write(checks.map((check) => `${line(check, width)}\n`).join(''));
  return checks.some(({ needed, found }) => needed && found === undefined) ? 1 : 0;
};

function line({ name, found, needed, remedy }: Check, width: number): string {
  const label = name.padEnd(width);
  if (found !== undefined) return `ok       ${label}  ${found}`;
  return `${needed ? 'missing ' : 'optional'} ${label}  to mend it: ${remedy}`;
}

function node(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const works = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  return {
    name: 'Node.js',
    found: works ? process.versions.node : undefined,
    remedy: `install Node.js ${MIN_NODE.join('.')} or newer`,
    needed: true,
  };
}

function folder(): Check {
  return { name: 'runtime folder', found: runtimeFolder(), remedy: '', needed: true };
}

/** Not only whether its programs are there: whether it comes up. */
async function privateDisplay(desktop: Desktop, signal: AbortSignal): Promise<Check> {
  const check = { name: 'private display', needed: true };
  const begun = performance.now();
  try {
    const { display } = await desktop.room('private', signal);
    return { ...check, found: `${display}, up in ${Math.round(performance.now() - begun)} ms`, remedy: '' };
  } catch (error) {
    const remedy = error instanceof DeskprobeError ? `${error.message} ${error.hint}` : String(error);
    return { ...check, found: undefined, remedy };
  }
}

function currentDisplay(): Check {
  return {
    name: 'current display',
    found: process.env.WAYLAND_DISPLAY || process.env.DISPLAY || undefined,
    remedy: 'start from a terminal of the desktop session (only for display "current")',
    needed: false,
  };
}
