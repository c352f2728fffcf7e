import { isOperatorError, OperatorError } from '../../base/index.ts';
import { checkEncrypted, type ChosenContext, chooseContext, parseServer } from './choose-context.ts';
import type { Credentials, CredentialsOptions, CredentialsSource } from './credentials.ts';
import { getVariables, findKubeconfig } from './find-kubeconfig.ts';
import { cacheIdentity } from './cached-identity.ts';
import { createOwnSource } from './own-source.ts';
import { needsPlugin, createPluginSource } from './plugin-source.ts';
import { resolveProxy } from './proxy.ts';
import { buildInvalidError } from './entry.ts';

/**
 * Loads credentials from the sources of kubectl and controller-runtime: the flag, `KUBECONFIG`, in-cluster,
 * `~/.kube/config`.
 *
 * Errors: `CREDENTIALS_INVALID` if none can be found, read or used, or the context does not exist or has no cluster.
 */
export async function loadCredentials(options: CredentialsOptions): Promise<Credentials> {
  const { context, server, proxy } = await read(options);
  const source = await use({ context, server }, options);
  return { server, ...(proxy && { proxy }), namespace: context.namespace, ...cacheIdentity(source, options) };
}

interface ChosenServer {
  readonly context: ChosenContext;
  readonly server: URL;
}

async function read(options: CredentialsOptions): Promise<ChosenServer & { readonly proxy: URL | undefined }> {
  try {
    const kubeconfig = await findKubeconfig(options);
    if (kubeconfig === undefined) throw new OperatorError('CREDENTIALS_INVALID', 'find a kubeconfig');
    const context = chooseContext(kubeconfig, options.context);
    const server = parseServer(context);
    return { context, server, proxy: resolveProxy({ server, cluster: context.cluster }, getVariables()) };
  } catch (cause) {
    throw isOperatorError(cause) ? cause : buildInvalidError('read credentials', cause);
  }
}

async function use({ context, server }: ChosenServer, { clock }: CredentialsOptions): Promise<CredentialsSource> {
  try {
    checkEncrypted(server, context);
    return await (needsPlugin(context) ? createPluginSource : createOwnSource)(context, clock);
  } catch (cause) {
    throw buildInvalidError(`use the credentials of the ${context.title}`, cause);
  }
}
