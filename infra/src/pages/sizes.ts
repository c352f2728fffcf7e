import { at, listAt, listed, mapAt, type PlainObject, textAt } from '../objects/index.ts';
import { relationsAmong } from './relations.ts';
import { templateOf } from './relation.ts';

/** Pure: how many Pods there are, what each may use, and how many may be away, as lines of Markdown. */
export function sizesText(objects: readonly PlainObject[]): readonly string[] {
  const workloads = objects.filter((each) => templateOf(each) !== undefined);
  const volumes = objects.filter(({ kind }) => kind === 'PersistentVolumeClaim');
  return [...workloads.flatMap((workload) => ['', ...ofWorkload(workload, objects)]), '', ...volumes.map(ofVolume)];
}

function ofWorkload(workload: PlainObject, objects: readonly PlainObject[]): readonly string[] {
  const { kind, metadata } = workload;
  const pod = `${templateOf(workload) ?? ''}.spec`;
  const seconds = at(workload, `${pod}.terminationGracePeriodSeconds`);
  return [
    `**${kind} \`${metadata.namespace ?? ''}/${metadata.name}\`**`,
    '',
    `- replicas: ${replicasOf(workload)}`,
    ...listAt(workload, `${pod}.containers`).flatMap(ofContainer),
    ...listAt(workload, `${pod}.volumes`).flatMap(ofScratch),
    `- disruption budget: ${budgetOf(workload, objects)}`,
    ...(kind === 'Deployment' ? [`- rollout: ${rolloutOf(workload)}`] : []),
    ...(typeof seconds === 'number' ? [`- time to stop: ${String(seconds)} s`] : []),
  ];
}

function replicasOf(workload: PlainObject): string {
  const replicas = at(workload, 'spec.replicas');
  if (typeof replicas === 'number') return String(replicas);
  return workload.kind === 'DaemonSet' ? 'one on each node' : '1, the default';
}

function ofContainer(container: unknown): readonly string[] {
  const name = textAt(container, 'name') ?? '';
  const amounts = (field: string): string => {
    const each = Object.entries(mapAt(container, `resources.${field}`)).map(
      ([resource, amount]) => `${resource} ${amount}`,
    );
    return each.length === 0 ? 'none' : each.join(', ');
  };
  return [
    `- image of \`${name}\`: \`${textAt(container, 'image') ?? ''}\``,
    `- requests of \`${name}\`: ${amounts('requests')}`,
    `- limits of \`${name}\`: ${amounts('limits')}`,
  ];
}

function ofScratch(volume: unknown): readonly string[] {
  const limit = textAt(volume, 'emptyDir.sizeLimit');
  return limit === undefined ? [] : [`- volume \`${textAt(volume, 'name') ?? ''}\`: up to ${limit}`];
}

function budgetOf(workload: PlainObject, objects: readonly PlainObject[]): string {
  const budgets = relationsAmong(objects).flatMap(({ from, to }) =>
    from.kind === 'PodDisruptionBudget' && to === workload ? [from] : [],
  );
  if (budgets.length === 0) return 'none';
  const limits = ['minAvailable', 'maxUnavailable'].flatMap((field) =>
    budgets.flatMap((budget) => {
      const value = at(budget, `spec.${field}`);
      return typeof value === 'number' || typeof value === 'string' ? [`${field} ${value}`] : [];
    }),
  );
  return limits.join(', ');
}

function rolloutOf(workload: PlainObject): string {
  const type = textAt(workload, 'spec.strategy.type') ?? 'RollingUpdate';
  const limits = ['maxSurge', 'maxUnavailable'].flatMap((field) => {
    const value = at(workload, `spec.strategy.rollingUpdate.${field}`);
    return typeof value === 'number' || typeof value === 'string' ? [`${field} ${value}`] : [];
  });
  return listed([type, ...limits]);
}

function ofVolume(claim: PlainObject): string {
  const size = textAt(claim, 'spec.resources.requests.storage') ?? 'of no size';
  return `- **PersistentVolumeClaim \`${claim.metadata.namespace ?? ''}/${claim.metadata.name}\`**: ${size}`;
}
