import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';

import type { KubeConfig } from '@kubernetes/client-node';

import type { ChosenContext } from './choose-context.ts';
import { type CredentialsSource, pickDefined, type Identity, type TlsOptions } from './credentials.ts';
import type { Clock } from '../../base/index.ts';
import { type Entry, type Fields, has, getPath, type UnusableError } from './entry.ts';
import { checkAnswer, checkExecPlugin, toPluginError } from './exec-plugin.ts';

/** Whether another program (`exec`) or a provider (OIDC, GCP, Azure) authenticates. */
export function needsPlugin({ user }: ChosenContext): boolean {
  return user !== undefined && (has(user, 'exec') || has(user, 'auth-provider'));
}

/** Minimum time between runs of a plug-in for a rejected credential, or after a failure: it may prompt the user. */
const betweenRunsMs = 5_000;

/** Uses client-node for authentication. Errors: those of client-node, and `UnusableError` for an exec plug-in. */
export async function createPluginSource(
  context: ChosenContext,
  clock: Pick<Clock, 'monotonic'>,
): Promise<CredentialsSource> {
  // Lazy: `kubeconfig.ts` states the cost.
  const { KubeConfig } = await import('@kubernetes/client-node');
  const load = (): KubeConfig => {
    const config = new KubeConfig();
    // JSON is also YAML.
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

/** Runs an exec plug-in; client-node caches a credential until its stated expiry, or forever. */
function createExecReader(
  user: Entry,
  { load, clock }: { readonly load: () => KubeConfig; readonly clock: Pick<Clock, 'monotonic'> },
): Read {
  checkExecPlugin(user);
  let config = load();
  let forgottenAt = Number.NEGATIVE_INFINITY;
  let failure: UnusableError | undefined;
  /** A new config has an empty cache. */
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
      // client-node also caches an unusable credential.
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

/** A kubeconfig with only the chosen context: the caller has already merged the files. */
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

/** client-node reads a provider's file once a minute, even after the server has rejected the token. */
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
