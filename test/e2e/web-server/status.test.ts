import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { Deployment } from '../../../operator/runtime/src/kinds/index.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import {
  findCurrentCondition,
  awaitWebServerReady,
  type StoredWebServer,
  awaitWebServerCondition,
} from '../../support/web-server.ts';
import { computeKstatus, getObservedGeneration } from '../../support/kstatus.ts';
import { useScope } from '../support/use-scope.ts';
import { watchObjects } from '../support/watch-objects.ts';
import { createReady, onlyWebServer } from './servers.ts';

const getStatuses = ({ status }: StoredWebServer): Record<string, string> =>
  Object.fromEntries((status?.conditions ?? []).map((condition) => [condition.type, condition.status]));

describe('BUG-WS-9 the status of a WebServer', () => {
  const scope = useScope(onlyWebServer);
  const change = (name: string, patch: object): Promise<StoredWebServer> =>
    scope().client.resource(WebServer).mergePatch(toKey(scope(), name), patch);

  it('has three conditions when it is ready, each of the newest generation', async () => {
    const server = await createReady(scope(), 'blue', { replicas: 2 });
    expect(getStatuses(server)).toEqual({ Available: 'True', Progressing: 'False', Ready: 'True' });
    const { generation } = server.metadata;
    expect(getObservedGeneration(server)).toBe(generation);
    for (const condition of server.status?.conditions ?? []) expect(condition.observedGeneration).toBe(generation);
  });

  /** Sets the image, and returns every version of the WebServer that a watch reports during the rollout. */
  async function collectStates(image: string): Promise<readonly StoredWebServer[]> {
    await using servers = await watchObjects(scope(), WebServer);
    await change('blue', { spec: { image } });
    const { metadata } = await awaitWebServerReady(scope().client, toKey(scope(), 'blue'));
    const seen = await until('the watch shows the last version of the WebServer', async () => {
      const objects = servers.changes.map(({ object }) => object);
      return objects.at(-1)?.metadata.resourceVersion === metadata.resourceVersion && objects;
    });
    return seen.filter((server) => getObservedGeneration(server) === metadata.generation);
  }

  it('has Ready=False during a rollout, with its progress in the message', async () => {
    let version = 1;
    // Repeats, because a rollout may end before the operator writes a status.
    const [first] = await until('a status is written during a rollout', async () => {
      version += 1;
      const states = await collectStates(`example.com/web:${String(version)}`);
      return states.some((server) => findCurrentCondition(server, 'Ready')?.status === 'False') && states;
    });
    expect(findCurrentCondition(first!, 'Ready')).toMatchObject({
      status: 'False',
      reason: 'RollingOut',
      message: expect.stringMatching(
        /^Deployment \S+ is progressing: \d of 2 updated, \d of 2 available(, \d pending termination)?\.$/,
      ) as string,
    });
    expect(getStatuses(first!)).toMatchObject({ Available: 'True', Progressing: 'True', Reconciling: 'True' });
    expect(findCurrentCondition(first!, 'Stalled')).toBeUndefined();
  });

  it('has the conditions that kstatus reads: InProgress until it is Ready, and Failed if it is Stalled', async () => {
    await using servers = await watchObjects(scope(), WebServer);
    const { metadata } = await createReady(scope(), 'green');
    const readings = await until('the watch shows the last version of the WebServer', async () => {
      const objects = servers.changes.map(({ object }) => object).filter(({ metadata: { name } }) => name === 'green');
      return objects.at(-1)?.metadata.resourceVersion === metadata.resourceVersion && objects;
    });
    // Without the first version, which has no status: kstatus reports it as Current, because some kinds never have one.
    expect(readings.slice(1, -1).map(computeKstatus)).toEqual(readings.slice(1, -1).map(() => 'InProgress'));
    expect(computeKstatus(readings.at(-1)!)).toBe('Current');

    const deployments = scope().client.resource(Deployment);
    await deployments.jsonPatch(metadata, [{ op: 'remove', path: '/metadata/ownerReferences' }]);
    const conflict = { type: 'Ready', status: 'False', reason: 'NameConflict' };
    expect(computeKstatus(await awaitWebServerCondition(scope().client, toKey(scope(), 'green'), conflict))).toBe(
      'Failed',
    );
  });

  it('has the reason of the Deployment if a rollout makes no progress', async () => {
    await createReady(scope(), 'stuck');
    await scope()
      .client.resource(Deployment)
      .mergePatch(toKey(scope(), 'stuck'), {
        spec: { progressDeadlineSeconds: 1, template: { spec: { nodeSelector: { 'example.com/nowhere': 'yes' } } } },
      });
    const server = await awaitWebServerCondition(scope().client, toKey(scope(), 'stuck'), {
      type: 'Progressing',
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
    });
    expect(getStatuses(server)).toMatchObject({ Available: 'True', Ready: 'False' });
  });
});
