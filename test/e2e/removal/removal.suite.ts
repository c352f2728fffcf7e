import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Environment, createManifestsApp, writeManifests } from '@kubewright/infra';
import { embedded, PetStoreChart } from '@kubewright/infra/catalogue';

import { Pet, WebServer } from '../../../operator/src/kubewright.ts';
import {
  ClusterRole,
  ClusterRoleBinding,
  CustomResourceDefinition,
  Deployment,
  LimitRange,
  Namespace,
} from '../../../operator/runtime/src/kinds/index.ts';
import { formatKey, type Kind, type ObjectKey } from '../../../operator/runtime/src/base/index.ts';
import { type AuditEvent, readAuditLog } from '../../../operator/testing/src/index.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { deleteIfPresent } from '../../support/manifests.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { createPrintingKubectl, type Printed, type PrintingKubectl } from '../support/run-kubectl.ts';

const system = 'kubewright-system';
const environment: Environment = { ...embedded, name: 'team', crds: 'keep', createNamespaces: ['team'] };
const folders = ['crds', 'namespaces', 'operator', 'pet-store'] as const;

/**
 * Installs, upgrades and removes an operator step by step with kubectl, while users have objects that are not in the
 * manifests.
 * @param own a cluster without this repository's operators; at the end the suite deletes what it installed, with the CRDs and all their objects
 */
