import { buildGenerateError } from '../../generate-error.ts';
import type { Credentials } from './credentials.ts';
import { isLoopback, type Reference } from './reference.ts';

/**
 * Returns the `Authorization` header that a 401 response requires: the credentials, or a token for them.
 * https://distribution.github.io/distribution/spec/auth/token/
 */
export async function authorize(
  { headers }: Response,
  reference: Reference,
  credentials: Credentials | undefined,
): Promise<string> {
  const challenge = headers.get('www-authenticate') ?? '';
  const basic = credentials && encodeBasic(credentials);
  if (/^basic\b/i.test(challenge) && basic !== undefined) return basic;
  const { realm, service, scope = `repository:${reference.repository}:pull,push` } = parseChallenge(challenge);
  if (realm === undefined) throw buildGenerateError(`log in to ${reference.host}`, formatLoginHint(reference, basic));
  const url = buildTokenUrl(realm, reference);
  if (service !== undefined) url.searchParams.set('service', service);
  url.searchParams.set('scope', scope);
  return `Bearer ${await requestToken(url, reference, basic)}`;
}

async function requestToken(url: URL, reference: Reference, basic: string | undefined): Promise<string> {
  const what = `log in to ${reference.host}`;
  const response = await fetch(url, { headers: basic === undefined ? {} : { Authorization: basic } });
  if (!response.ok) {
    throw buildGenerateError(
      what,
      `the token service of the registry answered ${response.status}: ${formatLoginHint(reference, basic)}`,
    );
  }
  const { token, access_token: accessToken } = (await response.json().catch(() => ({}))) as Token;
  const found = token ?? accessToken;
  if (found === undefined) throw buildGenerateError(what, 'the token service of the registry returned no token');
  return found;
}

function formatLoginHint({ host }: Reference, basic: string | undefined): string {
  const login = `run \`docker login ${host}\``;
  return basic === undefined ? `${login} first; credential helpers are not supported` : `${login} again`;
}

interface Token {
  readonly token?: string;
  readonly access_token?: string;
}

function encodeBasic({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Throws: if credentials for a registry with TLS would be sent to another machine without TLS. */
function buildTokenUrl(realm: string, { host, url }: Reference): URL {
  const target = URL.canParse(realm) ? new URL(realm) : undefined;
  const isPlain = target?.protocol === 'http:' && !isLoopback(target.host) && url.startsWith('https:');
  if (target !== undefined && !isPlain) return target;
  throw buildGenerateError(
    `log in to ${host}`,
    `the token service ${realm} does not use TLS: credentials are sent only with TLS`,
  );
}

function parseChallenge(challenge: string): Readonly<Record<string, string | undefined>> {
  if (!/^bearer\b/i.test(challenge)) return {};
  return Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]));
}
