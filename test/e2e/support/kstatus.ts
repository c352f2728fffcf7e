import type { WithConditions } from '../../support/conditions.ts';

/**
 * The state of an object as clients see it that know nothing of its kind: Flux, Pulumi, `kubectl apply --prune`.
 * https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export function kstatus({
  metadata,
  status = {},
}: WithConditions): 'Terminating' | 'InProgress' | 'Failed' | 'Current' {
  const holds = (type: string): string | undefined => status.conditions?.find((each) => each.type === type)?.status;
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (status.observedGeneration !== undefined && status.observedGeneration !== metadata.generation) return 'InProgress';
  if (holds('Reconciling') === 'True') return 'InProgress';
  if (holds('Stalled') === 'True') return 'Failed';
  return holds('Ready') === 'False' || holds('Ready') === 'Unknown' ? 'InProgress' : 'Current';
}

/** The generation that a status is about. */
export function observedGeneration({ status }: WithConditions): number | undefined {
  return status?.observedGeneration;
}
