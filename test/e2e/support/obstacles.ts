import { formatApiVersion, type Kind } from '../../../operator/runtime/src/base/index.ts';
import { buildPath, type Sent } from '../../../operator/runtime/src/client/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

/** A kind whose creation an obstacle prevents, and a body that the API server would accept without the obstacle. */
export interface HinderedKind {
  readonly kind: Kind;
  readonly body: object;
  /** The operations that policies and webhooks check; a quota only counts created objects. @default ['CREATE'] */
  readonly operations?: readonly ('CREATE' | 'UPDATE')[];
}

/** An obstacle in a cluster that prevents the creation of a kind in a namespace. */
export interface Obstacle {
  readonly hindered: HinderedKind;
  /** The name of the obstacle in test titles. */
  readonly what: string;
  /** The expected reason of `Ready=False`. */
  readonly reason: string;
  /** Matches the message of the API server. */
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

const only = (namespace: string): object => ({ matchLabels: { 'kubernetes.io/metadata.name': namespace } });
const object = (kind: Kind, rest: Pick<Sent, 'metadata'> & object): Sent => ({
  apiVersion: formatApiVersion(kind),
  kind: kind.kind,
  ...rest,
});

export function listObstacles(hindered: HinderedKind): readonly Obstacle[] {
  const { group, version, kind, plural } = hindered.kind;
  const { operations = ['CREATE'] } = hindered;
  const rule = { apiGroups: [group], apiVersions: [version], operations, resources: [plural] };
  const counted = `count/${plural}${group && `.${group}`}`;
  return [
    {
      hindered,
      what: 'a ResourceQuota',
      reason: 'Forbidden',
      words: new RegExp(`exceeded quota: none, requested: ${counted}=1, used: ${counted}=\\d+, limited: ${counted}=0`),
      objects: (namespace) => [
        object(quota, { metadata: { namespace, name: 'none' }, ...{ spec: { hard: { [counted]: '0' } } } }),
      ],
    },
    {
      hindered,
      what: 'a policy',
      reason: 'Forbidden',
      words: new RegExp(`ValidatingAdmissionPolicy .* denied request: no ${kind} on Fridays`),
      objects: (name) => {
        const validations = [{ expression: 'false', message: `no ${kind} on Fridays` }];
        const matchResources = { namespaceSelector: only(name) };
        return [
          object(policy, {
            metadata: { name },
            ...{ spec: { matchConstraints: { resourceRules: [rule] }, validations } },
          }),
          object(binding, {
            metadata: { name },
            ...{ spec: { policyName: name, validationActions: ['Deny'], matchResources } },
          }),
        ];
      },
    },
    {
      hindered,
      what: 'a webhook that does not answer',
      reason: 'Unavailable',
      words: /failed calling webhook "down.example.com"/,
      objects: (name) => {
        const unreachable = {
          name: 'down.example.com',
          clientConfig: { url: 'https://127.0.0.1:1/' },
          rules: [rule],
          namespaceSelector: only(name),
          failurePolicy: 'Fail',
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        };
        return [object(webhook, { metadata: { name }, ...{ webhooks: [unreachable] } })];
      },
    },
  ];
}

/** Creates an obstacle, and waits until the API server rejects its kind. Disposing removes the obstacle. */
export async function createObstacle(scope: Scope, obstacle: Obstacle): Promise<AsyncDisposable> {
  const { client, namespace } = scope;
  const { hindered } = obstacle;
  // Removes the obstacle if the wait fails, because later tests need its absence.
  await using created = new AsyncDisposableStack();
  created.defer(() => awaitAccepted(scope, hindered));
  for (const each of obstacle.objects(namespace)) {
    const { metadata } = await client.resource(getObstacleKind(each)).create(each);
    created.defer(async () => {
      await client.resource(getObstacleKind(each)).delete(metadata, { propagation: 'Background' });
    });
  }
  await awaitRejected(scope, hindered, obstacle.words);
  return created.move();
}

/**
 * Waits until an object cannot be created: an obstacle takes effect some time after its creation.
 * @param words matches the message of the API server. @default - any message
 */
export async function awaitRejected(scope: Scope, hindered: HinderedKind, words = /./): Promise<void> {
  await until(`a ${hindered.kind.kind} is rejected`, async () => {
    const message = await findRejection(scope, hindered);
    return message !== undefined && words.test(message);
  });
}

/** Waits until an object can be created again: the deletion of an obstacle also takes effect some time later. */
export async function awaitAccepted(scope: Scope, hindered: HinderedKind): Promise<void> {
  await until(
    `a ${hindered.kind.kind} is accepted again`,
    async () => (await findRejection(scope, hindered)) === undefined,
  );
}

/** The message with which the API server rejects an object in a dry run; `undefined` if it accepts the object. */
async function findRejection({ client, namespace }: Scope, { kind, body }: HinderedKind): Promise<string | undefined> {
  const path = buildPath(kind, { namespace });
  const probe = object(kind, { ...body, metadata: { name: 'probe' } });
  const answer = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body: probe });
  return answer.status < 400 ? undefined : (answer.body as { readonly message: string }).message;
}

function getObstacleKind({ kind }: Pick<Sent, 'kind'>): Kind {
  const found = kinds.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`the obstacle lacks a ${kind}`);
  return found;
}
