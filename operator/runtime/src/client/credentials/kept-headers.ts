import type { Clock } from '../../base/index.ts';
import type { Credentials } from './credentials.ts';
import type { CredentialsSource } from './source.ts';

/** How long headers are kept. */
const headersLastMs = 10_000;

/** Keeps the headers of a source for a short while. */
export function keptHeaders(source: CredentialsSource, clock: Clock): Pick<Credentials, 'headers' | 'refresh'> {
  let headers = source.first;
  let readAt = clock.monotonic();
  let refused = false;
  let reading: Promise<void> | undefined;
  // One read for all callers that ask meanwhile: an exec plug-in is a process.
  const readAgain = async (): Promise<void> => {
    try {
      headers = await source.authenticate(refused);
      refused = false;
      readAt = clock.monotonic();
    } finally {
      reading = undefined;
    }
  };
  return {
    async headers() {
      if (clock.monotonic() - readAt > headersLastMs) await (reading ??= readAgain());
      return headers;
    },
    refresh() {
      refused = true;
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}
