import { describe, expect, it } from 'vitest';

import { deploymentFor } from '../../../operator/src/controllers/web-server/desired.ts';
import { controllerOf } from '../../../operator/runtime/src/base/index.ts';
import { Deployment } from '../../../operator/runtime/src/kinds/index.ts';
import { applyManifests } from '../../support/manifests.ts';
import { keyIn } from '../../support/scope.ts';
import { ready } from '../../support/web-server.ts';
import { ownEntry } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import {
  childrenOf,
  deploymentOf,
  fieldManager,
  createReady,
  onlyWebServer,
  serviceOf,
  simulatedServer,
  stored,
} from './servers.ts';

const hash = 'kubewright.dev/desired-hash';

describe('a field that is no longer desired', () => {
  const scope = useScope(onlyWebServer);

  it('BUG-WS-1 stays if it is the node port: the cluster has allocated it for this Service', async () => {
    await createReady(scope(), 'blue', { replicas: 0, nodePort: nodePorts.removed });
    await applyManifests(scope().client, [simulatedServer(scope().namespace, 'blue', { replicas: 0 })]);
    const { spec, status } = await ready(scope().client, keyIn(scope(), 'blue'));
    await settled(scope());
    const service = await serviceOf(scope(), 'blue');
    expect(spec).not.toHaveProperty('nodePort');
    expect(service?.spec.ports?.[0]?.nodePort).toBe(nodePorts.removed);
    expect(status?.nodePort).toBe(nodePorts.removed);
    expect(JSON.stringify(ownEntry(service!, fieldManager).fieldsV1)).not.toContain('f:nodePort');
  });

  /** Applies what an older version of ours could have: with the same field manager, but one more label and field. */
  async function leftByOlderVersion(name: string, hashOf: (now: string) => string): Promise<Deployment> {
    const { deployment } = await childrenOf(scope(), name);
    const { metadata, ...desired } = deploymentFor(await stored(scope(), name));
    const { labels = {}, annotations = {} } = deployment.metadata;
    const older = {
      ...desired,
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {
        name: metadata.name,
        namespace: scope().namespace,
        labels: { ...labels, 'example.com/older': 'yes' },
        annotations: { [hash]: hashOf(annotations[hash] ?? '') },
        ownerReferences: [controllerOf(deployment)!],
      },
      spec: { ...desired.spec, minReadySeconds: 1 },
    };
    return (await scope().client.resource(Deployment).apply(older, { fieldManager, force: true })).object;
  }

  it.each([
    ['with another hash, as every older version has', 'green', () => 'older'],
    ['even with the same hash', 'red', (now: string) => now],
  ])('is removed from a child that an older version applied %s', async (_what, name, hashOf) => {
    await createReady(scope(), name, { replicas: 0 });
    const hashNow = (await deploymentOf(scope(), name))?.metadata.annotations?.[hash] ?? '';
    const older = await leftByOlderVersion(name, hashOf);
    expect(older).toMatchObject({ metadata: { labels: { 'example.com/older': 'yes' } }, spec: { minReadySeconds: 1 } });
    const now = await atOnce('the label is removed', async () => {
      const deployment = await deploymentOf(scope(), name);
      return deployment?.metadata.labels?.['example.com/older'] === undefined && deployment;
    });
    expect(now.spec.minReadySeconds ?? 0).toBe(0);
    expect(now.metadata.annotations?.[hash]).toBe(hashNow);
    expect(now.metadata.uid).toBe(older.metadata.uid);
    ownEntry(now, fieldManager);
  });
});
