/** Every error a caller can meet: its code, its wording and its remedy, built here and nowhere else. */
import { clip } from './clip.js';
import type { Exit } from './ports.js';

const MAX_SENT = 200;

export type ErrorCode =
  | 'invalid_argument'
  | 'unknown_tool'
  | 'unknown_session'
  | 'stale_element'
  | 'element_hidden'
  | 'unknown_property'
  | 'property_read_only'
  | 'invalid_value'
  | 'unknown_method'
  | 'bad_arguments'
  | 'method_threw'
  | 'answer_too_large'
  | 'unknown_snapshot'
  | 'command_not_found'
  | 'launch_failed'
  | 'app_exited'
  | 'process_not_found'
  | 'probe_unavailable'
  | 'not_responding'
  | 'target_busy'
  | 'connection_lost'
  | 'protocol_error'
  | 'display_unavailable'
  | 'output_unavailable'
  | 'cancelled'
  | 'internal_error';

/** Was the request carried out by the target? Says whether a retry is safe. */
export type Delivery = 'not_delivered' | 'uncertain' | 'delivered';

/** An error that is told to the caller as it stands: what happened, and what to do next. */
export class DeskprobeError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly delivery: Delivery | undefined;
  /** Facts for a program to branch on, such as `{ reason: 'setuid', pid: 12 }`. */
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    hint: string,
    options: { cause?: unknown; delivery?: Delivery; details?: Record<string, unknown> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DeskprobeError';
    this.code = code;
    this.hint = hint;
    this.delivery = options.delivery;
    this.details = options.details;
  }
}

/** Why a command, or a process, has no probe; `details.reason` of probe_unavailable and launch_failed. */
export type NoProbeReason =
  | 'not_preloaded'
  | 'not_qt'
  | 'static'
  | 'qt_version'
  | 'setuid'
  | 'sandbox'
  | 'permission'
  | 'no_answer';

/** `searched` is the PATH that was looked through, or undefined if the command names a file. */
export function commandNotFound(command: string, searched: string | undefined): DeskprobeError {
  return new DeskprobeError(
    'command_not_found',
    searched === undefined
      ? `There is no file ${clipped(command)}.`
      : `There is no command ${shown(command)} in PATH (${searched}).`,
    'Check the spelling, install the program, or give its absolute path as the first element of command.',
    { details: { command: clipped(command) } },
  );
}

export function commandNotExecutable(file: string): DeskprobeError {
  return new DeskprobeError(
    'launch_failed',
    `${file} is not an executable file.`,
    `Make it executable (chmod +x ${file}), or put its interpreter first, such as ["python3", "${file}"].`,
    { details: { reason: 'not_executable', file } },
  );
}

export function commandIsDirectory(file: string): DeskprobeError {
  return new DeskprobeError(
    'launch_failed',
    `${file} is a directory, not a program.`,
    'Give the program in it as the first element of command.',
    { details: { reason: 'directory', file } },
  );
}

/** `bytes` is the size of all arguments and variables together. */
export function argumentListTooLong(bytes: number): DeskprobeError {
  return new DeskprobeError(
    'invalid_argument',
    `The argument list is too long for the kernel: command and environment take ${bytes} bytes, or one string is above 128 KiB.`,
    'Shorten command or env, or pass the data in a file.',
  );
}

export function workingDirectoryMissing(cwd: string): DeskprobeError {
  return new DeskprobeError(
    'launch_failed',
    `The working directory ${clipped(cwd)} is not a directory that can be entered.`,
    'Give an existing directory as cwd, or leave it out.',
    { details: { reason: 'cwd', cwd: clipped(cwd) } },
  );
}

export function startFailed(command: string, cause: Error): DeskprobeError {
  return new DeskprobeError(
    'launch_failed',
    `${command} could not be started: ${cause.message}`,
    'Check that the program runs in a terminal.',
    { cause, details: { reason: 'start' } },
  );
}

/** The application was started but carries no probe. It runs on, which `message` must not repeat. */
export function launchWithoutProbe(
  reason: NoProbeReason,
  pid: number,
  message: string,
  hint: string,
  output: string,
): DeskprobeError {
  return new DeskprobeError(
    'launch_failed',
    `${message} It was left running as process ${pid}.${quote(output)}`,
    hint,
    {
      details: { reason, pid },
    },
  );
}

