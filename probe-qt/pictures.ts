/** Pictures of a Qt application's windows: the pixels that come on ahead, with what the result says of them. */
import { protocolError } from '../server/errors.js';
import type { GrabOutcome } from '../server/ports.js';
import type { ProbeConnection } from './connection.js';
import { checked, grabResult } from './messages.js';

const BYTES_PER_PIXEL = 4;

/** `handle` undefined: every window that is shown. Throws as ProbeConnection.request does. */
export async function grab(
  connection: ProbeConnection,
  handle: number | undefined,
  signal: AbortSignal,
): Promise<GrabOutcome> {
  const received = new Map<number, Buffer>();
  const answer = await connection.request('grab', { handle: handle ?? 0 }, signal, {
    onPixels({ index, pixels }) {
      received.set(index, pixels);
    },
  });
  const { state, pictures } = checked(grabResult, answer);
  if (state !== 'ok') return { state };
  return {
    state,
    pictures: pictures.map((picture, index) => {
      const pixels = received.get(index);
      if (pixels?.length !== picture.width * picture.height * BYTES_PER_PIXEL) {
        throw protocolError(
          `The probe sent ${pixels?.length ?? 'no'} bytes for a picture of ${picture.width}x${picture.height}.`,
        );
      }
      return { ...picture, pixels };
    }),
  };
}
