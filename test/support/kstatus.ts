import type { WithConditions } from './conditions.ts';

/** The state of an object for clients that wait until it is ready, such as Flux. */
export type Kstatus = 'Terminating' | 'InProgress' | 'Failed' | 'Current';

/**
 * Computes the state of an object like clients that do not know its kind: Flux, Pulumi, `kubectl apply --prune`. They
 * have their own rules for built-in kinds.
 * https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export function computeKstatus(object: WithConditions): Kstatus {
  const { metadata, status = {} } = object;
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (status.observedGeneration !== undefined && status.observedGeneration !== metadata.generation) return 'InProgress';
  if (getConditionStatus(object, 'Reconciling') === 'True') return 'InProgress';
  if (getConditionStatus(object, 'Stalled') === 'True') return 'Failed';
  return (builtIn[object.kind] ?? computeFromReady)(object);
}

export function getObservedGeneration({ status }: WithConditions): number | undefined {
  return status?.observedGeneration;
}

const builtIn: Readonly<Record<string, (object: WithConditions) => Kstatus>> = {
  CustomResourceDefinition: computeCrd,
  Deployment: computeDeployment,
  Pod: computePod,
  Service: computeService,
};

function computeFromReady(object: WithConditions): Kstatus {
  const ready = getConditionStatus(object, 'Ready');
  return ready === undefined || ready === 'True' ? 'Current' : 'InProgress';
}

function computeCrd(object: WithConditions): Kstatus {
  if (getConditionStatus(object, 'NamesAccepted') === 'False') return 'Failed';
  const established = object.status?.conditions?.find(({ type }) => type === 'Established');
  if (established?.status === 'True') return 'Current';
  return established?.status === 'False' && established.reason !== 'Installing' ? 'Failed' : 'InProgress';
}

/** The fields of a Deployment that show the progress of its rollout. The API server omits a count of 0. */
interface Rollout {
  readonly spec?: { readonly replicas?: number };
  readonly status?: {
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
  };
}

function computeDeployment(object: WithConditions): Kstatus {
  const progressing = object.status?.conditions?.find(({ type }) => type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') return 'Failed';
  const isRolledOut = progressing?.status === 'True' && progressing.reason === 'NewReplicaSetAvailable';
  const isAvailable = getConditionStatus(object, 'Available') === 'True';
  return isRolledOut && isAvailable && hasReplicas(object as Rollout) ? 'Current' : 'InProgress';
}

/** Whether all replicas have the current template, are ready and available, and all others are gone. */
function hasReplicas({ spec, status = {} }: Rollout): boolean {
  const wanted = spec?.replicas ?? 1;
  const { replicas, updatedReplicas, readyReplicas, availableReplicas } = status;
  return [replicas, updatedReplicas, readyReplicas, availableReplicas].every((each = 0) => each === wanted);
}

function computePod(object: WithConditions): Kstatus {
  const { phase } = (object.status ?? {}) as { readonly phase?: string };
  if (phase === 'Succeeded') return 'Current';
  if (phase === 'Failed') return 'Failed';
  return phase === 'Running' && getConditionStatus(object, 'Ready') === 'True' ? 'Current' : 'InProgress';
}

function computeService(object: WithConditions): Kstatus {
  const { spec } = object as { readonly spec?: { readonly type?: string; readonly clusterIP?: string } };
  return spec?.type === 'LoadBalancer' && (spec.clusterIP ?? '') === '' ? 'InProgress' : 'Current';
}

function getConditionStatus({ status }: WithConditions, type: string): string | undefined {
  return status?.conditions?.find((each) => each.type === type)?.status;
}