/** `ending` says how the process ended: "exited with status 1". */
export function appExited(pid: number, ending: string, exit: Exit, hint: string, output: string): DeskprobeError {
  return new DeskprobeError('app_exited', `The application (process ${pid}) ${ending}.${quote(output)}`, hint, {
    details: { pid, ...exit },
  });
}

function quote(output: string): string {
  return output === '' ? ' It printed nothing.' : ` Its last output:\n${output}`;
}

export function processNotFound(pid: number): DeskprobeError {
  return new DeskprobeError(
    'process_not_found',
    `There is no process ${pid}.`,
    'qt_list_processes lists those that run.',
    {
      details: { pid },
    },
  );
}

/** `problem` completes "The probe ...". */
export function probeNotBuilt(problem: string): DeskprobeError {
  return new DeskprobeError(
    'probe_unavailable',
    `The probe ${problem}.`,
    'Run "npm run build", then "deskprobe doctor".',
  );
}

export function probeUnavailable(reason: NoProbeReason, pid: number, message: string, hint: string): DeskprobeError {
  return new DeskprobeError('probe_unavailable', message, hint, { details: { reason, pid } });
}

export function notResponding(name: string, seconds: number): DeskprobeError {
  return new DeskprobeError(
    'not_responding',
    `The probe in ${name} gave no sign of life for ${seconds} s; the application is stopped or its machine is overloaded.`,
    'See that the process is not stopped (SIGSTOP, a debugger), then attach to it again with qt_attach.',
    { delivery: 'uncertain' },
  );
}

/** `seconds` is how long the GUI thread has not come round; 0 if it has, but the work was not done in time. */
export function targetBusy(name: string, seconds: number): DeskprobeError {
  return new DeskprobeError(
    'target_busy',
    seconds > 0
      ? `The GUI thread of ${name} has not come round for ${seconds} s; the request was withdrawn.`
      : `${name} did not get done with the request in time; it was withdrawn.`,
    seconds > 0
      ? 'Wait until the application has finished its work, then try again.'
      : 'Ask for less: one element or window in place of all, a smaller max_depth, detail "core".',
    { delivery: 'not_delivered' },
  );
}

/** A call ran into its deadline; `seconds` is how long it had. */
export function tooLate(tool: string, seconds: number): DeskprobeError {
  return new DeskprobeError(
    'target_busy',
    `${tool} was not done within ${seconds} s and was given up.`,
    'The machine or the application is busy: try again, and see with qt_list_sessions what is open.',
    { delivery: 'uncertain' },
  );
}

export function connectionLost(name: string, cause?: Error): DeskprobeError {
  return new DeskprobeError(
    'connection_lost',
    `The connection to ${name} has ended: the application quit or crashed.`,
    'Start it again with qt_launch; qt_list_processes shows whether it still runs.',
    { cause, delivery: 'uncertain' },
  );
}

/** The link is gone and the process is not. */
export function linkBroken(name: string, pid: number): DeskprobeError {
  return new DeskprobeError(
    'connection_lost',
    `The link to ${name} has broken, but process ${pid} still runs.`,
    `qt_attach with pid ${pid} opens a new one.`,
    { delivery: 'uncertain', details: { pid } },
  );
}

/** For calls that qt_detach has overtaken. */
export function sessionDetached(id: string): DeskprobeError {
  return new DeskprobeError(
    'unknown_session',
    `Session ${id} was ended by qt_detach while this call worked on it; the application was left running.`,
    'qt_attach opens a new session on it.',
    { delivery: 'uncertain' },
  );
}

/** The work may be going on in the application; it can not be called back. */
export function stillAtWork(name: string): DeskprobeError {
  return new DeskprobeError(
    'target_busy',
    `${name} did not get done in time and may still be at it: what was asked for may yet take effect.`,
    'Look at the application with qt_snapshot before asking for it again.',
    { delivery: 'uncertain' },
  );
}

/** `message` is a sentence of the probe. */
export function requestRefused(message: string): DeskprobeError {
  return new DeskprobeError(
    'invalid_argument',
    `The probe refused the request. ${message}`,
    'Correct what it names and try again.',
    { delivery: 'not_delivered' },
  );
}

