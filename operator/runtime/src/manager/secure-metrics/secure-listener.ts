import type { Transport } from '../../client/index.ts';
import type { Listener } from '../http/http-server.ts';
import type { Tls } from '../http/limited-server.ts';
import { loadTlsFiles, type TlsFilesOptions } from '../http/tls-files.ts';
import { createScrapeGuard } from './scrape-guard.ts';

export interface SecureListenerOptions extends TlsFilesOptions {
  readonly transport: Transport;
  /** A folder with `tls.crt` and `tls.key`. @default - creates a self-signed certificate */
  readonly folder?: string;
  /** The host names in the self-signed certificate. */
  readonly hostNames: readonly string[];
}

/**
 * Creates the certificate and the guard of a secure metrics server. Errors: `SETTINGS_INVALID` if the certificate in
 * `folder` is unusable.
 */
export async function createSecureListener(
  options: SecureListenerOptions,
): Promise<Required<Pick<Listener, 'tls' | 'guard'>>> {
  const { folder } = options;
  const tls = folder === undefined ? await createSelfSignedTls(options) : await loadTlsFiles(folder, options);
  return { tls, guard: createScrapeGuard(options) };
}

async function createSelfSignedTls({ hostNames, clock, logger }: SecureListenerOptions): Promise<Tls> {
  // Lazy: most processes do not need the certificate library.
  const { createSelfSigned } = await import('../../certificates/issuer.ts');
  const hosts = hostNames.map((value) => ({ type: 'dns', value }) as const);
  logger.info('serving metrics with a self-signed certificate', { names: hostNames });
  return { keyPair: await createSelfSigned(hosts, clock) };
}
