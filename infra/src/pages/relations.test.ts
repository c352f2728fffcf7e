import { describe, expect, it } from 'vitest';

import { Operator } from '../constructs/index.ts';
import { environments } from '../environments/index.ts';
import { objectsIn, type PlainObject, titleOf } from '../objects/index.ts';
import { environmentUnits } from '../synthesis/index.ts';
import { guardedZoo, synthesized } from '../testing/index.ts';
import { relationsAmong } from './relations.ts';

const textsOf = (objects: readonly PlainObject[]): string[] =>
  relationsAmong(objects).map(({ from, verb, to }) => `${titleOf(from)} ${verb} ${titleOf(to)}`);

const object = (kind: string, name: string, rest: object = {}): PlainObject => ({
  apiVersion: 'v1',
  kind,
  ...rest,
  metadata: { name, namespace: 'shop', ...(rest as { metadata?: object }).metadata },
});

const pods = (spec: object = {}, labels: object = { app: 'web' }): PlainObject =>
  object('Deployment', 'web', { spec: { template: { metadata: { labels }, spec } } });

describe('relationsAmong', () => {
  it('finds those of an operator', () => {
    expect(textsOf(guardedZoo() as readonly PlainObject[])).toMatchInlineSnapshot(`
      [
        "ClusterRoleBinding zoo binds ClusterRole zoo",
        "ClusterRoleBinding zoo to ServiceAccount system/zoo",
        "RoleBinding system/zoo-leader-election binds Role system/zoo-leader-election",
        "RoleBinding system/zoo-leader-election to ServiceAccount system/zoo",
        "Role system/zoo-webhooks grants Secret system/zoo-webhooks",
        "RoleBinding system/zoo-webhooks binds Role system/zoo-webhooks",
        "RoleBinding system/zoo-webhooks to ServiceAccount system/zoo",
        "ClusterRole zoo-webhooks grants MutatingWebhookConfiguration zoo-webhooks-animal",
        "ClusterRole zoo-webhooks grants ValidatingWebhookConfiguration zoo-webhooks-animal",
        "ClusterRole zoo-webhooks grants MutatingWebhookConfiguration zoo-webhooks-cage-pod",
        "ClusterRole zoo-webhooks grants ValidatingWebhookConfiguration zoo-webhooks-park",
        "ClusterRoleBinding zoo-webhooks binds ClusterRole zoo-webhooks",
        "ClusterRoleBinding zoo-webhooks to ServiceAccount system/zoo",
        "PodDisruptionBudget system/zoo selects Deployment system/zoo",
        "NetworkPolicy system/zoo selects Deployment system/zoo",
        "NetworkPolicy system/zoo-webhooks selects Deployment system/zoo",
        "Deployment system/zoo runs as ServiceAccount system/zoo",
        "Service system/zoo-webhooks selects Deployment system/zoo",
        "MutatingWebhookConfiguration zoo-webhooks-animal asks Service system/zoo-webhooks",
        "ValidatingWebhookConfiguration zoo-webhooks-animal asks Service system/zoo-webhooks",
        "MutatingWebhookConfiguration zoo-webhooks-cage-pod asks Service system/zoo-webhooks",
        "ValidatingWebhookConfiguration zoo-webhooks-park asks Service system/zoo-webhooks",
      ]
    `);
  });

  it.each<[what: string, objects: readonly PlainObject[], relation: string]>([
    [
      'a Service and Pods',
      [object('Service', 'web', { spec: { selector: { app: 'web' } } }), pods()],
      'Service shop/web selects Deployment shop/web',
    ],
    [
      'a budget by expressions',
      [
        object('PodDisruptionBudget', 'web', {
          spec: { selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'api'] }] } },
        }),
        pods(),
      ],
      'PodDisruptionBudget shop/web selects Deployment shop/web',
    ],
    [
      'a NetworkPolicy for all',
      [object('NetworkPolicy', 'all', { spec: { podSelector: {} } }), pods()],
      'NetworkPolicy shop/all selects Deployment shop/web',
    ],
    [
      'a mounted ConfigMap',
      [pods({ volumes: [{ name: 'a', configMap: { name: 'pages' } }] }), object('ConfigMap', 'pages')],
      'Deployment shop/web mounts ConfigMap shop/pages',
    ],
    [
      'a projected Secret',
      [pods({ volumes: [{ projected: { sources: [{ secret: { name: 'tls' } }] } }] }), object('Secret', 'tls')],
      'Deployment shop/web mounts Secret shop/tls',
    ],
    [
      'a claim',
      [pods({ volumes: [{ persistentVolumeClaim: { claimName: 'data' } }] }), object('PersistentVolumeClaim', 'data')],
      'Deployment shop/web mounts PersistentVolumeClaim shop/data',
    ],
    [
      'a variable from a Secret',
      [
        pods({ containers: [{ env: [{ name: 'P', valueFrom: { secretKeyRef: { name: 'login', key: 'p' } } }] }] }),
        object('Secret', 'login'),
      ],
      'Deployment shop/web reads Secret shop/login',
    ],
    [
      'a ServiceMonitor',
      [
        object('ServiceMonitor', 'web', { spec: { selector: { matchLabels: { app: 'web' } } } }),
        object('Service', 'web', { metadata: { labels: { app: 'web' } } }),
      ],
      'ServiceMonitor shop/web scrapes Service shop/web',
    ],
    [
      'a Certificate',
      [object('Certificate', 'web', { spec: { secretName: 'tls' } }), object('Secret', 'tls')],
      'Certificate shop/web writes Secret shop/tls',
    ],
  ])('finds that of %s', (_, objects, relation) => {
    expect(textsOf(objects)).toEqual([relation]);
  });

  it.each<[what: string, objects: readonly PlainObject[]]>([
    ['a Service without a selector', [object('Service', 'web', { spec: {} }), pods()]],
    ['other labels', [object('Service', 'web', { spec: { selector: { app: 'api' } } }), pods()]],
    [
      'another namespace',
      [object('Service', 'web', { metadata: { namespace: 'a' }, spec: { selector: { app: 'web' } } }), pods()],
    ],
    [
      'an excluded label',
      [
        object('NetworkPolicy', 'web', {
          spec: { podSelector: { matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] } },
        }),
        pods(),
      ],
    ],
  ])('finds none for %s', (_, objects) => {
    expect(textsOf(objects)).toEqual([]);
  });

  it.each(environments)(
    'leaves no Service, budget, NetworkPolicy, binding or webhook alone in $name',
    (environment) => {
      const objects = objectsIn(environmentUnits(environment));
      const from = new Set(relationsAmong(objects).map((relation) => relation.from));
      const kinds = /^(Service|PodDisruptionBudget|NetworkPolicy|\w+Binding|\w+WebhookConfiguration)$/;
      expect(objects.filter((each) => kinds.test(each.kind) && !from.has(each)).map(titleOf)).toEqual([]);
    },
  );

  it('finds what a changed installation has to do with itself only', () => {
    const two = ['a', 'b'].flatMap((name) =>
      synthesized((chart) => new Operator(chart, 'operator', { name }), 'system'),
    );
    const strays = relationsAmong(two as readonly PlainObject[]).filter(
      ({ from, to }) => from.metadata.name[0] !== to.metadata.name[0],
    );
    expect(strays).toEqual([]);
  });
});
