import {
  type AdmissionRequest,
  type WebhookHandles,
  type FieldError,
  type AdmitOptions,
  createLookups,
  runMutate,
  type UserInfo,
  type DryRun,
  type SubmittedObject,
  runValidate,
  type WebhookDefinition,
} from '@kubewright/runtime/internal/admission';
import {
  formatApiVersion,
  type Kind,
  type KubeObject,
  neverAborted,
  OperatorError,
  silentLogger,
  formatTimestamp,
} from '@kubewright/runtime/internal/base';
import { applyPatch } from '@kubewright/declaration';
import { type Client, unchecked } from '@kubewright/runtime/internal/client';
import { createFakeClock } from './fake-clock.ts';
import { createInMemoryApiServer } from './in-memory-api-server/index.ts';
import { cloneJson } from './in-memory-api-server/json.ts';

/** An object of a kind that the webhook uses. Only `metadata` is typed. */
export interface SentObject {
  readonly metadata: { readonly name?: string; readonly namespace?: string } & object;
}

/** A write for a webhook to review. */
export interface WebhookReview<T extends KubeObject = KubeObject> {
  /**
   * The object to store; omit it for a deletion. Any field may be absent. For values that the type does not allow,
   * write `spec: { … } as object`.
   */
  readonly object?: SubmittedObject<T>;
  /** The stored object; omit it for a creation. */
  readonly oldObject?: SubmittedObject<T>;
  /** Existing objects, which the webhook's `reads` return. @default - none */
  readonly objects?: readonly (SentObject & { readonly apiVersion: string; readonly kind: string } & (
      object | Readonly<Record<string, unknown>>
    ))[];
  /**
   * Results of the webhook's `dryRuns`, by name: functions that return the errors that the API server would find.
   * @default - no errors
   */
  readonly dryRuns?: Readonly<Record<string, (object: SentObject) => readonly FieldError[]>>;
  /** Values of the webhook's settings. @default - their defaults */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The user who sends the request. @default - an administrator */
  readonly userInfo?: Partial<UserInfo>;
  /** Whether the request is a dry run. @default false */
  readonly dryRun?: boolean;
}

/** The result of a review. */
export interface ReviewResult<T extends KubeObject = KubeObject> {
  /** The object after `mutate`, without metadata that you did not send; `undefined` for a deletion. */
  readonly object: T | undefined;
  /** Validation errors; empty if the write is allowed. */
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
}

/**
 * Sends a write to a webhook like the API server: first `mutate`, then `validate`. It does not validate the schema in
 * between. For unit tests without a cluster. Errors: those of the handlers; `DECLARATION_INVALID` if a second call of
 * `mutate` changes its own result.
 */
export async function reviewWebhook<T extends KubeObject>(
  webhook: WebhookDefinition<T>,
  review: NoInfer<WebhookReview<T>>,
): Promise<ReviewResult<T>> {
  const given = await buildOptions(webhook, review);
  const request = buildRequest(webhook.kind, review);
  const completion = await runMutate(webhook, request, given);
  // Converts the patch to JSON, as sending it does.
  const patch = completion.allowed ? cloneJson(completion.patch) : [];
  const object = request.object && (applyPatch(request.object, patch) as T);
  const verdict = await runValidate(webhook, { ...request, object }, given);
  const warnings = [...completion.warnings, ...verdict.warnings];
  return { object, errors: verdict.allowed ? [] : verdict.faults, warnings };
}

async function buildOptions(webhook: WebhookDefinition, review: WebhookReview): Promise<AdmitOptions> {
  const { dryRuns, reads } = webhook;
  const client = await createClientWith(reads, review.objects ?? []);
  const namespace = (review.object ?? review.oldObject)?.metadata.namespace;
  const fakeDryRuns = Object.keys(dryRuns).map((name): [string, DryRun<KubeObject>] => {
    const dryRun = review.dryRuns?.[name] ?? (() => []);
    return [name, { check: (object) => Promise.resolve(dryRun(object as unknown as SentObject)) }];
  });
  const handles = {
    ...Object.fromEntries(fakeDryRuns),
    ...createLookups(reads, { client, namespace, signal: neverAborted }),
  };
  const settings = { ...getDefaults(webhook), ...review.settings } as WebhookHandles['settings'];
  return { signal: neverAborted, log: silentLogger, resolveHandles: () => ({ handles, settings }) };
}

async function createClientWith(
  reads: WebhookDefinition['reads'],
  objects: NonNullable<WebhookReview['objects']>,
): Promise<Client> {
  const kinds = Object.values(reads);
  const { client } = createInMemoryApiServer({ kinds: kinds.filter(({ group }) => group.includes('.')) });
  for (const object of objects) {
    const kind = kinds.find((each) => each.kind === object.kind && formatApiVersion(each) === object.apiVersion);
    if (kind === undefined) throw buildUndeclaredError(object);
    await client.resource(unchecked(kind)).create(object);
  }
  return client;
}

function buildRequest({ group, version, kind }: Kind, review: WebhookReview): AdmissionRequest {
  const { object, oldObject: old, userInfo, dryRun = false } = review;
  const complete = (sent: SubmittedObject<KubeObject> | undefined): KubeObject | undefined =>
    sent &&
    ({
      apiVersion: formatApiVersion({ group, version }),
      kind,
      ...sent,
      metadata: completeMetadata(sent),
    } as KubeObject);
  const { name = '', namespace } = (object ?? old)?.metadata ?? {};
  return {
    ...{ uid: 'review', kind: { group, version, kind }, name, namespace, dryRun },
    operation: object === undefined ? 'DELETE' : old === undefined ? 'CREATE' : 'UPDATE',
    object: complete(object),
    oldObject: complete(old),
    requester: { username: 'administrator', groups: ['system:masters'], extra: {}, ...userInfo },
  };
}

/** Adds the metadata that the API server sets before it calls webhooks. */
function completeMetadata({ metadata }: SubmittedObject<KubeObject>): object {
  return { uid: 'uid', creationTimestamp: formatTimestamp(createFakeClock()), ...metadata };
}

function getDefaults({ settings }: WebhookDefinition): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]));
}

function buildUndeclaredError({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string;
  readonly kind: string;
}): OperatorError {
  const hint = 'the webhook does not declare it in reads';
  return new OperatorError('TEST_FAILED', `look up a ${kind} of ${apiVersion}`, { hint });
}
