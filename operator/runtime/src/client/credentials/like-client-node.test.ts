import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { KubeConfig } from '@kubernetes/client-node';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { isOperatorError, getMessage } from '../../base/index.ts';
import { loadCredentials } from './index.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'like-client-node-'));
  vi.stubEnv('HOME', folder);
  vi.stubEnv('KUBECONFIG', undefined);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** The result of reading a kubeconfig; `headers` are those of a request. */
interface Read {
  readonly server: string;
  readonly namespace: string | undefined;
  readonly tls: object;
  readonly headers: object;
}

/** Where the kubeconfig is: `home`, `pod`, or a path below the folder; `variable`: the paths in KUBECONFIG. */
type From = string | { readonly variable: readonly string[] };

interface Row {
  readonly what: string;
  /** Contents of files by path; values other than strings are written as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Where the kubeconfig comes from. @default - `config` via `--kubeconfig` */
  readonly from?: From;
  readonly variables?: Readonly<Record<string, string>>;
  /** Why the runtime differs from client-node on purpose. */
  readonly differs?: string;
  /** The runtime's result or error message. Required if it differs from client-node's, and if both reject. */
  readonly ours?: Partial<Read> | RegExp;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const buildCluster = (cluster: object = {}, server: unknown = 'https://api:6443') => ({
  name: 'c',
  cluster: { server, ...cluster },
});

/**
 * Builds a kubeconfig with one context.
 * @param rest replaces whole lists
 */
const buildConfig = (user: unknown = {}, cluster: object = {}, rest: object = {}) => ({
  clusters: [buildCluster(cluster)],
  users: [{ name: 'u', user }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'x',
  ...rest,
});
const config = (...parts: Parameters<typeof buildConfig>) => ({ config: buildConfig(...parts) });
const named = (name: string, user: object = { token: name }) => ({
  clusters: [{ name, cluster: { server: `https://${name}` } }],
  users: [{ name, user }],
  contexts: [{ name, context: { cluster: name, user: name } }],
});
const server = (address: unknown) => ({ config: buildConfig({}, {}, { clusters: [buildCluster({}, address)] }) });
const mount = 'pod/var/run/secrets/kubernetes.io/serviceaccount';
const pod = { [`${mount}/token`]: 'of a pod\n', [`${mount}/ca.crt`]: 'ca', [`${mount}/namespace`]: 'system\n' };
const service = (host: string, port = '443') => ({ KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port });
const exec = (credential: object) => ({
  exec: { command: 'echo', args: [JSON.stringify({ kind: 'ExecCredential', status: credential })] },
});

const rows: readonly Row[] = [
  { what: 'a token', files: config({ token: 'secret' }) },
  { what: 'a token with a line break', files: config({ token: 'secret\n' }) },
  { what: 'user and password', files: config({ username: 'me', password: 'a:b' }) },
  { what: 'user and password beside a token', files: config({ username: 'me', password: 'p', token: 't' }) },
  { what: 'an empty token beside a certificate', files: config({ token: '', 'client-certificate-data': base64('a') }) },
  { what: 'data', files: config({ 'client-certificate-data': base64('a'), 'client-key-data': base64('b') }) },
  {
    what: 'relative paths',
    files: {
      'deep/config': buildConfig(
        { 'client-certificate': 'a.crt', 'client-key': '../a.key' },
        { 'certificate-authority': 'pki/ca.crt' },
      ),
      'deep/a.crt': 'cert',
      'a.key': 'key',
      'deep/pki/ca.crt': 'ca',
    },
    from: 'deep/config',
  },
  { what: 'an authority', files: config({}, { 'certificate-authority-data': base64('ca') }) },
  {
    what: 'a TLS server name, and no verification',
    files: config({}, { 'tls-server-name': 'api.internal', 'insecure-skip-tls-verify': true }),
  },
  { what: 'impersonation', files: config({ token: 't', as: 'somebody' }) },
  { what: 'an absent user', files: config(null) },
  { what: 'a path and a slash at the end', files: server('https://api/path/') },
  {
    what: 'plain HTTP without verification',
    files: config({}, { server: 'http://localhost:8080', 'insecure-skip-tls-verify': true }),
  },
  {
    what: 'a namespace',
    files: config({}, {}, { contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: ' team ' } }] }),
  },
  {
    what: 'an empty namespace',
    files: config({}, {}, { contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: '' } }] }),
  },
  { what: 'the server behind a proxy', files: config({ token: 't' }, { 'proxy-url': 'http://proxy:3128' }) },
  {
    what: 'YAML with a comment, an anchor and text in blocks',
    files: {
      config: [
        'apiVersion: v1 # as kubectl writes it',
        'clusters: [{name: c, cluster: &c {server: "https://api"}}, {name: d, cluster: *c}]',
        'contexts:\n- {name: x, context: {cluster: d, user: u}}',
        'users:\n- name: u\n  user:\n    token: |\n      of a block',
        'current-context: x\n',
      ].join('\n'),
    },
  },
  { what: 'an exec plug-in with a token', files: config(exec({ token: 'of a program' })) },
  {
    what: 'an exec plug-in with a certificate',
    files: config(exec({ clientCertificateData: 'a', clientKeyData: 'b' })),
  },
  {
    what: 'an exec plug-in beside a path of an authority',
    files: { ...config(exec({ token: 't' }), { 'certificate-authority': 'ca.crt' }), 'ca.crt': 'ca' },
  },
  {
    what: 'a provider with an ID token',
    files: config({
      'auth-provider': { name: 'gcp', config: { 'access-token': 'a', expiry: '2999-01-01T00:00:00Z' } },
    }),
  },
  { what: 'KUBECONFIG', files: { a: buildConfig({ token: 'a' }) }, from: { variable: ['', 'a'] } },
  {
    what: 'KUBECONFIG with two files',
    files: { a: named('a'), b: { ...named('b'), 'current-context': 'a' } },
    from: { variable: ['a', 'b'] },
  },
  { what: '~/.kube/config', files: { '.kube/config': buildConfig({ token: 'home' }) }, from: 'home' },
  { what: 'a Pod', files: pod, from: 'pod', variables: service('10.0.0.1') },
  { what: 'a Pod with IPv6', files: pod, from: 'pod', variables: service('fd00::1', '6443') },

  ...[
    {
      what: 'no cluster of that name',
      files: config({}, {}, { clusters: [] }),
      ours: /^failed to find the cluster of the context "x": check the field cluster/,
    },
    {
      what: 'no context of that name',
      files: config({}, {}, { 'current-context': 'y' }),
      ours: /^failed to find the cluster of the context "y": the kubeconfig does not contain its current-context/,
    },
    {
      what: 'no current context',
      files: config({}, {}, { 'current-context': '' }),
      ours: /^failed to find the cluster of the current context: the kubeconfig has no current-context/,
    },
    {
      what: 'a cluster without a name',
      files: config({}, {}, { clusters: [{ cluster: { server: 'https://api' } }] }),
      ours: /name of clusters\[0\] in .*config is missing/,
    },
    {
      what: 'a user without a name',
      files: config({}, {}, { users: [{ user: {} }] }),
      ours: /name of users\[0\] in .*config is missing/,
    },
    {
      what: 'a context without a name',
      files: config({}, {}, { contexts: [{ context: { cluster: 'c' } }] }),
      ours: /name of contexts\[0\]/,
    },
    { what: 'a list of nothing', files: config({}, {}, { users: [null] }), ours: /name of users\[0\]/ },
    {
      what: 'a cluster without anything',
      files: config({}, {}, { clusters: [{ name: 'c' }] }),
      ours: /cluster of clusters\[0\] in .* is missing/,
    },
    {
      what: 'a context without anything',
      files: config({}, {}, { contexts: [{ name: 'x' }] }),
      ours: /context of contexts\[0\] in .* is missing/,
    },
    { what: 'a cluster without a server', files: server(''), ours: /server of the cluster "c" in .* is missing/ },
    {
      what: 'a context without a cluster',
      files: config({}, {}, { contexts: [{ name: 'x', context: { user: 'u' } }] }),
      ours: /cluster of the context "x" in .* is missing/,
    },
    { what: 'a server that is a number', files: server(6443), ours: /server of the cluster "c" in .* is not a string/ },
    { what: 'plain HTTP', files: server('http://api'), ours: /http:\/\/api\/ is not encrypted; use https, or/ },
    {
      what: 'an authority that is a list',
      files: config({}, { 'certificate-authority': [] }),
      ours: /certificate-authority of the cluster "c" is not a string/,
    },
    {
      what: 'a certificate that is missing',
      files: config({ 'client-certificate': 'none' }),
      ours: /credentials of the context "x" \(ENOENT.*none/,
    },
    {
      what: 'malformed YAML',
      files: { config: 'token: secret\n users: [' },
      ours: /config is not valid YAML: .* in line 2, column \d+\):/,
    },
    {
      what: 'a key twice',
      files: { config: 'users: []\nusers: []' },
      ours: /config is not valid YAML: duplicated mapping key in line 2, column 1/,
    },
    { what: 'two documents', files: { config: 'users: []\n---\nusers: []' }, ours: /config is not valid YAML: / },
    { what: 'an empty file', files: { config: '' }, ours: /config is not valid YAML: expected a document/ },
    {
      what: 'a file of KUBECONFIG that is missing',
      files: { a: buildConfig() },
      from: { variable: ['a', 'none'] },
      ours: /ENOENT.*none/,
    },
    { what: 'KUBECONFIG without a file', from: { variable: ['', ''] }, ours: /KUBECONFIG does not name a file/ },
    {
      what: 'a Pod without a token',
      from: 'pod',
      variables: service('10.0.0.1'),
      ours: /credentials of the context "inClusterContext" \(ENOENT/,
    },
    {
      what: 'an exec plug-in that fails',
      files: config({ exec: { command: 'false' } }),
      ours: /credentials of the context "x"/,
    },
  ],

  {
    what: 'data beside a path',
    files: {
      ...config({}, { 'certificate-authority': 'ca.crt', 'certificate-authority-data': base64('data') }),
      'ca.crt': 'file',
    },
    differs: 'data wins for kubectl, the file for client-node',
    ours: { tls: { ca: Buffer.from('data') } },
  },
  {
    what: 'data beside a path, for a user with a plug-in',
    files: {
      ...config(exec({ token: 't' }), {
        'certificate-authority': 'ca.crt',
        'certificate-authority-data': base64('data'),
      }),
      'ca.crt': 'file',
    },
    differs: 'data wins for each kind of authentication',
    ours: { tls: { ca: Buffer.from('data') } },
  },
  {
    what: 'tokenFile',
    files: { 'deep/config': buildConfig({ tokenFile: 'token', token: 'old' }), 'deep/token': 'new\n' },
    from: 'deep/config',
    differs: 'client-node does not know this field of kubectl, for which the file wins',
    ours: { headers: { authorization: 'Bearer new' } },
  },
  {
    what: 'token-file',
    files: { config: buildConfig({ 'token-file': 'token' }), token: 'a' },
    differs: 'client-node resolves the path against the working directory',
    ours: { headers: { authorization: 'Bearer a' } },
  },
  {
    what: 'an empty token file',
    files: { config: buildConfig({ tokenFile: 'token' }), token: '\n' },
    differs: 'an empty token is rejected by every server',
    ours: /token does not contain a token/,
  },
  {
    what: 'a user without a password',
    files: config({ username: 'me' }),
    differs: 'client-node sends the password "undefined"',
    ours: { headers: { authorization: `Basic ${base64('me:')}` } },
  },
  {
    what: 'a password that is a number',
    files: config({ username: 'me', password: 1e21 }),
    differs: 'kubectl rejects it: YAML has changed what was written',
    ours: /password of the user "u" is not a string; put it in quotes/,
  },
  {
    what: 'a switch that is a text',
    files: config({}, { 'insecure-skip-tls-verify': 'true' }),
    differs: 'kubectl rejects it; client-node takes it for false',
    ours: /insecure-skip-tls-verify of the cluster "c" is neither true nor false/,
  },
  {
    what: 'a user that does not exist',
    files: config({}, { 'certificate-authority-data': base64('ca') }, { users: [] }),
    differs: 'every user needs the authority of the cluster',
    ours: { tls: { ca: Buffer.from('ca') }, headers: {} },
  },
  {
    what: 'one name twice in a file',
    files: config(
      {},
      {},
      {
        users: [
          { name: 'u', user: { token: 'a' } },
          { name: 'u', user: { token: 'b' } },
        ],
      },
    ),
    differs: 'kubectl rejects it; client-node takes the first',
    ours: /users in .*config has "u" twice/,
  },
  {
    what: 'a mapping for a list',
    files: config({}, {}, { users: { u: { token: 'a' } } }),
    differs: 'client-node takes it for an empty list',
    ours: /users in .*config is not a list/,
  },
  {
    what: 'a text for a user',
    files: config('me'),
    differs: 'client-node sends no credentials',
    ours: /user of users\[0\] in .* is not a mapping/,
  },
  {
    what: 'one name in two files of KUBECONFIG',
    files: { a: buildConfig({ token: 'a' }), b: buildConfig({ token: 'b' }) },
    from: { variable: ['a', 'b'] },
    differs: 'the first wins for kubectl; client-node rejects it',
    ours: { headers: { authorization: 'Bearer a' } },
  },
  {
    what: 'the current contexts of two files of KUBECONFIG',
    files: { a: { ...named('a'), 'current-context': 'a' }, b: { ...named('b'), 'current-context': 'b' } },
    from: { variable: ['a', 'b'] },
    differs: 'the first wins for kubectl, the last for client-node',
    ours: { server: 'https://a/', headers: { authorization: 'Bearer a' } },
  },
  {
    what: 'plain HTTP by a proxy',
    files: config({ token: 't' }, { server: 'http://api', 'proxy-url': 'http://proxy:3128' }),
    differs: 'the server and the proxy would see the token in the clear',
    ours: /is not encrypted/,
  },
  {
    what: 'a server without a protocol',
    files: server('localhost:6443'),
    differs: 'what is before the colon is taken for a protocol, and no request could be sent',
    ours: /the server "localhost:6443" is not an http or https URL/,
  },
  {
    what: 'a Pod whose API server has port 80',
    files: pod,
    from: 'pod',
    variables: service('10.0.0.1', '80'),
    differs: 'it is https for client-go; client-node takes it for plain HTTP and rejects that',
    ours: { server: 'https://10.0.0.1:80/' },
  },
];

