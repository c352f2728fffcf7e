import { createSecureContext } from 'node:tls';

import { OperatorError } from '../base/index.ts';
import { createClient, type Client } from './client.ts';
import { type Credentials, type CredentialsOptions, loadCredentials } from './credentials/index.ts';
import type { HttpTransport, HttpTransportOptions } from './http-transport.ts';

/** Options of a connection: the credentials, and the connection settings. */
export type ConnectOptions = CredentialsOptions & Omit<HttpTransportOptions, 'credentials' | 'openPool'>;

/** A client and its credentials. Close its transport when you no longer need it. */
export interface Connection extends Pick<HttpTransport, 'check'> {
  readonly client: Client;
  readonly credentials: Credentials;
}

/** Reads credentials and creates a client with them. Errors: `CREDENTIALS_INVALID`. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  // Lazy: a program that only declares an operator opens no connection.
  const { createHttpTransport } = await import('./http-transport.ts');
  const credentials = await loadCredentials(options);
  await checkCertificates(credentials);
  const transport = createHttpTransport({ ...options, credentials, ...(await resolveRoute(credentials)) });
  return { credentials, client: createClient(transport), check: transport.check };
}

async function checkCertificates(credentials: Credentials): Promise<void> {
  const { tls } = await credentials.current();
  try {
    createSecureContext(tls);
  } catch (cause) {
    throw new OperatorError('CREDENTIALS_INVALID', 'use the certificates of the credentials', { cause });
  }
}

async function resolveRoute({ proxy }: Credentials): Promise<Pick<HttpTransportOptions, 'openPool'>> {
  if (proxy === undefined) return {};
  // Lazy: only a connection via a proxy needs this module.
  const { createProxyOpener } = await import('./pools.ts');
  return { openPool: createProxyOpener(proxy) };
}
