import path from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { runController } from '@kubewright/testing';
import { buildRejection } from '../../../fixtures/api-server.ts';
import { Cafe, Chain, key, path as ownerPath, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { loadExample } from '../../../fixtures/load-example.ts';
import type { ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { formatKey, getKey, type KubeObject } from '../../base/index.ts';
import { ClusterRole, ConfigMap, Namespace, Secret } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import { type ControllerDefinition, defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';
import { type Outcome, reconcileObject } from './reconcile-object.ts';

const page = path.join(import.meta.dirname, '../../../../docs/concepts/other-namespaces.md');
const finalizer = { name: 'example.com/copies' } as const;
const deletionTimestamp = '2026-01-01T00:00:00Z';
const reconcile = () => Promise.resolve(awaitChange);

describe('the example of the page', () => {
  it('copies a Secret to labelled namespaces, and deletes the copies with their owner', async () => {
    const { pullSecrets } = (await loadExample(page)) as { pullSecrets: ControllerDefinition };
    await using run = await runController(pullSecrets);
    const { client } = run.server;
    const createNamespace = (name: string) =>
      client.resource(Namespace).create({
        ...{ apiVersion: 'v1', kind: 'Namespace' },
        metadata: { name, labels: { 'example.com/pull-secrets': '' } },
      });
    const copies = () => run.server.objects(Secret).map((secret) => formatKey(getKey(secret)));
    await createNamespace('a');
    const metadata = { namespace: 'shop', name: 'registry' };
    await client.resource(pullSecrets.api).create({
      ...{ apiVersion: 'example.com/v1', kind: 'PullSecret' },
      ...{ metadata, spec: { auth: '{}' } },
    });
    await run.awaitIdle();
    await createNamespace('b');
    await run.awaitIdle();
    expect(copies()).toEqual(['a/registry', 'b/registry']);
    await client.resource(Namespace).mergePatch({ name: 'a' }, { metadata: { labels: null } });
    await run.awaitIdle();
    expect(copies()).toEqual(['b/registry']);
    await client.resource(pullSecrets.api).delete(metadata, { propagation: 'Background' });
    await run.awaitIdle();
    expect(copies()).toEqual([]);
    expect(run.server.objects(pullSecrets.api)).toEqual([]);
  });
});

describe('children in any namespace', () => {
  let scripted: ScriptedRun;
  const pathIn = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps/home`;
  const mapIn = (namespace: string): KubeObject | undefined => scripted.server.get(pathIn(namespace));
  const uid = () => scripted.server.get(ownerPath)?.metadata.uid;

  function run(namespaces: readonly (string | undefined)[]): Promise<Outcome> {
    const definition = defineController(Cafe, {
      owns: { maps: owns(ConfigMap, { anyNamespace: true, delete: true }) },
      finalizer,
      async reconcile(_, { maps }) {
        for (const namespace of namespaces)
          await maps.apply({ metadata: { name: 'home', namespace: namespace as string } });
        return awaitChange;
      },
    });
    const environment = { ...scripted.environment, isInAnyNamespace: () => true };
    return reconcileObject(definition, scripted.run({ environment }));
  }

  /** Reconciles with the same controller, but without the option `anyNamespace`. */
  function runWithReferences(): Promise<Outcome> {
    const definition = defineController(Cafe, {
      owns: { maps: owns(ConfigMap) },
      finalizer: { ...finalizer, cleanUp: () => Promise.resolve() },
      async reconcile(_, { maps }) {
        await maps.apply({ metadata: { name: 'home' } });
        return awaitChange;
      },
    });
    return reconcileObject(definition, scripted.run());
  }

  function startDeletion(): void {
    const owner = scripted.server.get(ownerPath);
    scripted.server.put(ownerPath, { ...owner, metadata: { ...owner?.metadata, deletionTimestamp } });
    scripted.watchShows(Cafe, key);
  }

  beforeEach(() => {
    scripted = scriptCafe();
  });

  it('name their owner by label and annotation, and are written once', async () => {
    expect(await run(['default', 'other'])).toMatchObject({ result: 'done' });
    for (const namespace of ['default', 'other'])
      expect(mapIn(namespace)?.metadata).toMatchObject({
        labels: { 'kubewright.dev/owner-uid': uid() },
        annotations: { 'kubewright.dev/owner': 'Cafe.example.com default/home' },
      });
    expect(mapIn('other')?.metadata.ownerReferences).toBeUndefined();
    scripted.takeRequests();
    await run(['default', 'other']);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('replace their owner reference by the label when the option is added, and back', async () => {
    await runWithReferences();
    expect(mapIn('default')?.metadata.ownerReferences).toHaveLength(1);
    await run(['default']);
    expect(mapIn('default')?.metadata.ownerReferences ?? []).toEqual([]);
    expect(mapIn('default')?.metadata.labels).toHaveProperty(['kubewright.dev/owner-uid'], uid());
    await runWithReferences();
    expect(mapIn('default')?.metadata.ownerReferences).toMatchObject([{ uid: uid(), controller: true }]);
    expect(mapIn('default')?.metadata.labels).not.toHaveProperty(['kubewright.dev/owner-uid']);
  });

  it('belong to their controller if they have one, even with our label', async () => {
    await run(['other']);
    const theirs = { apiVersion: 'v1', kind: 'Shop', name: 'corner', uid: 'theirs', controller: true };
    const map = mapIn('other');
    scripted.server.put(pathIn('other'), { ...map, metadata: { ...map?.metadata, ownerReferences: [theirs] } });
    scripted.watchShows(ConfigMap, { namespace: 'other', name: 'home' });
    expect(await run(['other'])).toMatchObject({ rejection: { reason: 'NameConflict' } });
    startDeletion();
    await run([]);
    expect(mapIn('other')).toBeDefined();
  });

  it('are left alone once the finalizer of their owner is removed', async () => {
    await run(['other']);
    const owner = scripted.server.get(ownerPath);
    const finalizers = ['example.com/of-others'];
    scripted.server.put(ownerPath, { ...owner, metadata: { ...owner?.metadata, finalizers } });
    startDeletion();
    scripted.takeRequests();
    expect(await run([])).toEqual({ result: 'deleted' });
    expect(scripted.takeRequests()).toEqual([]);
    expect(mapIn('other')).toBeDefined();
  });

  it('that a deleted owner of the same name has left are named in the error', async () => {
    await run(['other']);
    const map = mapIn('other');
    const labels = { ...map?.metadata.labels, 'kubewright.dev/owner-uid': 'former' };
    scripted.server.put(pathIn('other'), { ...map, metadata: { ...map?.metadata, labels } });
    scripted.watchShows(ConfigMap, { namespace: 'other', name: 'home' });
    expect(await run(['other'])).toMatchObject({
      rejection: {
        message: expect.stringContaining('and belongs to a deleted Cafe of the same name; delete it') as string,
      },
    });
  });

  it('are deleted by uid before the finalizer is removed, and one that fails does not stop the others', async () => {
    await run(['a', 'b']);
    startDeletion();
    scripted.takeRequests();
    scripted.server.intercept = ({ method, path: at }) =>
      method === 'DELETE' && at === pathIn('a') ? buildRejection(403, 'a policy denies it') : undefined;
    expect(await run([])).toMatchObject({ result: 'refused', rejection: { reason: 'Forbidden' } });
    expect(mapIn('b')).toBeUndefined();
    expect(mapIn('a')).toBeDefined();
    expect(scripted.server.get(ownerPath)?.metadata.finalizers).toEqual([finalizer.name]);
    scripted.server.intercept = undefined;
    expect(await run([])).toMatchObject({ result: 'deleted' });
    expect(mapIn('a')).toBeUndefined();
    const { requests } = scripted.server.transport;
    const lists = requests.filter(({ path: at }) => at === '/api/v1/configmaps').map(({ query }) => query);
    expect(lists).toContainEqual(
      expect.objectContaining({ labelSelector: expect.stringMatching(/owner-uid=./) as string }),
    );
    const ofDeletions = requests.filter(({ method }) => method === 'DELETE');
    for (const { body } of ofDeletions) expect(body).toHaveProperty('preconditions.uid');
  });

  it.each([
    ['app.kubernetes.io/managed-by', 'labels'],
    ['kubewright.dev/owner', 'annotations'],
  ] as const)('without %s are deleted, too, and read again until they are gone', async (name, member) => {
    await run(['a']);
    const map = mapIn('a');
    const { [name]: _removed, ...rest } = map?.metadata[member] ?? {};
    const metadata = { ...map?.metadata, [member]: rest, finalizers: ['example.com/slow'] };
    scripted.server.put(pathIn('a'), { ...map, metadata });
    // Only if the label is present: the watch does not show a child without it.
    if (member === 'annotations') scripted.watchShows(ConfigMap, { namespace: 'a', name: 'home' });
    startDeletion();
    expect(await run([])).toMatchObject({ result: 'done', action: { kind: 'requeueAfter', afterMs: 1_000 } });
    expect(mapIn('a')?.metadata.deletionTimestamp).toBeDefined();
    expect(scripted.server.get(ownerPath)?.metadata.finalizers).toEqual([finalizer.name]);
    scripted.server.delete(pathIn('a'));
    scripted.watchShows(ConfigMap, { namespace: 'a', name: 'home' });
    expect(await run([])).toMatchObject({ result: 'deleted' });
  });

  it('need a namespace in every call', async () => {
    const outcome = await run([undefined]);
    const message = 'failed to apply ConfigMap home: children of this kind may be in any namespace; set the namespace';
    expect(outcome).toMatchObject({ error: { code: 'DECLARATION_INVALID', message } });
  });
});

describe('a declaration of children in any namespace', () => {
  const maps = owns(ConfigMap, { anyNamespace: true, delete: true });

  it('needs a finalizer', () => {
    expect(() => defineController(Cafe, { owns: { maps }, reconcile })).toThrow(
      "failed to define the controller cafe: owns.maps: anyNamespace needs a finalizer, with which the runtime deletes the children before their owner; add finalizer: { name: '<domain>/<name>' }",
    );
  });

  it('needs delete: true', () => {
    // @ts-expect-error -- delete: true is missing
    const kept = owns(ConfigMap, { anyNamespace: true });
    expect(() => defineController(Cafe, { owns: { kept }, finalizer, reconcile })).toThrow(
      'owns.kept: anyNamespace needs delete: true, because the runtime deletes the children with their owner',
    );
  });

  it('is for namespaced kinds', () => {
    const roles = owns(ClusterRole, { anyNamespace: true, delete: true });
    expect(() => defineController(Chain, { owns: { roles }, finalizer, reconcile })).toThrow(
      'owns.roles: ClusterRole.rbac.authorization.k8s.io is cluster-scoped; leave anyNamespace out',
    );
  });

  it('grants their deletion, and nothing on finalizers of the owner, to which no owner reference points', () => {
    const { rules } = defineController(Cafe, { owns: { maps }, finalizer, reconcile });
    expect(rules).toContainEqual({
      ...{ apiGroups: [''], resources: ['configmaps'] },
      verbs: ['create', 'delete', 'get', 'list', 'patch', 'watch'],
    });
    expect(rules.flatMap(({ resources }) => resources)).not.toContain('cafes/finalizers');
  });
});
