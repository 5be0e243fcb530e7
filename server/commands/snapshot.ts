/** `deskprobe snapshot [options] -- COMMAND...`: one look at one application, without a client. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type DeskprobeError, displayUnavailable, invalidArgument } from '../errors.js';
import type { Desktop, Detail, DisplayKind } from '../ports.js';
import type { Session } from '../session.js';
import type { Snapshot } from '../snapshot.js';
import type { Command } from './command.js';

export const SNAPSHOT_USAGE =
  'deskprobe snapshot [--display private|current|offscreen] [--detail core|extended|full] [--max-depth N] ' +
  '[--include-hidden] [--picture] -- COMMAND...';

const DISPLAYS: readonly DisplayKind[] = ['private', 'current', 'offscreen'];
const DETAILS: readonly Detail[] = ['core', 'extended', 'full'];
const WINDOW_MS = 20_000;
const SNAPSHOT_MS = 30_000;

/** Starts the command, waits for its first window, prints the outline and the files' paths, and ends all that it started. */
export const snapshot: Command = async ({ sessions, desktop }, args, signal) => {
  const { display, command, picture, params } = parse(args);
  const session = await sessions.launch({ command, env: {}, cwd: undefined, display }, signal, () => undefined);
  try {
    await session.shownWindows(AbortSignal.any([signal, AbortSignal.timeout(WINDOW_MS)]));
    const taken = await session.snapshot(
      params,
      'refresh',
      AbortSignal.any([signal, AbortSignal.timeout(SNAPSHOT_MS)]),
    );
    process.stdout.write(await readFile(taken.stored.textFile, 'utf8'));
    process.stdout.write(`snapshot: ${taken.stored.jsonFile}\n`);
    if (picture) process.stdout.write(`picture: ${await takePicture(desktop, session, taken, signal)}\n`);
    return 0;
  } finally {
    await session.launched?.application.stop();
  }
};

/** Writes the largest window's picture beside the snapshot; answers its path. */
async function takePicture(desktop: Desktop, session: Session, taken: Snapshot, signal: AbortSignal): Promise<string> {
  const shown = taken.windows.flatMap(({ native_id, visible, global_rect: { width, height } }) =>
    visible && native_id !== undefined ? { id: native_id, area: width * height } : [],
  );
  const [largest] = shown.sort((a, b) => b.area - a.area);
  if (largest === undefined || session.launched === undefined) {
    throw displayUnavailable(
      'There is no window on an X display to take a picture of.',
      'Leave out --picture, or use --display private.',
    );
  }
  const file = taken.stored.jsonFile.replace(/\.json$/, '.png');
  await writeFile(file, await desktop.picture(session.launched.room, largest.id, signal), { mode: 0o600 });
  return file;
}

/** Throws invalid_argument. */
function parse(args: string[]) {
  const { values, positionals: command } = parsed(args);
  if (command.length === 0) throw wrong('snapshot needs a command to start');
  const depth = Number(values['max-depth']);
  if (!Number.isInteger(depth) || depth < -1) throw wrong('--max-depth must be -1 (all levels) or a number of levels');
  return {
    command,
    display: oneOf(DISPLAYS, '--display', values.display),
    picture: values.picture,
    params: {
      detail: oneOf(DETAILS, '--detail', values.detail),
      root_id: 0,
      max_depth: depth,
      prop_depth: 1,
      include_hidden: values['include-hidden'],
    },
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args: withJoinedDepth(args),
      allowPositionals: true,
      options: {
        display: { type: 'string', default: 'private' },
        detail: { type: 'string', default: 'extended' },
        'max-depth': { type: 'string', default: '-1' },
        'include-hidden': { type: 'boolean', default: false },
        picture: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

/** parseArgs takes a value that begins with a dash only if it is joined to its option. */
function withJoinedDepth(args: string[]): string[] {
  const at = args.indexOf('--max-depth');
  const separate = at >= 0 && !args.slice(0, at).includes('--') && /^-\d+$/.test(args[at + 1] ?? '');
  return separate ? args.toSpliced(at, 2, `--max-depth=${args[at + 1]}`) : args;
}

function oneOf<T extends string>(known: readonly T[], option: string, value: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw wrong(`${option} must be one of ${known.join(', ')}, not ${JSON.stringify(value)}`);
  return found;
}

function wrong(problem: string): DeskprobeError {
  return invalidArgument(`${problem}.`, `Usage: ${SNAPSHOT_USAGE}`);
}
