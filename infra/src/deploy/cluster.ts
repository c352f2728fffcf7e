import { DeployError } from './deploy-error.ts';
import type { Kubectl } from './kubectl.ts';

/**
 * An id of the cluster that no other cluster has. Throws if it cannot be reached: a preview would take everything for new
 * then, or for unchanged.
 */
export async function clusterId(kubectl: Kubectl): Promise<string> {
  const args = ['get', 'namespace', 'kube-system', '-o', 'jsonpath={.metadata.uid}'];
  const uid = await kubectl(args).catch(async (error: unknown) => {
    if (error instanceof DeployError) throw error;
    const context = await kubectl(['config', 'current-context']).catch(() => 'none');
    throw unreachable(context.trim(), (error as Error).message);
  });
  return uid.trim();
}

function unreachable(context: string, reason: string): DeployError {
  // It asks for a user then, and gets no answer.
  const last = reason.endsWith('error: EOF') ? 'the context has no credentials' : (reason.split('\n').at(-1) ?? reason);
  return new DeployError(
    `failed to reach the cluster (context: ${context}): ${last}\n` +
      'Choose another one by --context or --kubeconfig, or start this one. Nothing was changed.',
  );
}
