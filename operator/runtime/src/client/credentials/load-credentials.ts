import { isOperatorError, OperatorError } from '../../base/index.ts';
import { checkEncrypted, type ChosenContext, chooseContext, serverOf } from './choose-context.ts';
import type { Credentials, CredentialsOptions, CredentialsSource } from './credentials.ts';
import { environmentVariables, findKubeconfig } from './find-kubeconfig.ts';
import { keptIdentity } from './kept-identity.ts';
import { ownSource } from './own-source.ts';
import { needsPlugin, pluginSource } from './plugin-source.ts';
import { proxyFor } from './proxy.ts';
import { invalid } from './entry.ts';

/**
 * Reads credentials the way kubectl and controller-runtime do: the flag, `KUBECONFIG`, in-cluster, `~/.kube/config`.
 *
 * Errors: `CREDENTIALS_INVALID` if none can be found, read or used, or the context does not exist or has no cluster.
 */
export async function loadCredentials(options: CredentialsOptions): Promise<Credentials> {
  const { context, server, proxy } = await read(options);
  const source = await use({ context, server }, options);
  return { server, ...(proxy && { proxy }), namespace: context.namespace, ...keptIdentity(source, options) };
}

interface Found {
  readonly context: ChosenContext;
  readonly server: URL;
}

async function read(options: CredentialsOptions): Promise<Found & { readonly proxy: URL | undefined }> {
  try {
    const kubeconfig = await findKubeconfig(options);
    if (kubeconfig === undefined) throw new OperatorError('CREDENTIALS_INVALID', 'find a kubeconfig');
    const context = chooseContext(kubeconfig, options.context);
    const server = serverOf(context);
    return { context, server, proxy: proxyFor({ server, cluster: context.cluster }, environmentVariables()) };
  } catch (cause) {
    throw isOperatorError(cause) ? cause : invalid('read credentials', cause);
  }
}

async function use({ context, server }: Found, { clock }: CredentialsOptions): Promise<CredentialsSource> {
  try {
    checkEncrypted(server, context);
    return await (needsPlugin(context) ? pluginSource : ownSource)(context, clock);
  } catch (cause) {
    throw invalid(`use the credentials of the ${context.title}`, cause);
  }
}
