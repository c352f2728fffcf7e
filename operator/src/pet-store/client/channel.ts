import { type CallOptions, type Client, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';

import { systemClock } from '@kubewright/runtime/internal/base';
import { PetStoreService } from '../contract/index.ts';
import { failureOf, isRefused } from './failures.ts';
import { linkedSignal } from './linked-signal.ts';
import { PetStoreError } from './pet-store-error.ts';
import type { PetStoreCall, PetStoreConnection } from './pet-store.ts';
import { defaultDeadlineMs, Sessions } from './sessions.ts';

/** Limit of one message, in bytes. */
const mostMessageBytes = 4 * 1024 * 1024;

/** The options of one call. `isUpdate`: an error of the store can mean that it does not have the pet. */
export type ChannelCall = PetStoreCall & { readonly isUpdate?: boolean };

/** Makes a call with the generated client, and passes the options to it. */
export type Run<T> = (client: Client<typeof PetStoreService>, options: CallOptions) => Promise<T>;

/** The channel through which all calls to one store go. */
export interface Channel {
  call<T>(call: ChannelCall | undefined, run: Run<T>): Promise<T>;
  close(): void;
}

/** Creates a channel. Its first call opens the connection. */
export function openChannel(connection: PetStoreConnection): Channel {
  const { deadlineMs = defaultDeadlineMs } = connection;
  const sessionManager = new Sessions(connection);
  const baseUrl = sessionManager.authority;
  const limits = { acceptCompression: [], readMaxBytes: mostMessageBytes };
  const client = createClient(PetStoreService, createGrpcTransport({ baseUrl, sessionManager, ...limits }));
  const closing = new AbortController();

  const attempt = async <T>(run: Run<T>, signal: AbortSignal | undefined, timeoutMs: number): Promise<T> => {
    if (closing.signal.aborted) throw new PetStoreError('Unavailable', { cause: new Error('closed before the call') });
    using link = linkedSignal(closing.signal, signal);
    // The protocol supports whole milliseconds only, and zero means no deadline.
    return await run(client, { signal: link.signal, timeoutMs: Math.max(1, Math.ceil(timeoutMs)) });
  };
  return {
    async call({ signal, deadlineMs: limitMs = deadlineMs, isUpdate = false } = {}, run) {
      signal?.throwIfAborted();
      const startedAt = systemClock.monotonic();
      try {
        return await attempt(run, signal, limitMs).catch((error: unknown) => {
          if (!isRefused(error)) throw error;
          return attempt(run, signal, limitMs - (systemClock.monotonic() - startedAt));
        });
      } catch (error) {
        signal?.throwIfAborted();
        throw failureOf(error, { isUpdate });
      }
    },
    close() {
      closing.abort();
      sessionManager.close();
    },
  };
}
