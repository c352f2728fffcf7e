import type { DaemonSet, Deployment, StatefulSet } from '@kubewright/runtime/kinds';

import { mergeConditions, nameRevision, type Outcome, type WrittenCondition } from './conditions.ts';

/** The status of a Deployment whose rollout is complete, or has exceeded its deadline. */
export function computeDeploymentStatus(deployment: Deployment, { now, fails }: Outcome): object | undefined {
  const { metadata, spec, status } = deployment;
  if (spec.paused === true) return undefined;
  const { replicas = 1 } = spec;
  const replicaSet = nameRevision(metadata.name, spec.template);
  const written = [available(fails && replicas > 0), progressing(replicaSet, fails && replicas > 0)];
  return {
    observedGeneration: metadata.generation,
    ...positive({ replicas, updatedReplicas: replicas }),
    ...(fails ? positive({ unavailableReplicas: replicas }) : positive({ readyReplicas: replicas })),
    ...(fails ? {} : positive({ availableReplicas: replicas })),
    terminatingReplicas: 0,
    conditions: mergeConditions(status?.conditions, written, { now, seen: 'lastUpdateTime' }),
  };
}

function available(fails: boolean): WrittenCondition {
  const type = 'Available';
  return fails
    ? {
        ...{ type, status: 'False', reason: 'MinimumReplicasUnavailable' },
        message: 'Deployment does not have minimum availability.',
      }
    : {
        ...{ type, status: 'True', reason: 'MinimumReplicasAvailable' },
        message: 'Deployment has minimum availability.',
      };
}

function progressing(replicaSet: string, fails: boolean): WrittenCondition {
  const [type, what] = ['Progressing', `ReplicaSet ${JSON.stringify(replicaSet)} has`];
  return fails
    ? { type, status: 'False', reason: 'ProgressDeadlineExceeded', message: `${what} timed out progressing.` }
    : { type, status: 'True', reason: 'NewReplicaSetAvailable', message: `${what} successfully progressed.` };
}

/**
 * The status of a StatefulSet with all Pods ready, or with a first Pod that is not ready, for which the others wait.
 */
export function computeStatefulSetStatus({ metadata, spec }: StatefulSet, { fails }: Outcome): object {
  const { replicas = 1, podManagementPolicy, template } = spec;
  const created = fails && podManagementPolicy !== 'Parallel' ? Math.min(replicas, 1) : replicas;
  const revision = nameRevision(metadata.name, template);
  return {
    observedGeneration: metadata.generation,
    replicas: created,
    ...positive({ currentReplicas: created, updatedReplicas: created }),
    ...(fails ? {} : positive({ readyReplicas: created })),
    availableReplicas: fails ? 0 : created,
    ...{ currentRevision: revision, updateRevision: revision, collisionCount: 0 },
  };
}

/** The status of a DaemonSet with one Pod per Node, of which all are ready, or none. */
export function computeDaemonSetStatus({ metadata }: DaemonSet, { fails, nodes }: Outcome): object {
  const ready = fails ? 0 : nodes;
  return {
    observedGeneration: metadata.generation,
    currentNumberScheduled: nodes,
    desiredNumberScheduled: nodes,
    numberMisscheduled: 0,
    numberReady: ready,
    ...positive({ numberAvailable: ready, numberUnavailable: nodes - ready, updatedNumberScheduled: nodes }),
  };
}

/** Omits numbers that are zero, like Go's JSON encoding of these fields. */
function positive(numbers: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(numbers).filter(([, count]) => count > 0));
}
