import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { address } from './registry-process.ts';

/** Issues tokens for a registry: https://distribution.github.io/distribution/spec/auth/token/ */
export interface TokenService extends AsyncDisposable {
  /** Environment variables of a registry that accepts tokens of this service. */
  readonly env: Readonly<Record<string, string>>;
  /** The scopes that were requested so far, such as `repository:me/operator:pull`. */
  readonly scopes: readonly string[];
  /** The tokens that were issued so far. */
  readonly tokens: readonly string[];
}

/** A user who may request tokens. */
export interface User {
  readonly password: string;
  readonly actions: readonly ('pull' | 'push')[];
}

const service = 'test registry';
const issuer = 'test issuer';

/**
 * Starts a token service on loopback.
 * @param folder where its public key is written
 */
export async function startTokenService(folder: string, users: Readonly<Record<string, User>>): Promise<TokenService> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomUUID();
  const keys = path.join(folder, 'keys.json');
  await writeFile(
    keys,
    JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] }),
  );
  const scopes: string[] = [];
  const tokens: string[] = [];
  const signed = (claims: object): string => {
    const text = [{ typ: 'JWT', alg: 'ES256', kid }, claims]
      .map((part) => encodeBase64(JSON.stringify(part)))
      .join('.');
    return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
  const server = createServer((request, response) => {
    const [name, user] = parseUser(request, users);
    const scope = new URL(request.url ?? '', 'http://localhost').searchParams.get('scope') ?? '';
    scopes.push(scope);
    if (user === undefined) return response.writeHead(401).end();
    const token = signed({ ...buildClaims(name), access: [toGrantedAccess(scope, user)] });
    tokens.push(token);
    return response.end(JSON.stringify({ token }));
  });
  server.listen(0, address);
  await once(server, 'listening');
  const realm = `http://${address}:${String((server.address() as AddressInfo).port)}/token`;
  return {
    scopes,
    tokens,
    env: {
      REGISTRY_AUTH: 'token',
      REGISTRY_AUTH_TOKEN_REALM: realm,
      REGISTRY_AUTH_TOKEN_SERVICE: service,
      REGISTRY_AUTH_TOKEN_ISSUER: issuer,
      REGISTRY_AUTH_TOKEN_JWKS: keys,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function encodeBase64(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function parseUser(
  { headers }: IncomingMessage,
  users: Readonly<Record<string, User>>,
): readonly [name: string, user?: User] {
  const [, encoded = ''] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? [];
  const [name = '', password] = Buffer.from(encoded, 'base64').toString().split(':');
  const user = users[name];
  return user?.password === password && user !== undefined ? [name, user] : [name];
}

function buildClaims(subject: string): object {
  const now = Math.floor(Date.now() / 1000);
  return { iss: issuer, sub: subject, aud: service, iat: now, nbf: now - 60, exp: now + 300, jti: randomUUID() };
}

/** The part of a scope such as `repository:me/operator:pull,push` that a user may access. */
function toGrantedAccess(scope: string, { actions }: User): object {
  const [type = '', name = '', asked = ''] = scope.split(':');
  const given = asked.split(',').filter((action) => actions.some((each) => each === action));
  return { type, name, actions: given };
}
