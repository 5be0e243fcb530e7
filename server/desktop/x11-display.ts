/** A connection to an X server: the window manager's arrival, and pictures of windows. */
import sharp from 'sharp';
import x11, { type Client, type Composite, type Display, type PropertyNotify } from 'x11';
import { abortable } from '../abortable.js';
import { displayUnavailable } from '../errors.js';

const Z_PIXMAP = 2;
const ALL_PLANES = 0xffffffff;

export class XDisplay implements Disposable {
  readonly name: string;
  readonly #client: Client;
  readonly #root: number;
  /** Rejects when the connection ends; raced with every request, whose callbacks the package then forgets. */
  readonly #lost: Promise<never>;

  private constructor(name: string, display: Display) {
    this.name = name;
    this.#client = display.client;
    this.#root = display.screen[0]?.root ?? 0;
    // The package remembers atoms in one table for all servers, though every server numbers them differently.
    this.#client.atoms = { ...this.#client.atoms };
    this.#lost = new Promise((_, reject) => {
      const fail = (cause?: unknown) => reject(gone(name, cause));
      this.#client.stream.once('close', () => fail());
      // Errors of requests go to their callbacks; what arrives here has none, and only a dead stream matters.
      this.#client.on('error', (error) => {
        if (this.#client.stream.destroyed) fail(error);
      });
    });
    this.#lost.catch(() => {});
    this.#client.stream.unref();
  }

  /** `cookie` is a MIT-MAGIC-COOKIE-1; without it, XAUTHORITY and ~/.Xauthority are asked. Throws display_unavailable. */
  static async open(name: string, cookie: Buffer | undefined, signal: AbortSignal): Promise<XDisplay> {
    const auth = cookie && { auth: { name: 'MIT-MAGIC-COOKIE-1', data: cookie.toString('latin1') } };
    let client: Client | undefined;
    const connected = new Promise<XDisplay>((resolve, reject) => {
      client = x11.createClient({ display: name, shm: false, ...auth }, (error, display) =>
        error ? reject(gone(name, error)) : resolve(new XDisplay(name, display)),
      );
    });
    try {
      return await abortable(connected, signal);
    } catch (error) {
      client?.stream?.destroy();
      throw error;
    }
  }

  /** Keeps the whole picture of every window, also where another covers it. */
  async keepPictures(signal: AbortSignal): Promise<void> {
    const composite = await this.#ask<Composite>((done) => this.#client.require('composite', done), signal);
    composite.RedirectSubwindows(this.#root, composite.Redirect.Automatic);
  }

  /** Settles once a window manager has announced itself, which is the last thing it does before it takes windows. */
  async windowManager(signal: AbortSignal): Promise<void> {
    const property = await this.#ask<number>(
      (done) => this.#client.InternAtom(false, '_NET_SUPPORTING_WM_CHECK', done),
      signal,
    );
    const announced = new Promise<void>((resolve) => {
      this.#client.on('event', (event: PropertyNotify) => {
        if (event.name === 'PropertyNotify' && event.atom === property) resolve();
      });
    });
    this.#client.ChangeWindowAttributes(this.#root, { eventMask: x11.eventMask.PropertyChange });
    const { type } = await this.#ask<{ type: number }>(
      (done) => this.#client.GetProperty(0, this.#root, property, 0, 0, 1, done),
      signal,
    );
    if (type === 0) await abortable(Promise.race([announced, this.#lost]), signal);
  }

  /** PNG of a window's own area. Throws display_unavailable if the window is not on the screen. */
  async picture(window: number, signal: AbortSignal): Promise<Buffer> {
    const { width, height } = await this.#ask<{ width: number; height: number }>(
      (done) => this.#client.GetGeometry(window, done),
      signal,
    );
    const { data } = await this.#ask<{ data: Buffer }>(
      (done) => this.#client.GetImage(Z_PIXMAP, window, 0, 0, width, height, ALL_PLANES, done),
      signal,
    );
    if (data.length < width * height * 4) {
      throw displayUnavailable(
        `The display ${this.name} does not have 32 bits a pixel.`,
        'Use a display of 24 bits depth, such as the private one.',
      );
    }
    return sharp(rgbOfBgrx(data, width * height), { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
  }

  [Symbol.dispose](): void {
    this.#client.stream.destroy();
  }

  async #ask<T>(send: (done: (error: Error | null | undefined, result: T) => unknown) => void, signal: AbortSignal) {
    const answer = new Promise<T>((resolve, reject) => {
      send((error, result) => {
        if (error) reject(refused(this.name, error));
        else resolve(result);
        return true;
      });
    });
    return abortable(Promise.race([answer, this.#lost]), signal);
  }
}

function rgbOfBgrx(bgrx: Buffer, pixels: number): Buffer {
  const rgb = Buffer.allocUnsafe(pixels * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = bgrx[from + 2] ?? 0;
    rgb[to + 1] = bgrx[from + 1] ?? 0;
    rgb[to + 2] = bgrx[from] ?? 0;
  }
  return rgb;
}

function gone(display: string, cause: unknown) {
  return displayUnavailable(
    `The X display ${display} cannot be reached.`,
    'Check that it runs and that XAUTHORITY names its cookie.',
    cause,
  );
}

function refused(display: string, cause: Error) {
  return displayUnavailable(
    `The X display ${display} did not do it: ${cause.message}.`,
    'The window may be minimised, partly off the screen, or closed by now: look at the windows again.',
    cause,
  );
}
