import type { FieldChange, PlainObject } from '../objects/index.ts';

/** What applying an object does to a cluster. */
export type Outcome =
  /** It exists, and stays as it is. */
  | 'unchanged'
  /** It exists, and fields of it change. */
  | 'changed'
  /** It is created. */
  | 'created'
  /** It is created, but what it depends on does not exist yet, so that the API server cannot check it. */
  | 'not checked'
  /**
   * It is not applied without force, as another manager owns a field with another value. Where an API server completes a
   * field as a whole, that is so for an equal one, too.
   */
  | 'conflict'
  /** The API server refuses it. */
  | 'refused';

/** A field that another manager owns. */
export interface FieldConflict {
  /** The path of the field, as in `FieldChange`. */
  readonly path: string;
  /** The manager that owns it, as in `metadata.managedFields`. */
  readonly manager: string;
}

/** What applying one object does. */
export interface ObjectDiff {
  readonly object: ObjectName;
  readonly outcome: Outcome;
  /** The fields that change; those of a conflict change only by force. Data of Secrets is not shown. */
  readonly fields: readonly FieldChange[];
  /** The fields of a conflict. */
  readonly conflicts: readonly FieldConflict[];
  /** Why an object is not checked, or refused. @default - the outcome says it all */
  readonly reason?: string;
}

/** The name of an object in a cluster. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** @default - it is in no namespace, or the one of the context */
  readonly namespace?: string;
}

export function nameOf({ apiVersion, kind, metadata: { name, namespace } }: PlainObject): ObjectName {
  return { apiVersion, kind, name, ...(namespace !== undefined && { namespace }) };
}
