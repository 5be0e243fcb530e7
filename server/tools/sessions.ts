/** Tools that find, start and let go of applications. */
import { z } from 'zod';
import { describeExit, type Session } from '../session.js';
import { serverTool } from '../tool.js';

const sessionId = z.string().describe('Names the session to the other tools.');

const application = z.object({
  session_id: sessionId,
  pid: z.int().describe('Process id of the application; a wrapper script may have another.'),
  name: z.string().describe("The program's own name."),
  qt_version: z.string().describe('Version of Qt that it runs on.'),
  platform: z.string().describe('Qt platform: xcb, wayland, offscreen.'),
});

function describe(session: Session): z.output<typeof application> {
  const { pid, name, qtVersion, platform } = session.target;
  return { session_id: session.id, pid, name, qt_version: qtVersion, platform };
}

export const listProcesses = serverTool({
  name: 'qt_list_processes',
  title: 'List Qt processes',
  description:
    'Lists the running Qt applications of this user: which of them carry a probe and can be attached to with qt_attach, ' +
    'and for the others how to get one into them.',
  effect: 'read',
  deadline: 10_000,
  input: z.strictObject({}),
  output: z.object({
    processes: z.array(
      z.object({
        pid: z.int().describe('Process id.'),
        name: z.string().describe('Name of the program.'),
        executable: z.string().describe('File that the process runs.'),
        qt_version: z.string().optional().describe('Version of Qt, where it can be told.'),
        modules: z.array(z.string()).describe('Qt libraries in use, such as Widgets or Quick.'),
        probe: z.enum(['listening', 'absent']).describe('listening: qt_attach works now.'),
        remedy: z.string().optional().describe('How to get a probe into it.'),
        session_id: sessionId.optional().describe('The session that is open on it.'),
      }),
    ),
  }),
  async handle(_, { sessions, signal }) {
    const open = new Map(
      sessions.list().map((session) => [session.state === 'running' && session.target.pid, session.id]),
    );
    const processes = (await sessions.applications(signal)).map((target) => ({
      pid: target.pid,
      name: target.name,
      executable: target.executable,
      qt_version: target.qtVersion,
      modules: target.modules,
      probe: target.probe,
      remedy: target.remedy,
      session_id: open.get(target.pid),
    }));
    const lines = processes.map(({ pid, name, qt_version, probe, remedy, session_id }) => {
      const how = session_id
        ? `session ${session_id}`
        : probe === 'listening'
          ? 'qt_attach works'
          : `no probe: ${remedy}`;
      return `${pid} ${name} (Qt ${qt_version ?? 'of unknown version'}): ${how}`;
    });
    return {
      structured: { processes },
      text: lines.length === 0 ? 'No Qt application of this user is running; qt_launch starts one.' : lines.join('\n'),
    };
  },
});

/** What the kernel takes as an argument, a variable or a path. */
const cString = z.string().refine((text) => !text.includes('\0'), 'contains a NUL character');

const variables = z.record(z.string(), cString).superRefine((env, context) => {
  for (const name of Object.keys(env)) {
    if (/^[^=\0]+$/.test(name)) continue;
    context.addIssue({ code: 'custom', message: `${JSON.stringify(name)} cannot be the name of a variable` });
  }
});

/** Time for an application to show its first window, from the start of the launch. */
const WINDOW_MS = 10_000;

export const launch = serverTool({
  name: 'qt_launch',
  title: 'Launch a Qt application',
  description:
    'Starts a Qt application with a probe in it and opens a session on it. It runs on a private display by default, unseen ' +
    'and with files and settings of its own, and then ends with this server. Answers within about 10 s, with the reason if ' +
    'the application cannot be seen into; an application that runs nevertheless is left running.',
  effect: 'launch',
  deadline: 30_000,
  input: z.strictObject({
    command: z
      .array(cString)
      .min(1)
      .describe('Program and its arguments, one string each: ["kcalc"] or ["python3", "app.py"]. No shell reads them.'),
    env: variables.default({}).describe('Environment variables to add or to replace.'),
    cwd: cString.optional().describe('Working directory; by default that of this server.'),
    display: z
      .enum(['private', 'current', 'offscreen'])
      .default('private')
      .describe(
        'private: a display of its own that nobody sees; ends with this server. current: the desktop of the user; keeps ' +
          "running. offscreen: no display at all, by Qt's offscreen platform; ends with this server.",
      ),
  }),
  output: application.extend({
    windows: z.int().describe('Windows shown so far; an application may need longer for its first.'),
  }),
  async handle({ command, env, cwd, display }, { sessions, signal, progress }) {
    const windowTime = AbortSignal.timeout(WINDOW_MS);
    let stage = 0;
    const tell = (message: string): void => {
      stage += 1;
      progress(stage, message);
    };
    const session = await sessions.launch({ command, env, cwd, display }, signal, tell);
    tell('waiting for the first window');
    const titles = await firstWindows(session, signal, windowTime).catch(async (error: unknown) => {
      // Nobody will ever learn of the session.
      if (signal.aborted) await sessions.abandon(session.id);
      throw error;
    });
    const structured = { ...describe(session), windows: titles.length };
    return { structured, text: `${introduce(session)} ${describeWindows(titles)}` };
  },
});

