/** A server on somebody's desktop, for the tests of a file or of a group. */
import { afterAll, beforeAll } from 'vitest';
import { Sandbox } from './sandbox.js';
import { Server } from './server.js';

/** A display that a test brings along. */
interface Desktop extends AsyncDisposable {
  readonly environment: Record<string, string>;
}

/** There once the tests run; ended after them, and then nothing of it may be left. */
export interface Stand<D extends Desktop> {
  desktop: D;
  server: Server;
}

/** To be called where the hooks of the tests are declared. */
export function standOn<D extends Desktop>(start: (sandbox: Sandbox) => Promise<D>): Stand<D> {
  const sandbox = new Sandbox();
  const stand = {} as Stand<D>; // filled in before the first test
  beforeAll(async () => {
    stand.desktop = await start(sandbox);
    stand.server = await Server.start({ sandbox, environment: stand.desktop.environment });
  });
  afterAll(async () => {
    await stand.server[Symbol.asyncDispose]();
    await stand.desktop[Symbol.asyncDispose]();
    await sandbox.expectEmpty();
    sandbox.remove();
  });
  return stand;
}
