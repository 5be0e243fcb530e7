/** Checks every message of a probe against protocol.schema.json: a library inside a foreign process is not to be trusted. */
import { Ajv, type ValidateFunction } from 'ajv';
import { protocolError } from '../server/errors.js';
import {
  type BatchMessage,
  type CallResult,
  type CaptureResult,
  type ErrorMessage,
  type FindResult,
  type GrabResult,
  type Hello,
  type PingResult,
  PROTOCOL_VERSION,
  protocolSchema,
  type ReadResult,
  type ResultMessage,
  type WriteResult,
} from './protocol.gen.js';

/** Pixels of one of the pictures that a request asked for. */
export interface PixelMessage {
  id: number;
  /** Place of the picture in the result that follows. */
  index: number;
  pixels: Buffer;
}

export type Message =
  | ({ kind: 'hello' } & Hello)
  | ({ kind: 'batch' } & BatchMessage)
  | ({ kind: 'result' } & ResultMessage)
  | ({ kind: 'error' } & ErrorMessage);

// The schema's x- keywords are for the generator.
const ajv = new Ajv({ strict: false }).addSchema(protocolSchema, 'protocol');

const hello = check<Hello>('Hello');
const batch = check<BatchMessage>('BatchMessage');
const result = check<ResultMessage>('ResultMessage');
const error = check<ErrorMessage>('ErrorMessage');
export const captureResult = check<CaptureResult>('CaptureResult');
export const findResult = check<FindResult>('FindResult');
export const readResult = check<ReadResult>('ReadResult');
export const writeResult = check<WriteResult>('WriteResult');
export const callResult = check<CallResult>('CallResult');
export const grabResult = check<GrabResult>('GrabResult');
export const pingResult = check<PingResult>('PingResult');

function check<T>(definition: string): ValidateFunction<T> {
  return ajv.compile<T>({ $ref: `protocol#/definitions/${definition}` });
}

/** Throws protocol_error. */
export function parseMessage(text: string): Message {
  const message = parseJson(text);
  // One check a kind, so that a batch of rows is walked once and not tried against everything else.
  if (typeof message === 'object' && message !== null) {
    if ('batch' in message) return { kind: 'batch', ...checked(batch, message) };
    if ('result' in message) return { kind: 'result', ...checked(result, message) };
    if ('error' in message) return { kind: 'error', ...checked(error, message) };
    if ('hello' in message) {
      checkVersion(message.hello);
      return { kind: 'hello', ...checked(hello, message) };
    }
  }
  throw protocolError('The probe sent a message of no known kind.');
}

const PIXEL_HEADER_BYTES = 8;

/** Throws protocol_error. The pixels are not copied. */
export function parsePixels(data: Buffer): PixelMessage {
  if (data.length < PIXEL_HEADER_BYTES) throw protocolError('The probe sent a picture that is cut short.');
  return { id: data.readUInt32LE(0), index: data.readUInt32LE(4), pixels: data.subarray(PIXEL_HEADER_BYTES) };
}

/** The value, once it is known to have the shape. Throws protocol_error. */
export function checked<T>(check: ValidateFunction<T>, value: unknown): T {
  if (check(value)) return value;
  throw protocolError(`The probe broke the protocol: ${ajv.errorsText(check.errors, { dataVar: 'message' })}.`);
}

/** Before the shape, which another version may have changed. */
function checkVersion(hello: unknown): void {
  if (typeof hello !== 'object' || hello === null || !('protocol' in hello)) return;
  if (hello.protocol === PROTOCOL_VERSION) return;
  throw protocolError(`The probe speaks protocol ${hello.protocol}, this server speaks ${PROTOCOL_VERSION}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw protocolError('The probe sent something that is not JSON.');
  }
}
