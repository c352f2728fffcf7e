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

/** Asks the API server to validate a write without storing it. */
export interface DryRun<T extends KubeObject> {
  /**
   * Returns the API server's field errors for `object`; an empty list if the API server would store it. Sends one
   * server-side apply with `dryRun=All`: defaulting, validation and admission run, and nothing is stored. Without a
   * namespace, uses that of the reviewed object.
   *
   * Other errors, such as a quota, a policy or a missing permission, may be gone when the object is really written, so
   * they become a warning for the user.
   *
   * Errors: `ApiError` if the API server does not respond, or fails.
   */
  check(this: void, object: FormsOf<T>['apply']): Promise<readonly FieldError[]>;
}

export interface DryRunOptions {
  readonly client: Client;
  /** The field manager of the dry run. */
  readonly fieldManager: string;
  /** Namespace of objects without one, if their kind is namespaced. @default - none */
  readonly namespace?: string | undefined;
  readonly signal: AbortSignal;
  /** Receives errors other than field errors. @default - `check` throws them */
  readonly warn?: (text: string) => void;
}

/**
 * Creates a dry run for each of `kinds`, under the same name.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#dry-run
 */
export function createDryRuns(
  kinds: Readonly<Record<string, Kind>>,
  options: DryRunOptions,
): Record<string, DryRun<KubeObject>> {
  const { client, fieldManager, namespace, signal } = options;
  const trying = createClient(createDryRunTransport(client.transport));
  // Forces conflicts: the result must not depend on which manager owns the fields.
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
    warn(`the API server would now reject the ${kind}: ${error.message}`);
    return [];
  }
}

/**
 * HTTP statuses of errors that a later write may not meet: a quota or a policy, a conflict, or a rule that names no
 * field.
 */
const mayPass: readonly number[] = [403, 409, 422];

function toFault({ field = '', reason = 'FieldValueInvalid', message }: StatusCause, error: ApiError): FieldError {
  return { path: field, reason: reason as FieldErrorReason, message: message ?? error.serverMessage };
}