async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

function loadWithOurs(from: From): Promise<Read> {
  const options = { clock: createFakeClock(), ...buildOptions(from) };
  return loadCredentials(options).then(async ({ server: { href }, namespace, current }) => ({
    ...{ server: href, namespace, ...(await current()) },
  }));
}

function buildOptions(from: From): object {
  if (from === 'pod') return { inCluster: true, serviceAccountFolder: join(folder, mount) };
  return typeof from === 'string' && from !== 'home' ? { kubeconfig: join(folder, from) } : {};
}

async function loadWithClientNode(from: From): Promise<Read> {
  const loaded = new KubeConfig();
  if (from === 'pod') loaded.loadFromCluster(join(folder, 'pod'));
  else if (from === 'home' || typeof from !== 'string') loaded.loadFromDefault();
  else loaded.loadFromFile(join(folder, from));
  const options: RequestOptions = {};
  await loaded.applyToHTTPSOptions(options);
  const { ca, cert, key, servername, rejectUnauthorized } = options;
  const tls = Object.entries({ ca, cert, key, servername, rejectUnauthorized }).filter(
    ([, value]) => value !== undefined,
  );
  const sent = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value).trim()]);
  const basic = typeof options.auth === 'string' && { authorization: `Basic ${base64(options.auth)}` };
  return {
    server: new URL(loaded.getCurrentCluster()!.server).href,
    namespace: loaded.getContextObject(loaded.getCurrentContext())?.namespace?.trim(),
    tls: Object.fromEntries(tls),
    headers: { ...(Object.fromEntries(sent) as object), ...basic },
  };
}