export function testRemoval(own: () => TestCluster): void {
  describe('an operator that users need', () => {
    let place = '';
    let print: PrintingKubectl;
    const formatFolder = (name: string, folder: string): string => path.join(place, name, folder);
    const apply = async (name: string, folder: string): Promise<void> => {
      const args = ['apply', '--server-side', '--force-conflicts', '-k', formatFolder(name, folder)];
      const { ok, stderr } = await print(args);
      expect(stderr).toBe('');
      expect(ok).toBe(true);
    };
    const remove = (name: string, folder: string): Promise<Printed> =>
      print(['delete', '--ignore-not-found', '--timeout=60s', '-k', formatFolder(name, folder)]);
    const exists = async (kind: Kind, key: ObjectKey): Promise<boolean> =>
      (await own().client.resource(kind).tryGet(key)) !== undefined;
    const inUse = async (): Promise<string | undefined> =>
      (await own().client.resource(LimitRange).get({ namespace: system, name: 'kubewright-in-use' })).metadata
        .annotations?.['operators.kubewright.dev/in-use'];
    const isReady = (kind: Kind, name: string) => async (): Promise<boolean> => {
      const object = await own().client.resource(kind).get({ namespace: 'team', name });
      return findCurrentCondition(object, 'Ready')?.status === 'True';
    };
    const install = async (name: string): Promise<void> => {
      for (const folder of folders) await apply(name, folder);
      const args = ['rollout', 'status', 'deployment/kubewright', '--namespace', system, '--timeout=60s'];
      expect((await print(args)).ok).toBe(true);
    };
    const createPet = async (name: string): Promise<void> => {
      const metadata = { namespace: 'team', name };
      const spec = { name, type: 'dog', birthday: '2021-04-01T00:00:00Z' } as const;
      await own()
        .client.resource(Pet)
        .create({ apiVersion: 'petstore.example.com/v1alpha1', kind: 'Pet', metadata, spec });
      await until(`the Pet ${name} is in the store`, isReady(Pet, name));
    };

    beforeAll(async () => {
      place = await mkdtemp(path.join(tmpdir(), 'removal-'));
      print = await createPrintingKubectl(own().cluster.controlPlane);
      write(place, [
        environment,
        {
          ...environment,
          name: 'narrow',
          namespaces: ['team', 'annex'],
          createNamespaces: ['team', 'annex'],
          metrics: {},
          policies: 'off',
        },
      ]);
    });

    afterAll(async () => {
      await rm(place, { recursive: true, force: true });
      const { client } = own();
      await deleteIfPresent(client, Pet, { namespace: 'team', name: 'rex' });
      await until('all Pets are deleted', async () => !(await exists(Pet, { namespace: 'team', name: 'rex' })));
      for (const folder of ['operator', 'pet-store', 'namespaces', 'crds']) {
        await until(`${folder} is deleted`, async () => {
          const { stderr } = await remove('team', folder);
          return !stderr.includes('in use');
        });
      }
    });

    it('is installed in the order of the folders, and reports which objects need it', async () => {
      await install('team');
      await until('the operator records that no object needs it', async () => (await inUse()) === '');
      const metadata = { namespace: 'team', name: 'page' };
      await own()
        .client.resource(WebServer)
        .create({
          apiVersion: 'my.domain/v1',
          kind: 'WebServer',
          metadata,
          spec: { image: 'nginx:1.23.1', replicas: 1 },
        });
      await createPet('rex');
      await until(
        'the operator records a Pet that needs it',
        async () => (await inUse()) === 'pets.petstore.example.com (team/rex)',
      );
    });

    it('reports an object that needs it before it adds the finalizer to the object', async () => {
      const says = await listPatches(own(), 'kubewright', { resource: 'limitranges', name: 'kubewright-in-use' });
      const finalizes = await listPatches(own(), 'kubewright', { resource: 'pets', name: 'rex' });
      // Takes the second report, because the first one is empty. The first patch of the Pet adds the finalizer.
      expect(Date.parse(says[1]?.stageTimestamp ?? '')).toBeLessThanOrEqual(
        Date.parse(finalizes[0]?.requestReceivedTimestamp ?? ''),
      );
    });

    it('survives kubectl delete -k, however often, and continues to work', async () => {
      for (const _ of [1, 2]) {
        const { ok, stderr } = await remove('team', 'operator');
        expect(ok).toBe(false);
        expect(stderr).toContain('only it can remove the finalizers of pets.petstore.example.com (team/rex)');
        expect(stderr).toContain('kubectl delete validatingadmissionpolicybinding kubewright-removal');
      }
      for (const [kind, key] of [
        [Namespace, { name: system }],
        [Deployment, { namespace: system, name: 'kubewright' }],
        [ClusterRole, { name: 'kubewright' }],
        [ClusterRoleBinding, { name: 'kubewright' }],
      ] as const) {
        expect(await exists(kind, key), formatKey(key)).toBe(true);
      }
      await createPet('tom');
      await deletePet('tom');
    });

    it('becomes ready in new Pods after that', async () => {
      for (const args of [
        ['rollout', 'restart', 'deployment/kubewright', '--namespace', system],
        ['rollout', 'status', 'deployment/kubewright', '--namespace', system, '--timeout=60s'],
      ]) {
        const { ok, stderr } = await print(args);
        expect(ok, stderr).toBe(true);
      }
    });

    it('survives the deletion of its objects by name, as do the CRDs of objects that need it', async () => {
      for (const named of [
        ['namespace', system],
        ['deployment', 'kubewright', '--namespace', system],
        ['deployments', '--all', '--namespace', system],
        ['customresourcedefinition', 'pets.petstore.example.com'],
      ]) {
        const { ok, stderr } = await print(['delete', ...named]);
        expect(ok, named.join(' ')).toBe(false);
        expect(stderr).toContain('the operator is in use');
      }
      expect((await print(['delete', 'service', 'none', '--namespace', system])).stderr).toContain('NotFound');
    });

    it('survives deletion while it does not run', async () => {
      await print(['scale', 'deployment/kubewright', '--namespace', system, '--replicas=0']);
      await until('all Pods are deleted', async () => {
        const { stdout } = await print(['get', 'pods', '--namespace', system, '-o', 'name']);
        return stdout === '';
      });
      const { ok, stderr } = await print(['delete', 'deployment', 'kubewright', '--namespace', system]);
      expect(ok).toBe(false);
      expect(stderr).toContain('the operator is in use');
      await apply('team', 'operator');
    });

    it('can be upgraded to fewer objects: those that its manifests no longer have are deleted', async () => {
      await install('narrow');
      for (const [kind, key] of [
        [ClusterRoleBinding, { name: 'kubewright' }],
        [ClusterRole, { name: 'kubewright' }],
      ] as const) {
        await deleteIfPresent(own().client, kind, key);
        expect(await exists(kind, key)).toBe(false);
      }
      const { stderr } = await print(['delete', 'rolebinding', 'kubewright', '--namespace', 'team']);
      expect(stderr).toContain('the operator is in use');
    });

    it('releases a namespace that it serves, with its roles, while it is needed in another', async () => {
      const { ok } = await print(['delete', 'namespace', 'annex', '--timeout=60s']);
      expect(ok).toBe(true);
      expect(await exists(Namespace, { name: 'annex' })).toBe(false);
      await install('team');
    });

    it('is deleted as soon as the last of these objects is gone, while other objects of users remain', async () => {
      await deletePet('rex');
      await until('the operator records that no object needs it', async () => (await inUse()) === '');
      const { ok, stderr } = await remove('team', 'operator');
      expect(stderr).toBe('');
      expect(ok).toBe(true);
      expect(await exists(Namespace, { name: system })).toBe(false);
      expect(await exists(WebServer, { namespace: 'team', name: 'page' })).toBe(true);
      expect(await exists(CustomResourceDefinition, { name: 'webservers.my.domain' })).toBe(true);
    });

    it('is installed again over retained objects', async () => {
      await install('team');
      await createPet('rex');
      await until('the retained WebServer serves its page', isReady(WebServer, 'page'));
    });

    it('can be deleted once its guard is deleted; objects that need it wait until it is installed again', async () => {
      await until('the operator records a Pet that needs it', async () => ((await inUse()) ?? '') !== '');
      const guard = ['delete', 'validatingadmissionpolicybinding', 'kubewright-removal'];
      expect((await print(guard)).ok).toBe(true);
      await until('the guard is deleted', async () => (await remove('team', 'operator')).ok);
      expect(await exists(Pet, { namespace: 'team', name: 'rex' })).toBe(true);
      await install('team');
      await until('the operator records a Pet again', async () => ((await inUse()) ?? '') !== '');
      await until('the guard exists again', async () => {
        const { stderr } = await print([
          'delete',
          'serviceaccount',
          'kubewright',
          '--namespace',
          system,
          '--dry-run=server',
        ]);
        return stderr.includes('the operator is in use');
      });
      await print(['delete', 'pet', 'rex', '--namespace', 'team', '--wait=false']);
      await until('the Pet is cleaned up', async () => !(await exists(Pet, { namespace: 'team', name: 'rex' })));
    });

    it('reports in an event of its Pods what to apply if its Secret or a webhook configuration is gone', async () => {
      const warnings = async (): Promise<string> =>
        (
          await print([
            'get',
            'events',
            '--namespace',
            system,
            '--field-selector',
            'involvedObject.kind=Pod,type=Warning',
          ])
        ).stdout;
      const configuration = 'kubewright-webhooks-scheduled-echo';
      expect((await print(['delete', 'validatingwebhookconfiguration', configuration])).ok).toBe(true);
      await until('an event reports the deleted configuration', async () =>
        (await warnings()).includes(
          `ValidatingWebhookConfiguration ${configuration} was deleted, so API servers no longer call that webhook: apply the manifests`,
        ),
      );
      expect((await print(['delete', 'secret', 'kubewright-webhooks', '--namespace', system])).ok).toBe(true);
      await print(['rollout', 'restart', 'deployment/kubewright', '--namespace', system]);
      const missing = `the Secret ${system}/kubewright-webhooks does not exist: apply the manifests of the operator again`;
      await until('an event reports the deleted Secret', async () => (await warnings()).includes(missing));
      const { stdout: names } = await print(['get', 'pods', '--namespace', system, '-o', 'name']);
      const described = await Promise.all(
        names
          .split('\n')
          .filter(Boolean)
          .map((pod) => print(['describe', pod, '--namespace', system])),
      );
      expect(described.map(({ stdout }) => stdout).join('\n')).toContain(missing);
      await install('team');
      expect((await print(['get', 'validatingwebhookconfiguration', configuration])).ok).toBe(true);
    });

    async function deletePet(name: string): Promise<void> {
      const { ok } = await print(['delete', 'pet', name, '--namespace', 'team', '--timeout=60s']);
      expect(ok).toBe(true);
    }
  });
}

/** The patches of one object that a ServiceAccount of the operator's namespace sent, in order. */
async function listPatches(
  { cluster }: TestCluster,
  account: string,
  object: { readonly resource: string; readonly name: string },
): Promise<AuditEvent[]> {
  const found: AuditEvent[] = [];
  for await (const event of readAuditLog(cluster.controlPlane.auditLogPath)) {
    const { verb, stage, user, objectRef } = event;
    if (verb !== 'patch' || stage !== 'ResponseComplete') continue;
    if (user.username !== `system:serviceaccount:${system}:${account}`) continue;
    if (objectRef?.resource === object.resource && objectRef.name === object.name) found.push(event);
  }
  return found;
}

function write(outdir: string, environments: readonly Environment[]): void {
  const app = createManifestsApp({
    environments,
    addCharts(scope, { petStore, ...others }) {
      if (petStore !== undefined) new PetStoreChart(scope, 'pet-store', { environment: { ...others, petStore } });
    },
    app: { outdir },
  });
  writeManifests(app);
}
