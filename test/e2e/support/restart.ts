import { Deployment, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

/** Deletes the leading operator Pod, and waits until another one leads. */
export async function restartOperator({ client, operator }: Scope): Promise<Pod> {
  const before = await operator.leader();
  await client.resource(Pod).delete(before.metadata, { propagation: 'Background' });
  return until('another Pod leads', async () => {
    const leader = await operator.leader();
    return leader.metadata.uid !== before.metadata.uid && leader;
  });
}

/** Runs `act` while no operator runs, and waits for a leader. */
export async function runWithoutOperator<T>({ client, operator }: Scope, act: () => Promise<T>): Promise<T> {
  const key = { namespace: operator.namespace, name: 'kubewright' };
  const deployments = client.resource(Deployment);
  const { spec } = await deployments.get(key);
  await deployments.mergePatch(key, { spec: { replicas: 0 } });
  await until('all operator Pods are deleted', async () => (await operator.pods()).length === 0);
  const done = await act();
  await deployments.mergePatch(key, { spec: { replicas: spec.replicas ?? 1 } });
  await operator.leader();
  return done;
}
