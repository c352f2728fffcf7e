import type { Kind, KubeObject } from '../base/index.ts';
import { type Client, createClient, dryRunTransport, type FormsOf, isApiError, unchecked } from '../client/index.ts';
import type { Fault, FaultReason } from './faults.ts';

/** Asks the API server what it would say to a write. */
export interface Trial<T extends KubeObject> {
  /**
   * What the API server finds wrong with `object`, field by field; nothing if it would store it. One apply as a dry run:
   * defaults, validation and admission take part, and nothing is stored.
   *
   * Errors: `ApiError` for a refusal that is not about fields, such as a missing right.
   */
  faults(this: void, object: FormsOf<T>['apply']): Promise<readonly Fault[]>;
}

export interface TrialOptions {
  readonly client: Client;
  /** The manager of the fields that are tried. */
  readonly fieldManager: string;
  readonly signal: AbortSignal;
}

/** A trial for each of `kinds`, by its name. https://kubernetes.io/docs/reference/using-api/api-concepts/#dry-run */
export function trialsOf(
  kinds: Readonly<Record<string, Kind>>,
  options: TrialOptions,
): Record<string, Trial<KubeObject>> {
  const { client, fieldManager, signal } = options;
  const trying = createClient(dryRunTransport(client.transport));
  // Of what others own, too: whether the controller may have it is not the question.
  const how = { fieldManager, signal, force: true };
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { faults: (object) => refusedFields(trying.resource(unchecked(kind)).apply(object, how)) },
    ]),
  );
}

async function refusedFields(write: Promise<unknown>): Promise<readonly Fault[]> {
  try {
    await write;
    return [];
  } catch (error) {
    if (!isApiError(error, 422) || error.causes.length === 0) throw error;
    return error.causes.map(({ field = '', reason = 'FieldValueInvalid', message = error.serverMessage }) => ({
      path: field,
      reason: reason as FaultReason,
      message,
    }));
  }
}
