import { describe, expect, it } from 'vitest';

import { withoutSecretsIn } from './secrets-in-text.ts';

describe('withoutSecretsIn', () => {
  it.each([
    ['connect to postgres://app:hunter2@db:5432/pets', 'connect to postgres://[redacted]@db:5432/pets'],
    ['GET https://ghp_abc@example.com/ failed', 'GET https://[redacted]@example.com/ failed'],
    ['refused with Authorization: Bearer abc', 'refused with Authorization: [redacted]'],
    ['refused with {"authorization":"Basic dTpw"}', 'refused with {"authorization":"[redacted]"}'],
    ['sent bearer 0123456789abcdef01', 'sent bearer [redacted]'],
    ['password=hunter2 is wrong', 'password=[redacted] is wrong'],
    ['the password: hunter is wrong', 'the password: [redacted] is wrong'],
    ['{"accessToken": "abc def", "n": 1}', '{"accessToken": [redacted], "n": 1}'],
    ['GET /pets?api_key=abc&page=2', 'GET /pets?api_key=[redacted]&page=2'],
    ['DB_PASSWD=abc,x', 'DB_PASSWD=[redacted],x'],
    ['token: abc123', 'token: [redacted]'],
    ['jwt eyJhbGciOiJub25l.eyJzdWIiOiJ4In0.c2ln here', 'jwt [redacted] here'],
  ])('redacts in %s', (text, clean) => {
    expect(withoutSecretsIn(text)).toBe(clean);
    expect(withoutSecretsIn(clean)).toBe(clean);
  });

  it.each([
    'failed to read the token: connection refused',
    'Basic authentication is not taken',
    'https://example.com:8443/a@b has no such page',
    'secrets "shop" not found',
    "Cannot read properties of undefined (reading 'token')",
  ])('leaves %s as it is', (text) => {
    expect(withoutSecretsIn(text)).toBe(text);
  });
});
