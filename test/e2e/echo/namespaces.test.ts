import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../../operator/runtime/src/client/index.ts';
import { type InstalledOperator, installOperator } from '../../support/install-operator.ts';
import { applyManifests } from '../../support/manifests.ts';
import { stopWorkloads } from '../../support/stop-workloads.ts';
import { referenceTo, works } from '../children/owned-child.ts';
import { bothKinds } from './both-kinds.ts';
import { simulated } from './echos.ts';

const id = randomBytes(4).toString('hex');
const namespaces = ['north', 'south'].map((name) => `t-${id}-${name}`);

describe('an operator that serves two namespaces', () => {
  let client: Client;
  let operator: InstalledOperator;

  beforeAll(async () => {
    ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
    const manifests = namespaces.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
    await applyManifests(client, manifests);
    const { controllers, settings } = simulated;
    operator = await installOperator({ client, namespace: `t-${id}-operator`, namespaces, controllers, settings });
  });

  afterAll(async () => {
    await operator[Symbol.asyncDispose]();
    for (const namespace of namespaces) await stopWorkloads(client, namespace);
    await client.transport.close();
  });

  it.each(bothKinds)(
    'BUG-EC-1 BUG-EC-2 gives each $api.kind a child in its own namespace, also if two have the same name',
    async (kind) => {
      const keys = namespaces.map((namespace) => ({ namespace, name: 'same' }));
      await applyManifests(
        client,
        keys.map(({ namespace, name }) => kind.manifest({ namespace }, name)),
      );
      for (const key of keys) {
        const owner = await works({ client, ...key }, kind, key.name);
        const { metadata } = await client.resource(kind.child).get(key);
        expect(metadata.ownerReferences).toEqual([{ ...referenceTo(kind, owner), blockOwnerDeletion: true }]);
      }
      const elsewhere = { namespace: operator.namespace, name: 'same' };
      expect(await client.resource(kind.child).tryGet(elsewhere)).toBeUndefined();
    },
  );
});
