/** Starts an application so that it carries the probe, and finds that probe or the reason why there is none. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { aborted } from '../server/errors.js';
import type { Application, Launchable } from '../server/ports.js';
import type { ProbeConnection } from './connection.js';
import { LaunchWatch } from './launch-watch.js';
import type { ProbeLibrary } from './library.js';
import { ProbeSearch } from './search.js';
import type { SocketFolder } from './sockets.js';

const LOOK_EVERY_MS = 250;

/**
 * The connection to the first process of the launch that greets. Throws launch_failed, app_exited, probe_unavailable.
 * A launch that fails leaves the application running, for the user to look at; one that is cancelled ends it.
 */
export async function launchWithProbe(
  launchable: Launchable,
  library: ProbeLibrary,
  sockets: SocketFolder,
  signal: AbortSignal,
): Promise<ProbeConnection> {
  const token = randomUUID();
  const environment = library.injected(launchable.environment, sockets.path, token);
  sockets.make();
  sockets.sweep();
  using search = new ProbeSearch(token, sockets);
  let application: Application | undefined;
  try {
    application = await launchable.start(environment);
    const watch = new LaunchWatch(application, library);
    for (;;) {
      const connection = await Promise.race([search.found, delay(LOOK_EVERY_MS, undefined, { signal })]);
      if (connection) return connection;
      const error = (await search.failure(application)) ?? (await watch.failure());
      // A probe that greeted while we looked for what is wrong settles it.
      if (search.connection) return search.connection;
      if (error) throw error;
      search.look();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    await application?.stop();
    throw aborted(signal);
  }
}
