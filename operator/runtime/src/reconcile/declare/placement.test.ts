import { beforeEach, describe, expect, it } from 'vitest';

import { type ScriptedRun, createScriptedRun } from '../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../api/index.ts';
import type { KubeObject } from '../../base/index.ts';
import { ClusterRole, ConfigMap, Secret } from '../../kinds/index.ts';
import { applyChild } from '../child/apply-child.ts';
import { keepChild } from '../child/keep-child.ts';
import { createContext } from '../run/handles.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';
import { owns, reads } from './dependencies.ts';
import type { OwnsAndDeletes, Reads } from './handle-types.ts';

const named = { group: 'example.com', version: 'v1', spec: t.object({}) } as const;
const Cafe = defineApi({ ...named, kind: 'Cafe' });
const Chain = defineApi({ ...named, kind: 'Chain', scope: 'Cluster' });
const reconcile = () => Promise.resolve(awaitChange);

describe('a namespaced resource', () => {
  it('cannot be declared to own a cluster-scoped kind', () => {
    expect(() => defineController(Cafe, { owns: { roles: owns(ClusterRole) }, reconcile })).toThrow(
      "failed to define the controller cafe: owns.roles: ClusterRole.rbac.authorization.k8s.io is cluster-scoped and cannot be owned by Cafe.example.com, which is namespaced; set its scope to 'Cluster', or own a namespaced kind",
    );
  });

  it('can read a cluster-scoped kind', () => {
    expect(defineController(Cafe, { reads: { roles: reads(ClusterRole) }, reconcile }).reads).toHaveProperty('roles');
  });

  describe('a child of a namespaced resource, at run time,', () => {
    let scripted: ScriptedRun;
    const key = { namespace: 'default', name: 'home' };

    beforeEach(() => {
      scripted = createScriptedRun({ ownerKind: Cafe, owner: { spec: {} }, ownerKey: key });
    });

    it('is not created if it is cluster-scoped, even if types were circumvented', async () => {
      await expect(applyChild(scripted.run(), ClusterRole, { metadata: { name: 'r' } })).rejects.toThrow(
        /^failed to apply ClusterRole r: ClusterRole.rbac.authorization.k8s.io is cluster-scoped and cannot be owned by Cafe/,
      );
      expect(scripted.takeRequests()).toEqual([]);
    });

    it('is neither created nor kept in another namespace', async () => {
      const metadata = { name: 'map', namespace: 'other' };
      const text =
        'failed to apply ConfigMap other/map: the owner is in namespace default, and owner references cannot cross namespaces; omit the namespace';
      await expect(applyChild(scripted.run(), ConfigMap, { metadata })).rejects.toThrow(text);
      await expect(keepChild(scripted.run(), ConfigMap, metadata)).rejects.toMatchObject({ retry: false });
      expect(scripted.takeRequests()).toEqual([]);
    });

    it('can name its own namespace', async () => {
      const made = await applyChild(scripted.run(), ConfigMap, { metadata: { name: 'map', namespace: 'default' } });
      expect(made.metadata.namespace).toBe('default');
    });
  });
});

describe('a cluster-scoped resource', () => {
  let scripted: ScriptedRun;
  let maps: OwnsAndDeletes<ConfigMap>;
  let roles: OwnsAndDeletes<KubeObject>;
  let secrets: Reads<Secret>;
  const controller = defineController(Chain, {
    owns: { maps: owns(ConfigMap, { delete: true }), roles: owns(ClusterRole, { delete: true }) },
    reads: { secrets: reads(Secret) },
    reconcile,
  });
  const pathIn = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps/map`;

  beforeEach(() => {
    scripted = createScriptedRun({ ownerKind: Chain, owner: { spec: {} }, ownerKey: { name: 'beans' } });
    const run = scripted.run();
    const context = createContext(run, controller);
    maps = context['maps'] as typeof maps;
    roles = context['roles'] as typeof roles;
    secrets = context['secrets'] as typeof secrets;
  });

  it('owns children in any named namespace, and lists all of them or those of one namespace', async () => {
    for (const namespace of ['north', 'south']) await maps.apply({ metadata: { name: 'map', namespace } });
    for (const namespace of ['north', 'south']) {
      const [reference] = scripted.server.get(pathIn(namespace))?.metadata.ownerReferences ?? [];
      expect(reference).toMatchObject({ kind: 'Chain', name: 'beans', controller: true });
    }
    const namespaces = (children: readonly KubeObject[]) => children.map(({ metadata }) => metadata.namespace).sort();
    expect(namespaces(maps.list())).toEqual(['north', 'south']);
    expect(namespaces(maps.list('north'))).toEqual(['north']);
    expect(maps.get('map', 'south')?.metadata.namespace).toBe('south');
  });

  it('owns cluster-scoped children, which name no namespace', async () => {
    await roles.apply({ metadata: { name: 'role' } });
    expect(roles.get('role')?.metadata.name).toBe('role');
    expect(roles.list().map(({ metadata }) => metadata.name)).toEqual(['role']);
    await expect(roles.apply({ metadata: { name: 'role', namespace: 'north' } })).rejects.toThrow(
      'failed to apply ClusterRole north/role: ClusterRole is cluster-scoped; omit the namespace',
    );
    expect(await roles.delete('role')).toBe(true);
  });

  it('reads a child live, and deletes it, in the named namespace', async () => {
    await maps.apply({ metadata: { name: 'map', namespace: 'north' } });
    scripted.takeRequests();
    expect((await maps.getLive('map', 'north'))?.metadata.namespace).toBe('north');
    expect(await maps.delete('map', 'north')).toBe(true);
    expect(scripted.takeRequests()).toEqual([`GET ${pathIn('north')}`, `DELETE ${pathIn('north')}`]);
  });

  it('has to name the namespace of a namespaced child in every call', async () => {
    const hint = 'the owner Chain is cluster-scoped; set the namespace';
    await expect(maps.apply({ metadata: { name: 'map' } })).rejects.toThrow(`failed to apply ConfigMap map: ${hint}`);
    await expect(maps.keep({ name: 'map' })).rejects.toThrow(hint);
    await expect(maps.delete('map')).rejects.toThrow(`failed to delete ConfigMap map: ${hint}`);
    await expect(maps.getLive('map')).rejects.toThrow(`failed to get ConfigMap map: ${hint}`);
    expect(() => maps.get('map')).toThrow('failed to read ConfigMap map: Chain is cluster-scoped; set the namespace');
    expect(() => secrets.get('map')).toThrow('set the namespace');
    expect(scripted.takeRequests()).toEqual([]);
  });
});
