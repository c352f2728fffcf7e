import type { ApiResponse } from '@kubewright/runtime/internal/client';

import { getMeta } from '../objects.ts';
import { badRequest, unsupported } from '../rejection.ts';
import { deleteObject } from '../writes/delete.ts';
import { getLiveObject, type Write } from '../writes/write.ts';

/**
 * Answers the eviction of a Pod by deleting it. https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/
 */
export function evict(write: Write): ApiResponse {
  const { state, route, body, dryRun } = write;
  if (getMeta(body).name !== route.name) throw badRequest('name in URL does not match name in Eviction object');
  const live = getLiveObject(write);
  const { deleteOptions } = body as { readonly deleteOptions?: { readonly gracePeriodSeconds?: number } };
  const budgets = state.store.list('poddisruptionbudgets.policy');
  if (budgets.some(({ metadata }) => metadata.namespace === route.namespace))
    throw unsupported('evaluate PodDisruptionBudgets: let the eviction fail with `server.fail`');
  const { gracePeriodSeconds: graceSeconds } = deleteOptions ?? {};
  deleteObject(write, live, { propagation: 'Background', dryRun, ...(graceSeconds !== undefined && { graceSeconds }) });
  return { status: 201, body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 } };
}
