import { readFile } from 'node:fs/promises';

import type { ChosenContext } from './choose-context.ts';
import { type CredentialsSource, definedOnly, type Identity, type TlsOptions } from './credentials.ts';
import { bytesIn, type Entry, flagIn, pathIn, textIn, Unusable } from './entry.ts';

/**
 * Certificates, tokens, tokens in files, user and password, and nobody. Errors: `Unusable`, or that of the file system.
 */
export async function ownSource({ cluster, user }: ChosenContext): Promise<CredentialsSource> {
  const read = async (): Promise<Identity> => ({ tls: await tlsOf(cluster, user), headers: await headersOf(user) });
  return { first: await read(), expires: false, read };
}

async function tlsOf(cluster: Entry, user: Entry | undefined): Promise<TlsOptions> {
  return definedOnly({
    ca: await bytesIn(cluster, 'certificate-authority'),
    cert: user && (await bytesIn(user, 'client-certificate')),
    key: user && (await bytesIn(user, 'client-key')),
    servername: textIn(cluster, 'tls-server-name'),
    rejectUnauthorized: flagIn(cluster, 'insecure-skip-tls-verify') ? false : undefined,
  });
}

async function headersOf(user: Entry | undefined): Promise<Identity['headers']> {
  if (user === undefined) return {};
  const authorization = basicOf(user) ?? (await bearerOf(user));
  const impersonated = textIn(user, 'as');
  return {
    ...(impersonated !== undefined && { 'impersonate-user': impersonated }),
    ...(authorization !== undefined && { authorization }),
  };
}

function basicOf(user: Entry): string | undefined {
  const name = textIn(user, 'username');
  if (name === undefined) return undefined;
  return `Basic ${Buffer.from(`${name}:${textIn(user, 'password') ?? ''}`).toString('base64')}`;
}

/**
 * The file of `tokenFile` wins over `token`, as for kubectl: `token` is then an older one. client-node does not know
 * `tokenFile`, but `token-file`, which loses.
 */
async function bearerOf(user: Entry): Promise<string | undefined> {
  const token = textIn(user, 'token')?.trim();
  const file = pathIn(user, 'tokenFile') ?? (token === undefined ? pathIn(user, 'token-file') : undefined);
  const sent = file === undefined ? token : await tokenIn(file);
  return sent === undefined ? undefined : `Bearer ${sent}`;
}

async function tokenIn(file: string): Promise<string> {
  const token = (await readFile(file, 'utf8')).trim();
  if (token === '') throw new Unusable(`${file} holds no token`);
  return token;
}
