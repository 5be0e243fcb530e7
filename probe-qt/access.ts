/** Properties and methods of an element in a Qt application. Each function throws as ProbeConnection.request does. */
import { protocolError } from '../server/errors.js';
import type { CallOutcome, PropertyValue, ReadOutcome, WriteOutcome } from '../server/ports.js';
import type { ProbeConnection } from './connection.js';
import { callResult, checked, readResult, writeResult } from './messages.js';
import type { CallRequest, ReadRequest, PropertyValue as WireValue, WriteRequest } from './protocol.gen.js';

export async function read(
  connection: ProbeConnection,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const result = checked(readResult, await connection.request('read', request, signal));
  if (result.state !== 'ok') return { state: result.state };
  const properties = Object.entries(result.properties).map(([name, value]) => [name, propertyOf(value)] as const);
  return { state: 'ok', properties: Object.fromEntries(properties), missing: result.missing };
}

export async function write(
  connection: ProbeConnection,
  request: Omit<WriteRequest, 'value'> & { value: unknown },
  signal: AbortSignal,
): Promise<WriteOutcome> {
  const result = checked(writeResult, await connection.request('write', request, signal));
  const { state, matches, message } = result;
  const before = result.before && propertyOf(result.before);
  switch (state) {
    case 'ok':
      return { state, before, after: result.after && propertyOf(result.after), matches, message };
    case 'running':
    case 'read_only':
      return { state, before };
    case 'bad_value':
      return { state, before, message: told(message, 'write') };
    case 'unknown':
      return { state, nearest: result.nearest ?? [] };
    case 'gone':
    case 'hidden':
      return { state };
  }
}

export async function call(
  connection: ProbeConnection,
  request: CallRequest,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const result = checked(callResult, await connection.request('call', request, signal));
  const { state, signatures = [] } = result;
  switch (state) {
    case 'returned':
      return { state, signature: told(result.signature, 'call'), value: result.value, type: result.type };
    case 'running':
      return { state, signature: told(result.signature, 'call') };
    case 'threw':
      return { state, signature: told(result.signature, 'call'), message: told(result.message, 'call') };
    case 'unknown':
      return { state, signatures };
    case 'bad_arguments':
      return { state, signatures, message: told(result.message, 'call') };
    case 'gone':
    case 'hidden':
      return { state };
  }
}

/** What an outcome of this state always has; the schema knows of states, not of what goes with each. */
function told(text: string | undefined, method: string): string {
  if (text === undefined) throw protocolError(`The probe answered ${method} without saying what came of it.`);
  return text;
}

function propertyOf({ value, type, writable, values, cut }: WireValue): PropertyValue {
  return { value, type, writable, values, cut };
}
