import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';

import type { KubeConfig } from '@kubernetes/client-node';

import type { ChosenContext } from './choose-context.ts';
import { type CredentialsSource, pickDefined, type Identity, type TlsOptions } from './credentials.ts';
import type { Clock } from '../../base/index.ts';
import { type Entry, type Fields, has, getPath, type UnusableError } from './entry.ts';
import { checkAnswer, checkExecPlugin, toPluginError } from './exec-plugin.ts';

/** Whether a command (`exec`) or an auth provider (OIDC, GCP, Azure) authenticates the user. */
export function needsPlugin({ user }: ChosenContext): boolean {
  return user !== undefined && (has(user, 'exec') || has(user, 'auth-provider'));
}

/**
 * Minimum time in milliseconds between runs of a plug-in after a rejected credential or a failure, because a plug-in
 * may prompt the user.
 */
const betweenRunsMs = 5_000;

/**
 * Creates a source that authenticates with client-node. Errors: those of client-node, and `UnusableError` for an exec
 * plug-in.
 */
export async function createPluginSource(
  context: ChosenContext,
  clock: Pick<Clock, 'monotonic'>,
): Promise<CredentialsSource> {
  // Lazy: loading client-node takes up to 600 ms of CPU time and 77 MB.
  const { KubeConfig } = await import('@kubernetes/client-node');
  const load = (): KubeConfig => {
    const config = new KubeConfig();
    // JSON is valid YAML.
    config.loadFromString(JSON.stringify(buildOnlyContext(context)));
    return config;
  };
  const { user } = context;
  const read =
    user !== undefined && has(user, 'exec') ? createExecReader(user, { load, clock }) : createProviderReader(load);
  return { first: await read(false), expires: true, read };
}

type Read = CredentialsSource['read'];

function createProviderReader(load: () => KubeConfig): Read {
  const config = load();
  return async () => toIdentity(await authenticate(config));
}

/**
 * Creates a function that runs an exec plug-in. client-node caches a credential until its stated expiry, or forever.
 */
function createExecReader(
  user: Entry,
  { load, clock }: { readonly load: () => KubeConfig; readonly clock: Pick<Clock, 'monotonic'> },
): Read {
  checkExecPlugin(user);
  let config = load();
  let forgottenAt = Number.NEGATIVE_INFINITY;
  let failure: UnusableError | undefined;
  /** Makes client-node run the plug-in again: the cache of a new config is empty. */
  const forget = (): void => {
    config = load();
    forgottenAt = clock.monotonic();
  };
  return async (isRefused) => {
    const mayRun = clock.monotonic() - forgottenAt >= betweenRunsMs;
    if (failure !== undefined && !mayRun) throw failure;
    if (isRefused && mayRun) forget();
    try {
      const identity = toIdentity(await authenticate(config));
      checkAnswer(user, identity);
      failure = undefined;
      return identity;
    } catch (error) {
      // Otherwise client-node would cache an unusable credential.
      forget();
      throw (failure = toPluginError(user, error));
    }
  };
}

function toIdentity(options: RequestOptions): Identity {
  return { tls: pickTls(options), headers: collectHeaders(options) };
}

function pickTls({ ca, cert, key, pfx, passphrase, servername, rejectUnauthorized }: RequestOptions): TlsOptions {
  return pickDefined({ ca, cert, key, pfx, passphrase, servername, rejectUnauthorized });
}

/** Builds a kubeconfig with only the chosen context. */
function buildOnlyContext({ cluster, user }: ChosenContext): object {
  const name = 'chosen';
  return {
    clusters: [{ name, cluster: withAbsolutePaths(cluster, ['certificate-authority']) }],
    users: [{ name, user: user && withAbsolutePaths(user, ['client-certificate', 'client-key']) }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  };
}

/** Omits the path of a file if its data is also set, because client-node would prefer the file. */
function withAbsolutePaths(entry: Entry, names: readonly string[]): Fields {
  const paths = names.map((name) => [name, has(entry, `${name}-data`) ? undefined : getPath(entry, name)]);
  return { ...entry.fields, ...(Object.fromEntries(paths) as Fields) };
}

type Authenticator = Pick<KubeConfig, 'applyToHTTPSOptions' | 'getCurrentUser'>;

async function authenticate(config: Authenticator): Promise<RequestOptions> {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const authorization = await readTokenFile(config);
  if (authorization === undefined) return options;
  return {
    ...options,
    headers: { ...(options.headers as Fields | undefined), authorization } as Identity['headers'],
  };
}

/**
 * Reads the token file of a provider. client-node reads it at most once a minute, even after the API server has
 * rejected the token.
 */
async function readTokenFile(config: Authenticator): Promise<string | undefined> {
  const provider = config.getCurrentUser()?.authProvider as {
    readonly config?: { readonly tokenFile?: string };
  } | null;
  const file = provider?.config?.tokenFile;
  return file === undefined ? undefined : `Bearer ${(await readFile(file, 'utf8')).trim()}`;
}

function collectHeaders(options: RequestOptions): Identity['headers'] {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (typeof value === 'string') headers[name.toLowerCase()] = value.trim();
  }
  if (typeof options.auth === 'string')
    headers['authorization'] = `Basic ${Buffer.from(options.auth).toString('base64')}`;
  return headers;
}
