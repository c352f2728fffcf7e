import { afterAll, beforeAll } from 'vitest';

import { type ClusterFixture, createClusterFixture } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import type { Api } from '../../operator/runtime/src/api/index.ts';
import { CustomResourceDefinition } from '../../operator/runtime/src/kinds/index.ts';
import type { ControllerDefinition } from '../../operator/runtime/src/reconcile/index.ts';
import { createUserWithOwnRules, type UserWithOwnRules } from '../e2e/real-operators/own-rules.ts';
import { applyManifests, deleteManifests, type Manifest } from '../support/manifests.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

/** A separate cluster, in which a test installs and deletes CRDs of other projects. */
export interface ForeignCluster {
  readonly fixture: ClusterFixture;
  createUser(definition: ControllerDefinition): Promise<UserWithOwnRules>;
  install(): Promise<void>;
  /** Deletes the CRDs with their objects, and waits until they are gone. */
  uninstall(): Promise<void>;
}

/** Starts a cluster for the tests of a file. Only available in tests. @param readCrds the CRDs of others */
export function useForeignCluster(api: Api, readCrds: () => Promise<readonly Manifest[]>): () => ForeignCluster {
  let own: TestCluster;
  let fixture: ClusterFixture;
  let crds: readonly Manifest[];
  beforeAll(async () => {
    crds = await readCrds();
    own = await startTestCluster();
    fixture = await createClusterFixture(own.cluster.controlPlane.kubeconfigPath, api);
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
    await own[Symbol.asyncDispose]();
  });
  return () => {
    const { client, namespace } = fixture;
    return {
      fixture,
      createUser(definition) {
        const { kubeconfigPath, auditLogPath } = own.cluster.controlPlane;
        return createUserWithOwnRules(definition, { client, namespace, kubeconfigPath, auditLogPath });
      },
      async install() {
        await applyManifests(client, crds);
      },
      async uninstall() {
        await deleteManifests(client, crds);
        const names = crds.map(({ metadata }) => metadata.name);
        await until('the CRDs of others are deleted', async () => {
          const { items } = await client.resource(CustomResourceDefinition).list();
          return !items.some(({ metadata }) => names.includes(metadata.name));
        });
      },
    };
  };
}
