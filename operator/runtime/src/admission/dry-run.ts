import type { Kind, KubeObject } from '../base/index.ts';
import {
  ApiError,
  type Client,
  createClient,
  createDryRunTransport,
  type FormsOf,
  type StatusCause,
  unchecked,
} from '../client/index.ts';
import type { FieldError, FieldErrorReason } from './faults.ts';

/** Asks the API server what it would say to a write. */
export interface DryRun<T extends KubeObject> {
  /**
   * What the API server finds wrong with `object`, field by field; nothing if it would store it. One apply as a dry run:
   * defaults, validation and admission take part, and nothing is stored. Without a namespace it is in that of the object
   * that is reviewed.
   *
   * What is in the way otherwise, such as a quota, a policy or a missing right, may be over when the write is due: it
   * becomes a warning to who sent the request.
   *
   * Errors: `ApiError` if the API server does not answer, or fails.
   */
  check(this: void, object: FormsOf<T>['apply']): Promise<readonly FieldError[]>;
}

export interface DryRunOptions {
  readonly client: Client;
  /** The manager of the fields that are tried. */
  readonly fieldManager: string;
  /** Of objects that name none, if their kind is namespaced. @default - there is none */
  readonly namespace?: string | undefined;
  readonly signal: AbortSignal;
  /** Called with what is in the way beside the fields. @default - that is an error */
  readonly warn?: (text: string) => void;
}

/** A dry run for each of `kinds`, by its name. https://kubernetes.io/docs/reference/using-api/api-concepts/#dry-run */
export function createDryRuns(
  kinds: Readonly<Record<string, Kind>>,
  options: DryRunOptions,
): Record<string, DryRun<KubeObject>> {
  const { client, fieldManager, namespace, signal } = options;
  const trying = createClient(createDryRunTransport(client.transport));
  // Of what others own, too: whether the controller may have it is not the question.
  const how = { fieldManager, signal, force: true };
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      {
        check: (object) => {
          const here = kind.namespaced && namespace !== undefined ? { namespace } : {};
          const placed = { ...object, metadata: { ...here, ...object.metadata } };
          return collectInvalidFields(trying.resource(unchecked(kind)).apply(placed, how), kind, options.warn);
        },
      },
    ]),
  );
}

async function collectInvalidFields(
  write: Promise<unknown>,
  { kind }: Kind,
  warn: DryRunOptions['warn'],
): Promise<readonly FieldError[]> {
  try {
    await write;
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 422 && error.causes.length > 0) return error.causes.map((cause) => toFault(cause, error));
    if (warn === undefined || !mayPass.includes(error.status)) throw error;
    warn(`the ${kind} would be refused now: ${error.message}`);
    return [];
  }
}

/** What another try may not meet again: a quota or a policy, a conflict, a rule that is not about a field. */
const mayPass: readonly number[] = [403, 409, 422];

function toFault({ field = '', reason = 'FieldValueInvalid', message }: StatusCause, error: ApiError): FieldError {
  return { path: field, reason: reason as FieldErrorReason, message: message ?? error.serverMessage };
}
