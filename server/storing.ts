import { StoreError } from '../resources/draft.js';
import { outputUnavailable } from './errors.js';

/** Does work with the store; what the store cannot take is told as output_unavailable. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreError ? outputUnavailable(error.message, error) : error;
  }
}
