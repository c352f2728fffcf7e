import { readFile } from 'node:fs/promises';

import type { ChosenContext } from './choose-context.ts';
import { type CredentialsSource, pickDefined, type Identity, type TlsOptions } from './credentials.ts';
import { readBytes, type Entry, getFlag, getPath, getText, UnusableError } from './entry.ts';

/**
 * Creates a source of certificates, tokens, token files, user and password, or no credentials (anonymous). Errors:
 * `UnusableError`, or a file system error.
 */
export async function createOwnSource({ cluster, user }: ChosenContext): Promise<CredentialsSource> {
  const read = async (): Promise<Identity> => ({
    tls: await readTls(cluster, user),
    headers: await buildHeaders(user),
  });
  return { first: await read(), expires: false, read };
}

async function readTls(cluster: Entry, user: Entry | undefined): Promise<TlsOptions> {
  return pickDefined({
    ca: await readBytes(cluster, 'certificate-authority'),
    cert: user && (await readBytes(user, 'client-certificate')),
    key: user && (await readBytes(user, 'client-key')),
    servername: getText(cluster, 'tls-server-name'),
    rejectUnauthorized: getFlag(cluster, 'insecure-skip-tls-verify') ? false : undefined,
  });
}

async function buildHeaders(user: Entry | undefined): Promise<Identity['headers']> {
  if (user === undefined) return {};
  const authorization = findBasic(user) ?? (await readBearer(user));
  const impersonated = getText(user, 'as');
  return {
    ...(impersonated !== undefined && { 'impersonate-user': impersonated }),
    ...(authorization !== undefined && { authorization }),
  };
}

function findBasic(user: Entry): string | undefined {
  const name = getText(user, 'username');
  if (name === undefined) return undefined;
  return `Basic ${Buffer.from(`${name}:${getText(user, 'password') ?? ''}`).toString('base64')}`;
}

/**
 * Returns the bearer token. `tokenFile` wins over `token`, as for kubectl, because `token` may be outdated. client-node
 * ignores `tokenFile`; it has a field `token-file` instead, over which `token` wins.
 */
async function readBearer(user: Entry): Promise<string | undefined> {
  const token = getText(user, 'token')?.trim();
  const file = getPath(user, 'tokenFile') ?? (token === undefined ? getPath(user, 'token-file') : undefined);
  const sent = file === undefined ? token : await readToken(file);
  return sent === undefined ? undefined : `Bearer ${sent}`;
}

async function readToken(file: string): Promise<string> {
  const token = (await readFile(file, 'utf8')).trim();
  if (token === '') throw new UnusableError(`${file} does not contain a token`);
  return token;
}
