/** Ends what runs in a room when this process has died, however that came: also what our applications have started in turn. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Waits for the end of its input, which nobody writes to; then asks, and forces a second later. $1 is the room's mark. */
const SCRIPT = `
read -r _
for signal in TERM KILL; do
  inside=$(grep -lzxF -- "$1" /proc/[0-9]*/environ 2>/dev/null)
  [ "$inside" ] || exit
  for environment in $inside; do
    process=\${environment#/proc/}
    kill -s $signal "\${process%/environ}" 2>/dev/null
  done
  [ $signal = KILL ] || sleep 1
done
`;

export class RoomGuard implements AsyncDisposable {
  readonly #child: ChildProcess;

  /** `run` is the XDG_RUNTIME_DIR of all that runs in the room. */
  constructor(run: string) {
    this.#child = spawn('/bin/sh', ['-c', SCRIPT, 'deskprobe-guard', `XDG_RUNTIME_DIR=${run}`], {
      // Not itself of the room.
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    // Without it the room is only cleared by the next server.
    this.#child.on('error', () => undefined);
    this.#child.unref();
    const line = this.#child.stdin as Socket; // 'pipe' above makes it one.
    line.on('error', () => undefined).unref();
  }

  /** For a room that has been cleared. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.ref();
    const exited = once(this.#child, 'exit');
    if (this.#child.kill('SIGKILL')) await exited;
  }
}
