import { type Clock, type OnFailure, type Logger, catchFailure } from '../../base/index.ts';
import { type CertificateObserver, followKeyPair, readKeyPair } from '../../certificates/index.ts';
import type { Transport } from '../../client/index.ts';
import type { Listener } from '../http/http-server.ts';
import type { Tls } from '../http/limited-server.ts';
import { createScrapeGuard } from './scrape-guard.ts';

export interface SecureListenerOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: CertificateObserver;
  /** A folder with `tls.crt` and `tls.key`. @default - creates a self-signed certificate */
  readonly folder?: string;
  /** The host names in the self-signed certificate. */
  readonly hostNames: readonly string[];
  /** Called if watching the folder fails unexpectedly. */
  readonly failed: OnFailure;
  /** Stops watching the folder. */
  readonly signal: AbortSignal;
}

/**
 * Creates the certificate and the guard of a secure metrics server. Errors: `SETTINGS_INVALID` if the certificate in
 * `folder` is unusable.
 */
export async function createSecureListener(
  options: SecureListenerOptions,
): Promise<Required<Pick<Listener, 'tls' | 'guard'>>> {
  const { folder } = options;
  const tls = folder === undefined ? await createSelfSignedTls(options) : await loadTls(folder, options);
  return { tls, guard: createScrapeGuard(options) };
}

async function loadTls(folder: string, options: SecureListenerOptions): Promise<Tls> {
  const { observer, signal } = options;
  const keyPair = await readKeyPair(folder, observer);
  return {
    keyPair,
    follow: (show) => {
      catchFailure(followKeyPair({ ...options, folder, current: keyPair, onReplaced: show }, signal), options.failed);
    },
  };
}

async function createSelfSignedTls({ hostNames, clock, logger }: SecureListenerOptions): Promise<Tls> {
  // Lazy: most processes do not need the certificate library.
  const { createSelfSigned } = await import('../../certificates/issuer.ts');
  const hosts = hostNames.map((value) => ({ type: 'dns', value }) as const);
  logger.info('serving metrics with a self-signed certificate', { names: hostNames });
  return { keyPair: await createSelfSigned(hosts, clock) };
}
