import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import type { OperatorDeclaration } from '@kubewright/infra';

import { root } from '../../run.ts';
import { type ManifestObject, renderPermissionsPage } from './permissions-page.ts';

const declaration = JSON.parse(
  readFileSync(path.join(root, 'operator/declaration.json'), 'utf8'),
) as OperatorDeclaration;

const pet = declaration.controllers.find(({ name }) => name === 'pet')?.rules ?? [];

/** The page for an environment with one role. */
const renderRole = (rules: ManifestObject['rules'] = [], controllers = declaration.controllers): string =>
  renderPermissionsPage(new Map([['a', [{ kind: 'ClusterRole', metadata: { name: 'ours' }, rules }]]]), {
    ...declaration,
    controllers,
  });

describe('the page about permissions', () => {
  it('explains the permission to delete objects of the own kind', () => {
    const own = { ...pet[0]!, verbs: [...pet[0]!.verbs, 'delete'] };
    const controllers = declaration.controllers.map((each) =>
      each.name === 'pet' ? { ...each, rules: [own, ...each.rules.slice(1)] } : each,
    );
    expect(renderRole([own, ...pet.slice(1)], controllers)).toContain(
      '| their controller reconciles them, sets its finalizer, and deletes them |',
    );
  });

  it('lists the declared reason of a permission that no handle requires', () => {
    const logs = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'], reason: 'copies the logs of failed Pods' };
    const controllers = declaration.controllers.map((each) => ({ ...each, rules: [logs] }));
    expect(renderRole([logs], controllers)).toContain('| `pods/log` | get | copies the logs of failed Pods | all |');
  });

  it('throws for a permission that the declaration does not need', () => {
    const nodes = { apiGroups: [''], resources: ['nodes'], verbs: ['delete'] };
    expect(() => renderRole([nodes])).toThrow('failed to explain nodes in ClusterRole ours');
  });
});