const toRejection = (error: unknown): { refusal: unknown } => ({ refusal: error });

function expectOurs(outcome: Read | { refusal: unknown }, ours: NonNullable<Row['ours']>): void {
  if (!(ours instanceof RegExp)) {
    expect(outcome).toMatchObject(ours);
    return;
  }
  const { refusal } = outcome as { refusal: unknown };
  expect(isOperatorError(refusal, 'CREDENTIALS_INVALID')).toBe(true);
  expect(getMessage(refusal)).toMatch(ours);
  // The error must have its own message, not that of a TypeError.
  expect(getMessage(refusal)).not.toMatch(/is not a function|cannot read|of undefined|must be of type/i);
}

async function prepare({ files = {}, from, variables = {} }: Row): Promise<void> {
  await write(files);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  if (typeof from !== 'object') return;
  const paths = from.variable.map((path) => (path === '' ? path : join(folder, path)));
  vi.stubEnv('KUBECONFIG', paths.join(delimiter));
}

it.each(rows.filter(({ differs }) => differs === undefined))('agrees with client-node: $what', async (row) => {
  const { from = 'config', ours } = row;
  await prepare(row);
  const [outcome, theirs] = [
    await loadWithOurs(from).catch(toRejection),
    await loadWithClientNode(from).catch(toRejection),
  ];
  if (ours === undefined) {
    expect(outcome).not.toHaveProperty('refusal');
    expect(outcome).toStrictEqual(theirs);
  } else {
    expect(theirs).toHaveProperty('refusal');
    expectOurs(outcome, ours);
  }
});

it.each(rows.filter(({ differs }) => differs !== undefined))('reads $what differently: $differs', async (row) => {
  const { from = 'config', ours = /nothing is said/ } = row;
  await prepare(row);
  const [outcome, theirs] = [
    await loadWithOurs(from).catch(toRejection),
    await loadWithClientNode(from).catch(toRejection),
  ];
  expect(outcome).not.toEqual(theirs);
  expectOurs(outcome, ours);
});
