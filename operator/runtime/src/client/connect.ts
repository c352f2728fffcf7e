import { createClient, type Client } from './client.ts';
import { type Credentials, type CredentialsOptions, loadCredentials } from './credentials/index.ts';
import type { HttpTransportOptions } from './http-transport.ts';

/** How to connect: the credentials, and the settings of the connections. */
export type ConnectOptions = CredentialsOptions & Omit<HttpTransportOptions, 'credentials'>;

/** A client and its credentials. Close its transport when done. */
export interface Connection {
  readonly client: Client;
  readonly credentials: Credentials;
}

/** Reads credentials and creates a client with them. Errors: `CREDENTIALS_INVALID`. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  // Lazy: a program that only declares an operator opens no connection.
  const { createHttpTransport } = await import('./http-transport.ts');
  const credentials = await loadCredentials(options);
  return { credentials, client: createClient(createHttpTransport({ ...options, credentials })) };
}
