import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import type { OperatorDeclaration } from '@kubewright/infra';

import { root } from '../../run.ts';
import { type ManifestObject, renderPermissionsPage } from './permissions-page.ts';

const declaration = JSON.parse(
  readFileSync(path.join(root, 'operator/declaration.json'), 'utf8'),
) as OperatorDeclaration;

const findRules = (name: string) => declaration.controllers.find((each) => each.name === name)?.rules ?? [];
const pet = findRules('pet');
const echo = findRules('echo');
const cronJobs = { apiGroups: ['batch'], resources: ['cronjobs'], verbs: ['create', 'patch'] };
const buildRole = (rules: ManifestObject['rules'] = [], labels = {}): ManifestObject => {
  return { kind: 'ClusterRole', metadata: { name: 'ours', labels }, rules };
};
const webhooks: ManifestObject = { kind: 'ValidatingWebhookConfiguration', metadata: { name: 'ours' } };

const renderRows = (...environments: readonly (readonly ManifestObject[])[]): string[] => {
  const manifests = new Map(environments.map((objects, index) => [['a', 'b'][index] ?? '', objects]));
  return renderPermissionsPage(manifests, declaration)
    .split('\n')
    .filter((line) => /^(?:## |- |\| `)/.test(line));
};

describe('the page about permissions', () => {
  it('lists each permission once, with its reasons and environments', () => {
    expect(renderRows([buildRole(echo)], [buildRole([...echo, ...pet.slice(0, 2)])])).toMatchInlineSnapshot(`
      [
        "## ClusterRole \`ours\`",
        "- in a, b",
        "| \`echos.mmontes.io\` | get, list, watch | their controller reconciles them | all |",
        "| \`echos.mmontes.io/status\` | patch | their controller reports their status | all |",
        "| \`echos.mmontes.io/finalizers\` | update | owner references need it on clusters that check them, such as OpenShift | all |",
        "| \`jobs.batch\` | create, delete, get, list, patch, watch | the Echo controller owns and deletes them | all |",
        "| \`events.events.k8s.io\` | create, list, patch, watch | controllers emit events; the Echo controller reads them | all |",
        "| \`pets.petstore.example.com\` | list, patch, watch | their controller reconciles them and sets its finalizer | b |",
        "| \`pets.petstore.example.com/status\` | patch | their controller reports their status | b |",
      ]
    `);
  });

  it('says which ClusterRole of Kubernetes gets the permissions for users', () => {
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' };
    const roles = ['ours-echo-edit', 'ours-pet-edit'].map((name) => ({
      ...buildRole(echo, labels),
      metadata: { name, labels },
    }));
    expect(renderRows(roles).slice(0, 2)).toEqual([
      '## ClusterRole `ours-KIND-edit`',
      '- for each kind, added by Kubernetes to the ClusterRole `edit`, in a',
    ]);
  });

  it('explains the permission to delete objects of the own kind', () => {
    const own = { ...pet[0]!, verbs: [...pet[0]!.verbs, 'delete'] };
    const controllers = declaration.controllers.map((each) =>
      each.name === 'pet' ? { ...each, rules: [own, ...each.rules.slice(1)] } : each,
    );
    const page = renderPermissionsPage(new Map([['a', [buildRole([own, ...pet.slice(1)])]]]), {
      ...declaration,
      controllers,
    });
    expect(page).toContain('| their controller reconciles them, sets its finalizer, and deletes them |');
  });

  it('explains that a controller without a finalizer removes those of its predecessor', () => {
    expect(renderRows([buildRole(findRules('memcached'))])).toContain(
      '| `memcacheds.cache.example.com` | get, list, patch, watch | their controller reconciles them and removes old finalizers | all |',
    );
  });

  it('lists the declared reason of a permission that no handle requires', () => {
    const logs = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'], reason: 'copies the logs of failed Pods' };
    const controllers = declaration.controllers.map((each) => ({ ...each, rules: [logs] }));
    const page = renderPermissionsPage(new Map([['a', [buildRole([logs])]]]), { ...declaration, controllers });
    expect(page).toContain('| `pods/log` | get | copies the logs of failed Pods | all |');
  });

  it('names webhooks as a reason only if the operator has some', () => {
    expect(renderRows([buildRole([cronJobs]), webhooks]).at(-1)).toContain(
      'the webhook scheduled-echo writes them in dry runs',
    );
    expect(() => renderRows([buildRole([cronJobs])])).toThrow('failed to explain cronjobs in ClusterRole ours');
  });

  it('lists URLs, and the permissions of the aggregated roles', () => {
    const metrics = { nonResourceURLs: ['/metrics'], verbs: ['get'] };
    expect(renderRows([buildRole([metrics])]).at(-1)).toBe(
      '| `/metrics` | get | for your metrics scraper: bind the role to it | all |',
    );
    const people = buildRole([cronJobs], { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' });
    expect(renderRows([people]).at(-1)).toContain('| the environment sets `aggregatedRoles` | all |');
  });

  it('throws for a permission that the declaration does not need', () => {
    const secrets = { apiGroups: [''], resources: ['nodes'], verbs: ['delete'] };
    expect(() => renderRows([buildRole([secrets])])).toThrow('failed to explain nodes in ClusterRole ours');
  });
});
