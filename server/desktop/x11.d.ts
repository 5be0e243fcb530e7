/** The part of npm `x11` 4.2 that we use; the package has no types of its own. */
declare module 'x11' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  type Callback<T> = (error: Error | null | undefined, result: T) => unknown;

  export interface Composite {
    Redirect: { Automatic: number };
    RedirectSubwindows(window: number, update: number): void;
  }

  export interface Client extends EventEmitter {
    stream: Socket;
    atoms: Record<string, number>;
    terminate(): void;
    sync(callback: Callback<void>): void;
    require(extension: 'composite', callback: Callback<Composite>): void;
    InternAtom(onlyIfExists: boolean, name: string, callback: Callback<number>): void;
    ChangeWindowAttributes(window: number, values: { eventMask: number }): void;
    /** longLength counts 32-bit units. */
    GetProperty(
      remove: 0 | 1,
      window: number,
      property: number,
      type: number,
      longOffset: number,
      longLength: number,
      callback: Callback<{ type: number; data: Buffer }>,
    ): void;
    GetGeometry(drawable: number, callback: Callback<{ depth: number; width: number; height: number }>): void;
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planeMask: number,
      callback: Callback<{ depth: number; data: Buffer }>,
    ): void;
  }

  export interface Display {
    client: Client;
    screen: { root: number; pixel_width: number; pixel_height: number }[];
  }

  export interface PropertyNotify {
    name: string;
    wid: number;
    atom: number;
  }

  interface X11 {
    eventMask: { PropertyChange: number };
    createClient(
      options: { display: string; auth?: { name: string; data: string }; shm: false },
      callback: Callback<Display>,
    ): Client;
  }

  const x11: X11;
  export default x11;
}