export function requestTooLarge(bytes: number, maxBytes: number): DeskprobeError {
  return new DeskprobeError(
    'invalid_argument',
    `The request takes ${bytes} bytes; an application takes at most ${maxBytes}.`,
    'Send shorter texts.',
    { delivery: 'not_delivered' },
  );
}

export function protocolError(message: string): DeskprobeError {
  return new DeskprobeError(
    'protocol_error',
    message,
    'The probe and this server do not fit together: restart the application with qt_launch of this server.',
  );
}

export function cancelled(): DeskprobeError {
  return new DeskprobeError('cancelled', 'The request was cancelled.', 'Nothing more is done for it.');
}

/** What an aborted signal says: its reason if that is an error of ours, or that the caller gave up. */
export function aborted(signal: AbortSignal): DeskprobeError {
  return signal.reason instanceof DeskprobeError ? signal.reason : cancelled();
}

export function displayUnavailable(message: string, hint: string, cause?: unknown): DeskprobeError {
  return new DeskprobeError('display_unavailable', message, hint, { cause });
}

export function unsafeFolder(folder: string, problem: string, hint: string): DeskprobeError {
  return new DeskprobeError('output_unavailable', `The folder ${folder} ${problem}.`, hint, { details: { folder } });
}

export function invalidArgument(message: string, hint: string): DeskprobeError {
  return new DeskprobeError('invalid_argument', message, hint);
}

export function unknownTool(name: string, known: string[]): DeskprobeError {
  return new DeskprobeError('unknown_tool', `There is no tool ${shown(name)}.`, `Use one of: ${known.join(', ')}.`);
}

export function unknownSession(id: string): DeskprobeError {
  return new DeskprobeError(
    'unknown_session',
    `There is no session ${shown(id)}.`,
    'qt_list_sessions lists those there are; qt_launch and qt_attach open new ones.',
  );
}

/** `subject` is the element as it was last shown, such as `Element 12 (push button "Save")`; `why` ends the sentence. */
export function staleElement(id: number, subject: string, why: string): DeskprobeError {
  return new DeskprobeError(
    'stale_element',
    `${subject} ${why}.`,
    'Take a new qt_snapshot and use an objID that it lists, or root_id 0 for all windows.',
    { delivery: 'not_delivered', details: { element_id: id } },
  );
}

/** For tools that leave hidden elements alone. `subject` as in staleElement. */
export function elementHidden(id: number, subject: string): DeskprobeError {
  return new DeskprobeError(
    'element_hidden',
    `${subject} is not shown, so it was left alone.`,
    'Bring it to the screen first, or pass include_hidden: true.',
    { delivery: 'not_delivered', details: { element_id: id } },
  );
}

/** `why`: it is hidden, or nothing of it is inside its window. `subject` as in staleElement. */
export function noPicture(id: number, subject: string, why: 'hidden' | 'empty'): DeskprobeError {
  return new DeskprobeError(
    'element_hidden',
    why === 'hidden'
      ? `${subject} is not shown, so there is no picture of it.`
      : `Nothing of ${subject} is inside its window, so there is no picture of it.`,
    'Bring it to the screen first, or take a picture of its window.',
    { delivery: 'not_delivered', details: { element_id: id } },
  );
}

/** `missing`: the names that were asked for, each with the nearest that there are. */
export function unknownProperty(subject: string, missing: { name: string; nearest: string[] }[]): DeskprobeError {
  const names = missing.map(({ name }) => shown(name)).join(', ');
  const nearest = [...new Set(missing.flatMap((property) => property.nearest))];
  return new DeskprobeError(
    'unknown_property',
    `${subject} has no property ${clipped(names)}.`,
    nearest.length === 0
      ? 'qt_get_property without a name lists those that it has.'
      : `Near to that it has: ${nearest.join(', ')}. qt_get_property without a name lists them all.`,
    { delivery: 'not_delivered', details: { missing } },
  );
}

export function propertyReadOnly(subject: string, name: string): DeskprobeError {
  return new DeskprobeError(
    'property_read_only',
    `${subject}: property ${shown(name)} can be read, but not set.`,
    'Set another property or call a method that changes it; qt_get_property without a name says which can be set.',
    { delivery: 'not_delivered' },
  );
}

