import {
  type AdmissionRequest,
  type DeclaredHandles,
  type Fault,
  type Given,
  lookupsOf,
  mutated,
  type Requester,
  type Trial,
  validated,
  type WebhookDefinition,
} from '@kubewright/runtime/internal/admission';
import {
  apiVersionOf,
  type Kind,
  type KubeObject,
  neverAborted,
  OperatorError,
  silentLogger,
  timestamp,
} from '@kubewright/runtime/internal/base';
import { applyPatch } from '@kubewright/declaration';
import { type Client, unchecked } from '@kubewright/runtime/internal/client';
import { createFakeClock } from './fake-clock.ts';
import { createInMemoryApiServer } from './in-memory-api-server/index.ts';
import { copyOf } from './in-memory-api-server/json.ts';

/** An object as somebody sends it. */
export interface SentObject {
  readonly metadata: { readonly name?: string; readonly namespace?: string } & object;
}

/** A write, as the API server asks a webhook about it. */
export interface WebhookReview {
  /** As it is to be stored; leave it out for a deletion. */
  readonly object?: SentObject;
  /** As it is stored; leave it out for a creation. */
  readonly old?: SentObject;
  /** Objects that are there to be looked up, with `apiVersion` and `kind`. @default - none */
  readonly objects?: readonly (SentObject & { readonly apiVersion: string; readonly kind: string })[];
  /** What the API server would find wrong with a write of a kind in `tries`, by its name there. @default - nothing */
  readonly trials?: Readonly<Record<string, (object: SentObject) => readonly Fault[]>>;
  /** @default - the defaults of the settings that the webhook declares */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** @default - an administrator */
  readonly requester?: Partial<Requester>;
  /** @default false */
  readonly dryRun?: boolean;
}

/** What becomes of a write. */
export interface Reviewed {
  /** With what `mutate` has completed; `undefined` for a deletion. */
  readonly object: SentObject | undefined;
  /** What is wrong with it; empty if it may be stored. */
  readonly faults: readonly Fault[];
  readonly warnings: readonly string[];
}

/**
 * Asks a webhook about a write, as the API server does: it is completed, and then it is checked. The schema is not
 * checked in between. For unit tests, without a cluster.
 *
 * Errors: what the functions throw; `DECLARATION_INVALID` for a `mutate` that changes what it returned, when it is called
 * again.
 */
export async function reviewWebhook(webhook: WebhookDefinition, review: WebhookReview): Promise<Reviewed> {
  const given = await givenFor(webhook, review);
  const request = requestFor(webhook.kind, review);
  const completion = await mutated(webhook, request, given);
  // As it is sent.
  const patch = completion.allowed ? copyOf(completion.patch) : [];
  const object = request.object && (applyPatch(request.object, patch) as KubeObject);
  const verdict = await validated(webhook, { ...request, object }, given);
  const warnings = [...completion.warnings, ...verdict.warnings];
  return { object, faults: verdict.allowed ? [] : verdict.faults, warnings };
}

async function givenFor(webhook: WebhookDefinition, review: WebhookReview): Promise<Given> {
  const { tries, reads } = webhook;
  const client = await clientWith(reads, review.objects ?? []);
  const namespace = (review.object ?? review.old)?.metadata.namespace;
  const trials = Object.keys(tries).map((name): [string, Trial<KubeObject>] => {
    const trial = review.trials?.[name] ?? (() => []);
    return [name, { faults: (object) => Promise.resolve(trial(object as unknown as SentObject)) }];
  });
  const handles = { ...Object.fromEntries(trials), ...lookupsOf(reads, { client, namespace, signal: neverAborted }) };
  const settings = { ...defaultsOf(webhook), ...review.settings } as DeclaredHandles['settings'];
  return { signal: neverAborted, log: silentLogger, declared: () => ({ handles, settings }) };
}

async function clientWith(
  reads: WebhookDefinition['reads'],
  objects: NonNullable<WebhookReview['objects']>,
): Promise<Client> {
  const kinds = Object.values(reads);
  const { client } = createInMemoryApiServer({ kinds: kinds.filter(({ group }) => group.includes('.')) });
  for (const object of objects) {
    const kind = kinds.find((each) => each.kind === object.kind && apiVersionOf(each) === object.apiVersion);
    if (kind === undefined) throw undeclared(object);
    await client.resource(unchecked(kind)).create(object);
  }
  return client;
}

function requestFor({ group, version, kind }: Kind, review: WebhookReview): AdmissionRequest {
  const { object, old, requester, dryRun = false } = review;
  const complete = (sent: SentObject | undefined): KubeObject | undefined =>
    sent && ({ apiVersion: apiVersionOf({ group, version }), kind, ...sent, metadata: stored(sent) } as KubeObject);
  const { name = '', namespace } = (object ?? old)?.metadata ?? {};
  return {
    ...{ uid: 'review', kind: { group, version, kind }, name, namespace, subResource: undefined, dryRun },
    operation: object === undefined ? 'DELETE' : old === undefined ? 'CREATE' : 'UPDATE',
    object: complete(object),
    oldObject: complete(old),
    requester: { username: 'administrator', groups: ['system:masters'], extra: {}, ...requester },
  };
}

/** What the API server adds to the metadata before it asks. */
function stored({ metadata }: SentObject): object {
  return { uid: 'uid', creationTimestamp: timestamp(createFakeClock()), ...metadata };
}

function defaultsOf({ settings }: WebhookDefinition): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]));
}

function undeclared({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): OperatorError {
  const hint = 'the webhook does not declare it in reads';
  return new OperatorError('TEST_FAILED', `have a ${kind} of ${apiVersion} looked up`, { hint });
}
