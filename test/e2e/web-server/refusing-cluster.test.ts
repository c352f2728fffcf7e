import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Kind, KubeObject } from '../../../operator/src/runtime/base/index.ts';
import { pathOf } from '../../../operator/src/runtime/client/index.ts';
import { Service } from '../../../operator/src/runtime/kinds/index.ts';
import { applyManifests } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { conditionOf, ready, withCondition } from '../../support/web-server.ts';
import { keyIn, simulatedServer, serviceOf } from './servers.ts';
import { settled } from './settled.ts';
import { warningsAbout } from './told.ts';
import { useScope } from './use-scope.ts';

const admission = { group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false };

interface Obstacle {
  readonly what: string;
  /** What is made, and where it is in the way: in the scope's namespace only. */
  readonly objects: (namespace: string) => readonly { readonly kind: Kind; readonly object: object }[];
  readonly reason: string;
  readonly words: RegExp;
}

const quotaKind: Kind = { group: '', version: 'v1', kind: 'ResourceQuota', plural: 'resourcequotas', namespaced: true };
const webhookKind: Kind = {
  ...admission,
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
};
const policyKind: Kind = { ...admission, kind: 'ValidatingAdmissionPolicy', plural: 'validatingadmissionpolicies' };
const bindingKind: Kind = {
  ...admission,
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
};

const services = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['services'] };
const only = (namespace: string): object => ({ matchLabels: { 'kubernetes.io/metadata.name': namespace } });

const obstacles: readonly Obstacle[] = [
  {
    what: 'a ResourceQuota',
    objects: (namespace) => [
      { kind: quotaKind, object: { metadata: { namespace, name: 'none' }, spec: { hard: { services: '0' } } } },
    ],
    reason: 'Forbidden',
    words: /exceeded quota: none, requested: services=1, used: services=0, limited: services=0/,
  },
  {
    what: 'a policy',
    objects: (namespace) => [
      {
        kind: policyKind,
        object: {
          metadata: { name: namespace },
          spec: {
            matchConstraints: { resourceRules: [services] },
            validations: [{ expression: 'false', message: 'no Services on Fridays' }],
          },
        },
      },
      {
        kind: bindingKind,
        object: {
          metadata: { name: namespace },
          spec: {
            policyName: namespace,
            validationActions: ['Deny'],
            matchResources: { namespaceSelector: only(namespace) },
          },
        },
      },
    ],
    reason: 'Forbidden',
    words: /ValidatingAdmissionPolicy .* denied request: no Services on Fridays/,
  },
  {
    what: 'a webhook that does not answer',
    objects: (namespace) => [
      {
        kind: webhookKind,
        object: {
          metadata: { name: namespace },
          webhooks: [
            {
              name: 'down.example.com',
              // Nobody listens there.
              clientConfig: { url: 'https://127.0.0.1:1/' },
              rules: [services],
              namespaceSelector: only(namespace),
              failurePolicy: 'Fail',
              sideEffects: 'None',
              admissionReviewVersions: ['v1'],
            },
          ],
        },
      },
    ],
    reason: 'Unavailable',
    words: /failed calling webhook "down.example.com"/,
  },
];

describe.each(obstacles)('a WebServer that $what is in the way of', ({ objects, reason, words }) => {
  const scope = useScope();
  const name = 'hindered';
  const inTheWay: KubeObject[] = [];

  async function serviceRefused(): Promise<boolean> {
    const { client, namespace } = scope();
    const path = pathOf(Service, { namespace });
    const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'probe' }, spec: { ports: [{ port: 1 }] } };
    const { status } = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
    return status >= 400;
  }

  const kindOf = ({ kind }: KubeObject): Kind =>
    [quotaKind, webhookKind, policyKind, bindingKind].find((each) => each.kind === kind)!;

  async function lift(): Promise<void> {
    for (const object of inTheWay.splice(0).reverse()) {
      await scope().client.resource(kindOf(object)).delete(object.metadata, { propagation: 'Background' });
    }
  }

  beforeEach(async () => {
    const { client, namespace } = scope();
    for (const { kind, object } of objects(namespace)) {
      const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
      const made = { apiVersion, kind: kind.kind, ...object } as Parameters<
        ReturnType<typeof client.resource>['create']
      >[0];
      inTheWay.push(await client.resource(kind).create(made));
    }
    await until('Services are refused', serviceRefused);
  });

  afterEach(lift);

  it(`says ${reason} in the API server's words, with one Warning, and becomes Ready by itself`, async () => {
    const { client, namespace } = scope();
    await applyManifests(client, [simulatedServer(namespace, name)]);
    const key = keyIn(scope(), name);
    const server = await withCondition(client, key, { type: 'Ready', status: 'False', reason });
    expect(conditionOf(server, 'Ready')?.message).toMatch(words);
    expect(conditionOf(server, 'Stalled')?.status).toBe('False');
    expect(await serviceOf(scope(), name)).toBeUndefined();
    expect(await warningsAbout(scope(), server)).toEqual([`${reason} ×1`]);

    await lift();
    const healed = await ready(client, key);
    expect(healed.status?.readyReplicas).toBe(1);
    await settled(scope());
    expect(await warningsAbout(scope(), server)).toEqual([`${reason} ×1`]);
  });
});
