import { expect } from 'vitest';

import { formatApiVersion, type Kind } from '../../../operator/runtime/src/base/index.ts';
import type { Scope } from '../../support/scope.ts';

/**
 * Creates a HorizontalPodAutoscaler for 2 to 4 Pods. Without metrics it only enforces the minimum. It syncs every 15 s.
 */
export async function createAutoscaler({ client, namespace }: Scope, kind: Kind, name: string): Promise<void> {
  const body = {
    ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name } },
    spec: {
      scaleTargetRef: { apiVersion: formatApiVersion(kind), kind: kind.kind, name },
      minReplicas: 2,
      maxReplicas: 4,
    },
  };
  const path = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`;
  const { status } = await client.transport.call({ method: 'POST', path, body });
  expect(status).toBe(201);
}
