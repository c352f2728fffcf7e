import { inspect } from 'node:util';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hideSecrets } from './secrets.ts';

const buildPem = (kind: string): string =>
  `-----BEGIN ${kind}-----\nMIIEvQIBADANs3cretkqhkiG9w0BAQ\nEFAASCBKcwggSjAgEAAoIBAQ\n-----END ${kind}-----`;
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzM2NyZXQifQ.c2lnbmF0dXJl';

describe('a text', () => {
  it.each([
    ['Authorization: Bearer s3cret', 'Authorization: [redacted]'],
    ['"authorization":"Basic czNjcmV0"', '"authorization":[redacted]'],
    ['{\\"Authorization\\": \\"s3cret\\"}', '{\\"Authorization\\": [redacted]}'],
    ['sent Bearer s3cret to it', 'sent Bearer [redacted] to it'],
    ['sent bearer abcdefghijklmnopqrst', 'sent bearer [redacted]'],
    ['sent Basic dXNlcjpzM2NyZXQ=, and failed', 'sent Basic [redacted], and failed'],
    [`the token ${jwt} has expired`, 'the token [redacted] has expired'],
    ['Set-Cookie: id=s3cret; Path=/\nVia: x', 'Set-Cookie: [redacted]\nVia: x'],
    ['connect to postgres://admin:s3cret@db:5432/pets failed', 'connect to postgres://[redacted]@db:5432/pets failed'],
    ['https://s3cret@github.com/a/b', 'https://[redacted]@github.com/a/b'],
    ['amqp://user:s3/cr@t@host/', 'amqp://[redacted]@host/'],
    ['GET /pets?token=s3cret&limit=5', 'GET /pets?token=[redacted]&limit=5'],
    ['GET /pets?limit=5&access_token=s3cret', 'GET /pets?limit=5&access_token=[redacted]'],
    [
      'https://host/a?X-Amz-Signature=s3cret&key=s3cret#x',
      'https://host/a?X-Amz-Signature=[redacted]&key=[redacted]#x',
    ],
    ['run --password=s3cret --user=me', 'run --password=[redacted] --user=me'],
    ['kubectl --token s3cret get pods', 'kubectl --token [redacted] get pods'],
    ['run -password hunter2, then --api-key  a&b=c:d.', 'run -password [redacted], then --api-key  [redacted].'],
    ['(run --token s3cret)', '(run --token [redacted])'],
    ['run --token to-s3cret --token -s3cret', 'run --token [redacted] --token [redacted]'],
    [`run --token "two words" --pass 'a "b"' c`, 'run --token [redacted] --pass [redacted] c'],
    ['{"cmd":"run --token s3cret","n":1}', '{"cmd":"run --token [redacted]","n":1}'],
    ['"{\\"cmd\\":\\"run --token s3cret\\"}"', '"{\\"cmd\\":\\"run --token [redacted]\\"}"'],
    ['{"args":["--token","s3\\"cret","--n","1"]}', '{"args":["--token",[redacted],"--n","1"]}'],
    ['"[\\"--token\\", \\"s3cret\\"]"', '"[\\"--token\\", [redacted]]"'],
    [inspect(['--token', 's3cret', '--n', '1']), "[ '--token', [redacted], '--n', '1' ]"],
    [inspect(['--token', `it's "s3cret"`, 'b'.repeat(90)]), `[\n  '--token',\n  [redacted],\n  '${'b'.repeat(90)}'\n]`],
    ['run --wait -token s3cret -pass -key', 'run --wait -token [redacted] -pass -key'],
    ['["-v", "-token", "-pass", "s3cret"]', '["-v", "-token", [redacted], [redacted]]'],
    ['"[\\"-v\\",\\"-token\\",\\"s3cret\\"]"', '"[\\"-v\\",\\"-token\\",[redacted]]"'],
    [inspect(['-v', '-token', 's3cret']), "[ '-v', '-token', [redacted] ]"],
    ['run --password --token s3cret', 'run --password --token [redacted]'],
    ['API_KEY="s3cret with blanks" node', 'API_KEY=[redacted] node'],
    ['{"user":"me","accessToken":"s3\\"cret","n":1}', '{"user":"me","accessToken":[redacted],"n":1}'],
    ['{"pin": 1, "password": 12345}', '{"pin": 1, "password": [redacted]}'],
    ['"{\\"token\\":\\"s3cret\\",\\"n\\":1}"', '"{\\"token\\":[redacted],\\"n\\":1}"'],
    ['users:\n  - name: me\n    token: s3cret\n', 'users:\n  - name: me\n    token: [redacted]\n'],
    ['wrong password: s3cret', 'wrong password: [redacted]'],
    [`key:\n${buildPem('PRIVATE KEY')}\nend`, 'key:\n[redacted]\nend'],
    [buildPem('RSA PRIVATE KEY').slice(0, 60), '[redacted]'],
    ['password=hunter2 is wrong', 'password=[redacted] is wrong'],
    ['GET /pets?api_key=abc&page=2', 'GET /pets?api_key=[redacted]&page=2'],
    ['DB_PASSWD=abc,x', 'DB_PASSWD=[redacted],x'],
    ['refused the token: abc123 of you', 'refused the token: [redacted] of you'],
    [inspect({ token: 'hunter2hunter2', n: 1 }), '{ token: [redacted], n: 1 }'],
    [inspect({ 'api-key': 'hunter\\2', n: 'a' }), "{ 'api-key': [redacted], n: 'a' }"],
    [inspect({ token: `it's "s3cret"` }), '{ token: [redacted] }'],
    ['{user: "me", token: "two \\"words", n: 1}', '{user: "me", token: [redacted], n: 1}'],
    ['wrong api key: "a\\"s3cret"', 'wrong api key: [redacted]'],
    ["token: 'it does not end", 'token: [redacted]'],
    ['msg="refused" token="two words" n=1', 'msg="refused" token=[redacted] n=1'],
    ['msg="refused token=hunter2" n=1', 'msg="refused token=[redacted]" n=1'],
    [`note: "it's the token: 'hunter2'"`, `note: "it's the token: [redacted]"`],
    [`token: 'password: "a"' b`, 'token: [redacted] b'],
    ['pass=1234 passwords=hunter2 token=12345', 'pass=[redacted] passwords=[redacted] token=[redacted]'],
    ['tokens=1234567890 secrets=5x tokens=a:5', 'tokens=[redacted] secrets=[redacted] tokens=[redacted]'],
    ['{"passwords":["a"],"token":5,"tokens":"5"}', '{"passwords":["a"],"token":[redacted],"tokens":[redacted]}'],
    ['  - - token: s3cret\n\t-\ttoken: "s3cret"', '  - - token: [redacted]\n\t-\ttoken: [redacted]'],
    ['Authorization: Token two7', 'Authorization: [redacted]'],
    ['- token: swordfish', '- token: [redacted]'],
    ['client_secret: swordfish is wrong', 'client_secret: [redacted] is wrong'],
    ['  dbPassword: p@ss,w0rd\n', '  dbPassword: [redacted]\n'],
  ])('hides the secret: %s', (text, clean) => {
    expect(hideSecrets(text)).toBe(clean);
    expect(hideSecrets(clean)).toBe(clean);
  });

  it.each([
    'failed to review a token: tokenreviews.authentication.k8s.io is forbidden',
    'the bearer token is missing: send the header "Authorization"',
    'basic authentication is not supported',
    'Secret "db" not found',
    'the option --token is required, but --password must not be used',
    "error: unknown option '--token'",
    'use --token, --password or --token-file /var/run/token',
    'usage: run --token <token> --password-stdin',
    'run --token --verbose',
    'an api-key "of mine", a well-known-token "abc"',
    '["--token","--verbose"]',
    'spec.secretName: Required value',
    'secretName=db-credentials imagePullSecrets=regcred',
    'spec:\n  secretName: db\n  tokenExpirationSeconds: 3600\n',
    '{"secretName":"db","tokenExpirationSeconds":3600,"key":"a"}',
    'GET https://10.0.0.1:443/api/v1/pods?limit=500&resourceVersion=0',
    'connect ECONNREFUSED http://[::1]:8080/path',
    'see https://example.com:8080/mail@example.com',
    'mail me@example.com',
    'at file:///app/main.ts:10:5',
    'Error: failed\n    at authorize (main.ts:1:2)',
    buildPem('CERTIFICATE'),
    'a=b c: d',
    'failed to read the token: connection refused',
    'https://example.com:8443/a@b has no such page',
    'secrets "shop" not found',
    inspect({ secretName: 'x', tokenExpirationSeconds: '3600', 'secret-key-ref': 'b' }),
    '{secretName: "x", name: \'token\'}',
    'secretName="x" imagePullSecrets=\'regcred\'',
    '- secretName: x\n  - name: token',
    "Cannot read properties of undefined (reading 'token')",
  ])('is unchanged if it contains no secret: %s', (text) => {
    expect(hideSecrets(text)).toBe(text);
  });

  it('is unchanged if it only counts secrets', () => {
    for (const text of [
      'exceeded quota: few, requested: secrets=1, used: secrets=5, limited: secrets=5',
      'exceeded quota: few, requested: count/secrets=1,pods=1, used: count/secrets=5,pods=2, limited: count/secrets=5.',
      'tokens=5',
      '{"maxTokens":4096,"secrets":5}',
      'serve --max-tokens 4096',
      'hard:\n  secrets: 5\n  tokens: 12\n',
    ])
      expect(hideSecrets(text)).toBe(text);
  });

  it('hides every secret within any surrounding text', () => {
    const around = fc.string({ maxLength: 40 });
    const form = fc.constantFrom(
      (secret: string) => `Authorization: Bearer ${secret}`,
      (secret: string) => `?token=${secret}&`,
      (secret: string) => JSON.stringify({ password: secret }),
      (secret: string) => JSON.stringify(JSON.stringify({ apiKey: secret })),
      (secret: string) => inspect({ accessToken: secret }),
      (secret: string) => `{token: "${secret}"}`,
      (secret: string) => `--token ${secret}`,
      (secret: string) => `--token '${secret}'`,
      (secret: string) => JSON.stringify(['--token', secret]),
      (secret: string) => inspect(['--token', secret]),
      (secret: string) => `https://me:${secret}@host/`,
      (secret: string) => `https://${secret}@host/`,
    );
    fc.assert(
      fc.property(around, form, around, (before, write, after) => {
        expect(hideSecrets(`${before} ${write('s3cretVALUE7')} ${after}`)).not.toContain('s3cretVALUE7');
      }),
    );
  });

  it.each([
    '{"a":"no token: ","password":"s3cret"}',
    '{"a":"no token=","password":"s3cret"}',
    inspect({ cookie: 'id="s3cret"; n="s3cret"' }),
  ])('hides the secret behind misleading quotes: %s', (text) => {
    expect(hideSecrets(text)).not.toContain('s3cret');
  });

  it('that is too long is cut after a whole word', () => {
    const text = 'word '.repeat(4000);
    const cut = hideSecrets(text);
    expect(cut.length).toBeLessThan(17_000);
    expect(cut).toMatch(/word \[\d+ more characters\]$/);
    expect(hideSecrets(`a ${'s3cret'.repeat(100_000)}`)).toBe('a [600000 more characters]');
  });

  it.each([
    ['://', 'a://b:'],
    ['eyJ', '-eyJ'],
    ['dashes', '-'],
    ['authorization', 'authorization:'],
    ['quotes', '"a"'],
    ['escaped quotes', '\\"token\\":\\"'],
    ['begins of keys', '-----BEGIN PRIVATE KEY'],
    ['names', 'a.b-c_'],
    ['options', '--token a '],
    ['options without values', '--token '],
    ['options before marks', '--token )'],
    ['marks after an option', '--token ))))'],
    ['quoted options', '"--token", '],
    ['quotes after blanks', '"-a",    "'],
    ['words after blanks', '-a    '],
    ['lists of options', "'--token', "],
    ['blanks after names', 'token '],
    ['tabs', '\t'],
    ['dashes and blanks', '- '],
    ['dashes, tabs and blanks', '-\t  '],
    ['lines of dashes', `${'-'.repeat(200)}\n`],
    ['names after dashes', '- a'],
    ['values after blanks', 'token:    '],
    ['quoted values', "token: '"],
    ['quoted values of open fields', 'a="'],
    ['escapes in quoted values', "token: 'a\\"],
  ])('takes time in proportion to its length, even if it consists of %s', (_, part) => {
    expectLinear(part);
  });

  it('takes time in proportion to its length, even if it contains only blanks', () => {
    expectLinear(' ');
  });
});

/** Compares the CPU time of a short and a long text that repeat `part`. */
function expectLinear(part: string): void {
  const [short = 0, long = 0] = [500, 16_000].map((length) => {
    // Without `a: b`, `hideSecrets` would skip its rules for most of these texts.
    const text = `a: b\n${part.repeat(Math.floor(length / part.length))}`;
    const times = Array.from({ length: 7 }, () => {
      const before = process.threadCpuUsage();
      for (let read = 0; read < 80_000; read += length) hideSecrets(text);
      return process.threadCpuUsage(before).user;
    });
    return Math.min(...times);
  });
  // Quadratic time would be thirty-two times as much. The kernel may count in ticks of 4 ms, so a fast run may measure
  // zero.
  expect(long).toBeLessThan(10 * Math.max(short, 4_000));
}
