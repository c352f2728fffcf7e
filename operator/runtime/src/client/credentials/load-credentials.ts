import { isOperatorError, OperatorError } from '../../base/index.ts';
import { checkEncrypted, type ChosenContext, chooseContext, serverOf } from './choose-context.ts';
import type { Credentials, CredentialsOptions } from './credentials.ts';
import { findKubeconfig } from './find-kubeconfig.ts';
import { keptHeaders } from './kept-headers.ts';
import { ownSource } from './own-source.ts';
import { needsPlugin, pluginSource } from './plugin-source.ts';
import type { CredentialsSource } from './source.ts';
import { invalid } from './unusable.ts';

/**
 * Reads credentials the way kubectl and controller-runtime do: the flag, `KUBECONFIG`, in-cluster, `~/.kube/config`.
 *
 * Errors: `CREDENTIALS_INVALID` if none can be found, read or used, or the context does not exist or has no cluster.
 */
export async function loadCredentials(options: CredentialsOptions): Promise<Credentials> {
  const { context, server } = await read(options);
  const source = await use(context, server);
  return { server, tls: source.tls, namespace: context.namespace, ...keptHeaders(source, options.clock) };
}

async function read(options: CredentialsOptions): Promise<{ context: ChosenContext; server: URL }> {
  try {
    const kubeconfig = await findKubeconfig(options);
    if (kubeconfig === undefined) throw new OperatorError('CREDENTIALS_INVALID', 'find a kubeconfig');
    const context = chooseContext(kubeconfig, options.context);
    return { context, server: serverOf(context) };
  } catch (cause) {
    throw isOperatorError(cause) ? cause : invalid('read credentials', cause);
  }
}

async function use(context: ChosenContext, server: URL): Promise<CredentialsSource> {
  try {
    checkEncrypted(server, context);
    return await (needsPlugin(context) ? pluginSource : ownSource)(context);
  } catch (cause) {
    throw invalid(`use the credentials of the ${context.title}`, cause);
  }
}
