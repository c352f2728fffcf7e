import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { isApiError } from '../../../operator/runtime/src/client/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

/** Sets the simulated Pods of Jobs to Succeeded once they run, as a kubelet does, until it is disposed. */
export function finishJobs({ client, namespace }: Scope): AsyncDisposable {
  const over = new AbortController();
  const pods = client.resource(Pod);
  const finish = async (): Promise<false> => {
    const { items } = await pods.list({
      ...{ namespace, labelSelector: 'batch.kubernetes.io/job-name', fieldSelector: 'status.phase=Running' },
    });
    for (const { metadata } of items) {
      const done = pods.mergePatch(metadata, { status: { phase: 'Succeeded' } }, { subresource: 'status' });
      await done.catch((error: unknown) => {
        if (!isApiError(error, 404)) throw error;
      });
    }
    return false;
  };
  const finishing = until('Jobs are no longer completed', finish, {
    ...{ timeoutMs: 3_600_000, everyMs: 1000, signal: over.signal },
  }).catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await finishing;
    },
  };
}
