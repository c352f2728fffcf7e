import { unattended } from '../base/index.ts';

/**
 * Calls somebody else's function: what it throws goes to `failed`, also when it was thrown later, by an asynchronous
 * function where a synchronous one was asked for.
 */
export function callSafely(call: () => unknown, failed: (error: unknown) => void): void {
  try {
    const result = call();
    if (result instanceof Promise) unattended(result, failed);
  } catch (error) {
    failed(error);
  }
}
