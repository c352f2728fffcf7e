import { failed } from '../failed.ts';
import type { Credentials } from './credentials.ts';
import { isLoopback, type Reference } from './reference.ts';

interface Token {
  readonly token?: string;
  readonly access_token?: string;
}

/**
 * What the header `Authorization` has to be after an answer 401: the credentials themselves, or a token that they are given
 * for. https://distribution.github.io/distribution/spec/auth/token/
 */
export async function authorize(
  { headers }: Response,
  reference: Reference,
  credentials: Credentials | undefined,
): Promise<string> {
  const challenge = headers.get('www-authenticate') ?? '';
  const basic = credentials === undefined ? undefined : basicOf(credentials);
  if (/^basic\b/i.test(challenge) && basic !== undefined) return basic;
  const { realm, service, scope } = parametersOf(challenge);
  if (realm === undefined) {
    throw failed(`log in to ${reference.host}`, loginHint(reference, basic));
  }
  const url = tokenUrl(realm, reference);
  if (service !== undefined) url.searchParams.set('service', service);
  url.searchParams.set('scope', scope ?? `repository:${reference.repository}:pull,push`);
  return `Bearer ${await requestToken(url, reference, basic)}`;
}

function loginHint({ host }: Reference, basic: string | undefined): string {
  const login = `run \`docker login ${host}\``;
  return basic === undefined ? `${login} first; credential helpers are not run` : `${login} again`;
}

function basicOf({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

async function requestToken(url: URL, reference: Reference, basic: string | undefined): Promise<string> {
  const { host } = reference;
  const response = await fetch(url, { headers: basic === undefined ? {} : { Authorization: basic } });
  if (!response.ok) {
    const answer = `its token service answered ${response.status}`;
    throw failed(`log in to ${host}`, `${answer}: ${loginHint(reference, basic)}`);
  }
  const { token, access_token: accessToken } = (await response.json().catch(() => ({}))) as Token;
  const given = token ?? accessToken;
  if (given === undefined) throw failed(`log in to ${host}`, 'its token service gave no token');
  return given;
}

/** Throws: if the credentials would leave this machine in the clear, and the registry itself is asked by TLS. */
function tokenUrl(realm: string, { host, url }: Reference): URL {
  const target = URL.canParse(realm) ? new URL(realm) : undefined;
  const isPlain = target?.protocol === 'http:' && !isLoopback(target.host) && url.startsWith('https:');
  if (target !== undefined && !isPlain) return target;
  throw failed(
    `log in to ${host}`,
    `it names the token service ${realm}, to which no credentials are sent without TLS`,
  );
}

function parametersOf(challenge: string): Readonly<Record<string, string | undefined>> {
  if (!/^bearer\b/i.test(challenge)) return {};
  return Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]));
}
