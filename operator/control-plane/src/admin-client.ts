import { readFile } from 'node:fs/promises';

import { systemClock } from '@kubewright/runtime/internal/base';
import {
  type Client,
  createClient,
  createFixedCredentials,
  type TlsOptions,
} from '@kubewright/runtime/internal/client';
import { createHttpTransport } from '@kubewright/runtime/internal/client/http-transport';

export interface AdminClientOptions {
  readonly serverUrl: string;
  /** Paths of PEM files: the CA of the server, and a client certificate with all permissions. */
  readonly files: { readonly ca: string; readonly certificate: string; readonly key: string };
  readonly userAgent: string;
}

/** Opens a client with all permissions, for requests of this package itself. The caller closes its transport. */
export async function openAdminClient(options: AdminClientOptions): Promise<Client> {
  const credentials = createFixedCredentials(options.serverUrl, { tls: await readTls(options) });
  return createClient(createHttpTransport({ credentials, clock: systemClock, userAgent: options.userAgent }));
}

async function readTls({ files }: AdminClientOptions): Promise<TlsOptions> {
  const [ca = '', cert = '', key = ''] = await Promise.all(
    [files.ca, files.certificate, files.key].map((path) => readFile(path, 'utf8')),
  );
  return { ca, cert, key };
}
