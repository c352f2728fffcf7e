import { describe, expect, it } from 'vitest';

import { isSecretOption, secrecyOf } from './secret-names.ts';

describe('a name', () => {
  it.each([
    ...['authorization', 'Authorization', 'AUTHORIZATION', 'proxy-authorization', 'Proxy-Authorization'],
    ...['token', 'accessToken', 'access_token', 'ACCESS_TOKEN', 'accesstoken', 'id-token', 'tokens', 'bearerToken'],
    ...['password', 'dbPassword', 'DB_PASSWORD', 'passwd', 'passphrase', 'passwords'],
    ...['apiKey', 'api_key', 'APIKEY', 'x-api-key', 'X-Api-Key', 'privateKey', 'tls.key', 'ssh-key', 'apiKeys'],
    ...['cookie', 'Set-Cookie', 'cookies', 'accessKey', 'client-key-data', '.dockerconfigjson'],
    ...['body', 'headers', 'data', 'stringData', 'binaryData', 'requestHeaders', 'response_body'],
  ])('of a secret is secret as a whole: %s', (name) => {
    expect(secrecyOf(name)).toBe('whole');
  });

  it.each(['secret', 'clientSecret', 'CLIENT_SECRET', 'secrets', 'auth', 'credentials', 'awsSecretKey', 'pwd'])(
    'that may be of a reference is secret only if it holds a text: %s',
    (name) => {
      expect(secrecyOf(name)).toBe('text');
    },
  );

  it.each([
    ...['secretName', 'secretRef', 'secretKeyRef', 'imagePullSecrets', 'secretNamespace', 'tokenExpirationSeconds'],
    ...['tokenReview', 'serviceAccountToken', 'tokenPath', 'passwordPolicy', 'authenticated', 'author', 'authority'],
    ...['key', 'keys', 'publicKey', 'objectKey', 'topologyKey', 'metadata', 'database', 'compass', 'bypass', 'basic'],
    ...['certificate-authority-data', 'header', 'bodySize', 'cookieCount', 'name', 'namespace', 'resourceVersion', ''],
  ])('of anything else is not secret: %s', (name) => {
    expect(secrecyOf(name)).toBe('open');
  });
});

it.each([
  ...(['--token', '-password', '--client-secret'] as const).map((text) => [text, true] as const),
  ...(['token', '--token=a', '--token-file', '--', '--token a', '---token', ''] as const).map(
    (text) => [text, false] as const,
  ),
])('an option has a secret value by its name: %s', (text, is) => {
  expect(isSecretOption(text)).toBe(is);
});
