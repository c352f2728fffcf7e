import { describe, expect, it } from 'vitest';

import { type Environment, loadDeclaration, type OperatorDeclaration } from '@kubewright/infra';

import { zooFile } from '../../support/packaged-chart.ts';
import { createHelmMethod } from './helm.ts';
import { olm } from './olm.ts';
import { pulumi } from './pulumi.ts';
import { replaceRoles } from './permissions.ts';
import type { DeliveryMethod } from './delivery-method.ts';
import { yaml } from './yaml.ts';

const zoo = loadDeclaration(zooFile);

/** An operator with finalizers, whose controller of a namespaced kind reads a cluster-scoped one. */
const declaration: OperatorDeclaration = {
  ...zoo,
  name: 'keeper',
  policies: [],
  settings: [...zoo.settings, { name: 'inUseName', env: 'IN_USE_NAME', type: 'string' }],
  controllers: zoo.controllers.map((each) =>
    each.name === 'animal'
      ? {
          ...each,
          finalizer: 'zoo.example/keeper',
          rules: [
            ...each.rules,
            { apiGroups: [''], resources: ['nodes'], verbs: ['list', 'watch'] },
            { apiGroups: ['zoo.example'], resources: ['parks'], verbs: ['list', 'watch'] },
          ],
        }
      : each,
  ),
};

const environment: Environment = {
  name: 'limited',
  namespace: 'keeper-system',
  controllers: ['animal'],
  image: { repository: 'registry.example/keeper' },
};

const namespaces = ['shop'];

const guards: readonly Partial<Environment>[] = [
  {},
  { crds: 'prune' },
  { crds: 'skip' },
  { namespaces },
  { namespaces, crds: 'skip', removalGuard: true },
];

const rejection = /removalGuard must be true or false if namespaces is set and crds(\.install is false| is skip)/;

const ways: readonly DeliveryMethod[] = [yaml, pulumi, await createHelmMethod(), olm];

describe.each(ways)('$name', ({ name, objects }) => {
  it('grants permissions on cluster-scoped kinds by a ClusterRole, and the others in the namespaces', async () => {
    const all = replaceRoles(await objects({ ...environment, namespaces }, declaration), 'keeper');
    const permissions = Object.keys(all.find(({ kind }) => kind === 'Permissions')?.['permissions'] ?? {});
    expect(permissions).toContain('shop watch pods');
    expect(permissions).not.toContain('* watch pods');
    const ofCluster = permissions.filter((each) => /(nodes|parks\.zoo\.example)$/.test(each));
    expect(ofCluster).toEqual([
      '* list nodes',
      '* list parks.zoo.example',
      '* watch nodes',
      '* watch parks.zoo.example',
    ]);
  });

  it.each(guards)('guards the operator with %j, unless OLM installs it', async (changes) => {
    const all = await objects({ ...environment, ...changes }, declaration);
    const names = all
      .filter(({ kind, metadata }) => kind === 'ValidatingAdmissionPolicy' && metadata.name.endsWith('-removal'))
      .map(({ metadata }) => metadata.name);
    expect(names).toEqual(name === 'OLM' ? [] : ['keeper-removal']);
  });

  it('requires a decision about a guard that is the only cluster-scoped object, unless OLM installs it', async () => {
    const made = (async () => objects({ ...environment, namespaces, crds: 'skip' }, declaration))();
    if (name === 'OLM') await expect(made).resolves.toBeDefined();
    else await expect(made).rejects.toThrow(rejection);
  });
});
