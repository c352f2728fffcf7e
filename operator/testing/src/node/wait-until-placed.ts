import type { Clock } from '@kubewright/runtime/internal/base';
import { type Client, pathOf } from '@kubewright/runtime/internal/client';
import { Pod } from '@kubewright/runtime/kinds';
import { placementLabel } from './placement.ts';

const pollMs = 25;

/**
 * The annotation that a kubelet sets on the mirror Pod of a static Pod. Such a Pod needs no ServiceAccount, which a
 * controller would have to create first.
 */
const mirrored = { 'kubernetes.io/config.mirror': 'placement-probe' };

/**
 * Waits until Pods with `image` are placed on the node: a policy takes effect some time after its creation. Checks with
 * dry runs, which create no Pods.
 */
export async function waitUntilPlaced(
  image: string,
  { client, clock }: { readonly client: Client; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const body = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'placement-probe', annotations: mirrored },
    spec: { nodeName: 'none', containers: [{ name: 'probe', image }] },
  };
  const path = pathOf(Pod, { namespace: 'default' });
  const [key = ''] = Object.keys(placementLabel);
  for (;;) {
    const answer = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body, signal });
    const pod = answer.body as Partial<Pod>;
    if (answer.status < 300 && pod.spec?.nodeSelector?.[key] !== undefined) return;
    await clock.sleep(pollMs, signal);
  }
}
