import { apiVersionOf, type Kind, type KubeObject } from '../../../operator/src/runtime/base/index.ts';
import { pathOf, type Sent } from '../../../operator/src/runtime/client/index.ts';
import { Service } from '../../../operator/src/runtime/kinds/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

/** Something that a cluster can have which lets nobody make a Service in a namespace. */
export interface Obstacle {
  /** What it is, as the subject of a test. */
  readonly what: string;
  /** The reason of `Ready=False`. */
  readonly reason: string;
  /** What the API server says. */
  readonly words: RegExp;
  readonly objects: (namespace: string) => readonly Sent[];
}

const admission = { group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false };
const quota: Kind = { group: '', version: 'v1', kind: 'ResourceQuota', plural: 'resourcequotas', namespaced: true };
const policy: Kind = { ...admission, kind: 'ValidatingAdmissionPolicy', plural: 'validatingadmissionpolicies' };
const binding: Kind = { ...policy, kind: `${policy.kind}Binding`, plural: 'validatingadmissionpolicybindings' };
const webhook: Kind = {
  ...admission,
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
};
const kinds = [quota, policy, binding, webhook];

const services = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['services'] };
const only = (namespace: string): object => ({ matchLabels: { 'kubernetes.io/metadata.name': namespace } });
const object = (kind: Kind, rest: Pick<Sent, 'metadata'> & object): Sent => ({
  apiVersion: apiVersionOf(kind),
  kind: kind.kind,
  ...rest,
});

export const obstacles: readonly Obstacle[] = [
  {
    what: 'a ResourceQuota',
    reason: 'Forbidden',
    words: /exceeded quota: none, requested: services=1, used: services=\d+, limited: services=0/,
    objects: (namespace) => [
      object(quota, { metadata: { namespace, name: 'none' }, ...{ spec: { hard: { services: '0' } } } }),
    ],
  },
  {
    what: 'a policy',
    reason: 'Forbidden',
    words: /ValidatingAdmissionPolicy .* denied request: no Services on Fridays/,
    objects: (name) => {
      const validations = [{ expression: 'false', message: 'no Services on Fridays' }];
      const matchResources = { namespaceSelector: only(name) };
      return [
        object(policy, {
          metadata: { name },
          ...{ spec: { matchConstraints: { resourceRules: [services] }, validations } },
        }),
        object(binding, {
          metadata: { name },
          ...{ spec: { policyName: name, validationActions: ['Deny'], matchResources } },
        }),
      ];
    },
  },
  {
    what: 'a webhook that does not answer',
    reason: 'Unavailable',
    words: /failed calling webhook "down.example.com"/,
    objects: (name) => {
      const nobody = {
        name: 'down.example.com',
        clientConfig: { url: 'https://127.0.0.1:1/' },
        rules: [services],
        namespaceSelector: only(name),
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      };
      return [object(webhook, { metadata: { name }, ...{ webhooks: [nobody] } })];
    },
  },
];

/** Puts an obstacle in the way of the scope's Services, and waits until it is. Disposing it lifts it. */
export async function raise(scope: Scope, obstacle: Obstacle): Promise<AsyncDisposable> {
  const { client, namespace } = scope;
  const raised: KubeObject[] = [];
  for (const each of obstacle.objects(namespace)) raised.push(await client.resource(kindOf(each)).create(each));
  await until('Services are refused', async () => !(await takesServices(scope)));
  return {
    async [Symbol.asyncDispose]() {
      for (const each of raised.reverse()) {
        await client.resource(kindOf(each)).delete(each.metadata, { propagation: 'Background' });
      }
      await until('Services are taken again', () => takesServices(scope));
    },
  };
}

/** The API server learns of policies and webhooks some time after they were made or deleted. */
async function takesServices({ client, namespace }: Scope): Promise<boolean> {
  const path = pathOf(Service, { namespace });
  const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'probe' }, spec: { ports: [{ port: 1 }] } };
  const { status } = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
  return status < 400;
}

function kindOf({ kind }: Pick<Sent, 'kind'>): Kind {
  const found = kinds.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`no obstacle is a ${kind}`);
  return found;
}
