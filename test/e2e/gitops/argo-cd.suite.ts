import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { ArgoCdApplication } from '@kubewright/infra';

import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { release1, release2 } from '../../support/samples/cafe/index.ts';
import { until } from '../../support/until.ts';
import { ArgoCdSteps } from './argo-cd.ts';
import { formatAddress, type GitOpsObject } from './cluster-objects.ts';
import type { GitOpsTests } from './gitops-tests.ts';
import { LuaHealth } from './lua-health.ts';
import { expectUpkeep } from './upkeep.ts';

const definition = 'apiextensions.k8s.io CustomResourceDefinition  cafes.example.com';
const removed = ['policy PodDisruptionBudget cafes-system cafes', 'example.com Cafe town station'];

interface Converted extends GitOpsObject {
  readonly spec: { readonly conversion: object };
}

/** Deploys a user's operator as Argo CD would, from its first release to one with two versions of its kind. */
export function testArgoCd(tests: () => GitOpsTests): void {
  let argoCd: ArgoCdSteps;
  let health: LuaHealth;
  let old: readonly KubeObject[];

  const read = (): Promise<readonly KubeObject[]> => argoCd.objects.read(argoCd.applied());
  const sync = async (without?: (object: GitOpsObject) => boolean): Promise<void> => {
    const { repository } = tests().cafes;
    const [parent] = await argoCd.objects.build(path.join(repository, 'deploy/argo-cd/production'));
    await argoCd.sync(parent as unknown as ArgoCdApplication, repository, without);
  };

  beforeAll(async () => {
    await tests().cafes.release(release1);
    const [checks] = await tests().cafes.read('argo-cd/health-checks/health-checks.k8s.yaml');
    health = await LuaHealth.from(checks as GitOpsObject);
    argoCd = new ArgoCdSteps(tests().own.cluster.controlPlane, health);
    await sync();
    old = await read();
  });

  afterAll(() => {
    health[Symbol.dispose]();
  });

  it('upgrades wave by wave to another release, and replaces no object', async () => {
    await tests().cafes.release(release2);
    await sync();
    const now = new Map((await read()).map((object) => [formatAddress(object), object]));
    for (const object of old) {
      expect(now.get(formatAddress(object))?.metadata.uid, formatAddress(object)).toBe(object.metadata.uid);
    }
  });

  it('changes nothing when it applies again, regardless of the operator’s writes', async () => {
    await until('the operator has written caBundle and its Secret', async () => {
      expectUpkeep(await read(), 'argocd-controller');
      return true;
    });
    const before = await argoCd.objects.written(argoCd.applied());
    await argoCd.objects.apply(argoCd.applied());
    expect(await argoCd.objects.written(argoCd.applied())).toEqual(before);
  });

  it('would own caBundle if it copied the value, as with RespectIgnoreDifferences', async () => {
    const live = (await read()).find(({ kind }) => kind === 'CustomResourceDefinition') as unknown as Converted;
    const applied = argoCd.applied().find(({ kind }) => kind === live.kind) as Converted;
    const { conversion } = live.spec;
    await argoCd.objects.apply([{ ...applied, spec: { ...applied.spec, conversion } } as GitOpsObject]);
    const copied = await read();
    expect(() => expectUpkeep(copied, 'argocd-controller')).toThrow('caBundle');
    await argoCd.objects.apply([applied]);
    expectUpkeep(await read(), 'argocd-controller');
  });

  it('ignores exactly the fields that the operator writes', async () => {
    const units = (await tests().cafes.read('argo-cd/production/units/applications.k8s.yaml')) as ArgoCdApplication[];
    expect(units.flatMap(({ spec }) => spec.ignoreDifferences ?? [])).toEqual([
      {
        ...{ group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', name: 'cafes.example.com' },
        jsonPointers: ['/spec/conversion/webhook/clientConfig/caBundle'],
      },
      { kind: 'Secret', name: 'cafes-webhooks', namespace: 'cafes-system', jsonPointers: ['/data'] },
    ]);
  });

  it('removes what the manifests no longer have, except CRDs', async () => {
    await sync((object) => [definition, ...removed].includes(formatAddress(object)));
    await until('the objects are deleted', async () => {
      const left = (await argoCd.objects.read(old as readonly GitOpsObject[])).map(formatAddress);
      const gone = old.map(formatAddress).filter((address) => !left.includes(address));
      expect(gone.sort()).toEqual([...removed].sort());
      return true;
    });
  });
}
