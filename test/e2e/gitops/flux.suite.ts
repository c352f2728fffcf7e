import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import type { FluxKustomization } from '@kubewright/infra';

import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { formatAddress, ClusterObjects, type GitOpsObject } from './cluster-objects.ts';
import { FluxSteps } from './flux.ts';
import type { GitOpsTests } from './gitops-tests.ts';
import { expectUpkeep } from './upkeep.ts';

/** An object that a user has created, and that is not in the manifests. */
const site: GitOpsObject = {
  ...{ apiVersion: 'my.domain/v1', kind: 'WebServer', metadata: { namespace: 'default', name: 'of-a-user' } },
  ...{ spec: { image: 'nginx:1.27', replicas: 1 } },
};

/** One removable object of each stage; not of the pet store, whose three objects depend on each other. */
const removed = [
  'apiextensions.k8s.io CustomResourceDefinition  echos.mmontes.io',
  'policy PodDisruptionBudget kubewright-system kubewright',
  'mmontes.io Echo default hello-world',
];

/** Deploys this repository's operators as Flux would, starting with the first manifests that were ever committed. */
export function testFlux(tests: () => GitOpsTests): void {
  let flux: FluxSteps;
  let kustomizations: readonly FluxKustomization[];
  let old: readonly KubeObject[];

  beforeAll(async () => {
    flux = new FluxSteps(tests().own.cluster.controlPlane);
    const folder = path.join(tests().ours.path, 'deploy/flux/embedded');
    kustomizations = (await flux.objects.build(folder)) as readonly unknown[] as readonly FluxKustomization[];
    await flux.reconcile(kustomizations, tests().before.path);
    const user = new ClusterObjects(tests().own.cluster.controlPlane, 'kubectl');
    await user.apply([site]);
    await user.untilReady([site]);
    old = await flux.objects.read([...flux.applied(), site]);
  });

  const read = (): Promise<readonly KubeObject[]> => flux.objects.read([...flux.applied(), site]);

  it('upgrades from the first manifests, and replaces no object', async () => {
    await flux.reconcile(kustomizations, tests().ours.path);
    const now = new Map((await read()).map((object) => [formatAddress(object), object]));
    for (const object of old) {
      expect(now.get(formatAddress(object))?.metadata.uid, formatAddress(object)).toBe(object.metadata.uid);
    }
  });

  it('changes nothing when it applies again, regardless of the operator’s writes', async () => {
    expectUpkeep(await read(), 'kustomize-controller');
    // Applies once before the comparison: the first apply after the API server has written the status of a new policy
    // reorders its managed fields.
    const policies = flux.applied().filter(({ kind }) => kind === 'ValidatingAdmissionPolicy');
    await flux.objects.untilReady(policies, hasCheckedStatus);
    await flux.objects.apply(flux.applied());
    const before = await flux.objects.written(flux.applied());
    await flux.objects.apply(flux.applied());
    expect(await flux.objects.written(flux.applied())).toEqual(before);
  });

  describe('a prune', () => {
    let made: readonly KubeObject[];

    beforeAll(async () => {
      const echo = old.find(({ kind }) => kind === 'Echo')?.metadata.uid;
      made = (await listOwned(tests())).filter((object) => getControllerUid(object) !== echo);
      await flux.reconcile(kustomizations, tests().ours.path, (object) => removed.includes(formatAddress(object)));
    });

    it('removes what the manifests no longer have, except CRDs', async () => {
      const left = await flux.objects.read(old.map(toManifest));
      const gone = old.map(formatAddress).filter((address) => !left.map(formatAddress).includes(address));
      expect(gone.sort()).toEqual(removed.slice(1).sort());
    });

    it('retains all objects of the operator and of its users', async () => {
      expect(made.length).toBeGreaterThan(5);
      const left = new Set((await listOwned(tests())).map(({ metadata }) => metadata.uid));
      for (const object of made) expect(left.has(object.metadata.uid), formatAddress(object)).toBe(true);
      expect((await flux.objects.read([site])).map(({ metadata }) => metadata.deletionTimestamp)).toEqual([undefined]);
      expectUpkeep(await read(), 'kustomize-controller');
    });
  });
}

/** Lists the Deployments, Services and StatefulSets that this repository's controllers own. */
async function listOwned({ own }: GitOpsTests): Promise<readonly KubeObject[]> {
  const kinds = 'deployments,services,statefulsets,configmaps';
  const text = await own.cluster.controlPlane.kubectl(['get', kinds, '-A', '-o', 'json']);
  return (JSON.parse(text) as { readonly items: readonly KubeObject[] }).items.filter(getControllerUid);
}

function getControllerUid({ metadata }: KubeObject): string | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
}

function toManifest({ apiVersion, kind, metadata: { namespace, name } }: KubeObject): GitOpsObject {
  return { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) } };
}

/** Whether the API server has written the status of the current generation. */
function hasCheckedStatus({ metadata, ...object }: KubeObject): boolean {
  const { status } = object as { readonly status?: { readonly observedGeneration?: number } };
  return status?.observedGeneration === metadata.generation;
}
