import {
  condition,
  findCondition,
  type ConditionInput,
  type Deployment,
  type Service,
  type StatusInput,
} from '../../index.ts';
import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { podLabels } from './desired.ts';

type Status = StatusInput<NonNullable<WebServer['status']>>;

/** What is, as far as the children tell. The Service may be missing while the cluster refuses it. */
export function statusFor(server: WebServer, deployment: Deployment, service?: Service): Status {
  // By its number: others may have put ports of theirs before ours.
  const nodePort = service?.spec.ports?.find(({ port }) => port === 80)?.nodePort;
  return {
    replicas: deployment.status?.replicas ?? 0,
    readyReplicas: deployment.status?.readyReplicas ?? 0,
    selector: Object.entries(podLabels(server))
      .map(([name, value]) => `${name}=${value}`)
      .join(','),
    ...(nodePort !== undefined && { nodePort }),
    conditions: conditionsFor(server, deployment),
  };
}

function conditionsFor(server: WebServer, deployment: Deployment): NonNullable<Status['conditions']> {
  const wanted = server.spec.replicas;
  const { available, updated, done } = rolloutOf(wanted, deployment);
  const enough = available >= wanted;
  const availability = `${String(available)} of ${String(wanted)} Pods are available`;
  const progress = `${String(updated)} of ${String(wanted)} Pods are up to date`;
  return [
    condition('Available', enough, { reason: enough ? 'AllAvailable' : 'PodsMissing', message: `${availability}.` }),
    stuck(deployment) ??
      condition('Progressing', !done, { reason: done ? 'Complete' : 'RollingOut', message: `${progress}.` }),
    condition('Ready', done, { reason: done ? 'Ready' : 'RollingOut', message: `${availability}, ${progress}.` }),
  ];
}

/** What the Deployment says of a roll-out that does not go on, once it has looked at the newest template. */
function stuck({ metadata, status }: Deployment): ConditionInput | undefined {
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) return undefined;
  const progressing = findCondition(status?.conditions, 'Progressing');
  if (progressing?.status !== 'False') return undefined;
  const { reason = 'Stuck', message = 'The roll-out does not go on.' } = progressing;
  return condition('Progressing', false, { reason, message });
}

interface Rollout {
  readonly available: number;
  readonly updated: number;
  /** Every Pod is available and of the newest template, and none is left over. */
  readonly done: boolean;
}

function rolloutOf(wanted: number, { metadata, status }: Deployment): Rollout {
  const { replicas = 0, updatedReplicas = 0, availableReplicas: available = 0, observedGeneration = 0 } = status ?? {};
  // Until the Deployment controller has seen the newest template, its numbers speak of the one before.
  const updated = observedGeneration >= (metadata.generation ?? 0) ? updatedReplicas : 0;
  return { available, updated, done: [updated, available, replicas].every((count) => count === wanted) };
}