/** `why` is a sentence; `accepted` are the names of an enum. */
export function invalidValue(
  subject: string,
  name: string,
  why: string,
  type: string | undefined,
  accepted: string[] | undefined,
): DeskprobeError {
  return new DeskprobeError(
    'invalid_value',
    `${subject}: property ${shown(name)} does not take that value. ${why}`,
    accepted !== undefined
      ? `Use one of: ${accepted.join(', ')}.`
      : `Give a value of type ${type ?? 'as qt_get_property tells'}, written as qt_get_property answers it.`,
    { delivery: 'not_delivered', details: { type, accepted } },
  );
}

/** `signatures`: of methods with a name near to that. */
export function unknownMethod(subject: string, method: string, signatures: string[]): DeskprobeError {
  return new DeskprobeError(
    'unknown_method',
    `${subject} has no method ${shown(method)} that can be called.`,
    signatures.length === 0
      ? 'Only slots, signals and invokable methods can be called; set a property instead.'
      : `Near to that it has: ${signatures.join(', ')}.`,
    { delivery: 'not_delivered', details: { signatures } },
  );
}

/** `why` is a sentence; `signatures` are those of the overloads. */
export function badArguments(subject: string, method: string, why: string, signatures: string[]): DeskprobeError {
  return new DeskprobeError(
    'bad_arguments',
    `${subject}: no ${shown(method)} takes these arguments. ${why}`,
    `There is: ${signatures.join(', ')}. A whole signature as method picks one.`,
    { delivery: 'not_delivered', details: { signatures } },
  );
}

/** `what` is a sentence of what it threw. */
export function methodThrew(subject: string, signature: string, what: string): DeskprobeError {
  return new DeskprobeError(
    'method_threw',
    `${subject}: ${signature} did not succeed. ${clipped(what)}`,
    'Whatever it did before that has happened: look with qt_snapshot.',
    { delivery: 'delivered', details: { signature } },
  );
}

/** `remedy` says how to get a smaller one. */
export function answerTooLarge(bytes: number, maxBytes: number, remedy: string): DeskprobeError {
  return new DeskprobeError(
    'answer_too_large',
    `The answer takes ${bytes} bytes; one message takes at most ${maxBytes}.`,
    remedy,
  );
}

export function unknownSnapshot(uri: string): DeskprobeError {
  return new DeskprobeError(
    'unknown_snapshot',
    `There is no stored snapshot ${shown(uri)}: it is not one of this server's, or it was removed to make room.`,
    'Take a new one with qt_snapshot and read the uri that it answers.',
  );
}

export function noSnapshot(sessionId: string): DeskprobeError {
  return new DeskprobeError(
    'unknown_snapshot',
    `Session ${sessionId} has no stored snapshot.`,
    'Take one with qt_snapshot and max_depth -1.',
  );
}

/** `of` is the snapshot_id of what it was pruned of. */
export function alreadyPruned(snapshotId: string, of: string): DeskprobeError {
  return new DeskprobeError(
    'invalid_argument',
    `Snapshot ${snapshotId} is pruned already: what covered its elements may not be in it.`,
    `Prune the one that it is of: snapshot_id ${of}.`,
  );
}

/** What the caller sent, in quotes; it may be endless. */
function shown(text: string): string {
  return JSON.stringify(clipped(text));
}

function clipped(text: string): string {
  return clip(text, MAX_SENT);
}

export function outputUnavailable(message: string, cause: unknown): DeskprobeError {
  return new DeskprobeError(
    'output_unavailable',
    `The result could not be written: ${message}.`,
    'Free some space, set DESKPROBE_OUTPUT_DIR to a folder that can be written or DESKPROBE_OUTPUT_MAX_MB higher, or ask for less.',
    { cause },
  );
}

export function internalError(cause: unknown): DeskprobeError {
  return new DeskprobeError(
    'internal_error',
    `deskprobe failed: ${cause instanceof Error ? cause.message : String(cause)}.`,
    'This is a fault of deskprobe, please report it; stderr of the server has the details.',
    { cause },
  );
}