export const attach = serverTool({
  name: 'qt_attach',
  title: 'Attach to a Qt application',
  description:
    'Opens a session on a running Qt application whose probe listens (see qt_list_processes), also one that another server ' +
    'started. If a session is open on it already, answers that one. The application is never ended by this server.',
  effect: 'bookkeeping',
  deadline: 10_000,
  input: z.strictObject({ pid: z.int32().min(1).describe('Process id of the application.') }),
  output: application,
  async handle({ pid }, { sessions, signal }) {
    const session = await sessions.attach(pid, signal);
    return { structured: describe(session), text: introduce(session) };
  },
});

export const detach = serverTool({
  name: 'qt_detach',
  title: 'Detach from a Qt application',
  description:
    'Ends a session and leaves its application running; qt_attach opens another on it. An application that was launched ' +
    'on a private display or offscreen still ends when this server ends.',
  effect: 'bookkeeping',
  deadline: 10_000,
  input: z.strictObject({ session_id: z.string().describe('The session to end.') }),
  output: z.object({
    session_id: sessionId.describe('The session that was ended.'),
    pid: z.int().describe('Process id of the application.'),
    state: z.enum(['running', 'exited', 'disconnected']).describe('What the application does now.'),
  }),
  async handle({ session_id }, { sessions }) {
    const { state } = sessions.get(session_id);
    const { target } = await sessions.detach(session_id);
    const text =
      state === 'running'
        ? `Session ${session_id} is ended; ${target.name} (process ${target.pid}) is left running.`
        : `Session ${session_id} is ended; its application was ${state} before.`;
    return { structured: { session_id, pid: target.pid, state }, text };
  },
});

export const listSessions = serverTool({
  name: 'qt_list_sessions',
  title: 'List sessions',
  description: 'Lists the sessions of this server, and what became of applications that have ended.',
  effect: 'read',
  deadline: 10_000,
  input: z.strictObject({}),
  output: z.object({
    sessions: z.array(
      application.extend({
        state: z
          .enum(['running', 'exited', 'disconnected'])
          .describe('disconnected: the application runs, but its link has broken; qt_attach makes a new one.'),
        exit_code: z.int().optional().describe('Exit status, where it is known and no signal ended it.'),
        exit_signal: z.string().optional().describe('Signal that ended it, such as SIGKILL.'),
        display: z
          .enum(['private', 'current', 'offscreen'])
          .optional()
          .describe('Where this server launched it; absent if it was attached to.'),
      }),
    ),
  }),
  async handle(_, call) {
    const sessions = call.sessions.list().map((session) => ({
      ...describe(session),
      state: session.state,
      exit_code: session.exit?.code ?? undefined,
      exit_signal: session.exit?.signal ?? undefined,
      display: session.launched?.room.kind,
    }));
    const lines = call.sessions.list().map((session) => {
      const state = session.state === 'exited' ? describeExit(session.exit) : session.state;
      return `${session.id} ${session.target.name} (process ${session.target.pid}): ${state}`;
    });
    return {
      structured: { sessions },
      text: lines.length === 0 ? 'No session is open; qt_launch or qt_attach opens one.' : lines.join('\n'),
    };
  },
});

/** Titles of the windows that are shown, or none if there is no window in time. */
async function firstWindows(session: Session, signal: AbortSignal, time: AbortSignal): Promise<string[]> {
  try {
    return await session.shownWindows(AbortSignal.any([signal, time]));
  } catch (error) {
    if (time.aborted && !signal.aborted) return [];
    throw error;
  }
}

function describeWindows(titles: string[]): string {
  if (titles.length === 0) return 'It shows no window yet: look again with qt_snapshot.';
  const named = titles.map((title) => (title === '' ? 'one without a title' : JSON.stringify(title)));
  return `It shows ${titles.length} window${titles.length === 1 ? '' : 's'}: ${named.join(', ')}.`;
}

function introduce(session: Session): string {
  const { name, pid, qtVersion, platform } = session.target;
  return `Session ${session.id}: ${name} (process ${pid}, Qt ${qtVersion}, platform ${platform || 'not known yet'}).`;
}
