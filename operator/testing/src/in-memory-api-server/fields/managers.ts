import type { ManagedFieldsEntry } from '@kubewright/runtime/internal/base';
import { unsupported } from '../refusal.ts';
import { type FieldSet, fromFieldsV1, isEmpty, toFieldsV1 } from './field-set.ts';

/** A field manager, and how it got its fields. */
export interface Manager {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource?: string;
}

/** One entry of `managedFields`. */
export interface Managed extends Manager {
  /** The time of the last change; empty for a manager that only shares existing fields. */
  readonly time: string;
  readonly fields: FieldSet;
}

/** How many entries of updates the API server keeps separately. */
const mostUpdaters = 10;

export function isSame(one: Manager, other: Manager): boolean {
  return idOf(one) === idOf(other);
}

export function decodeManaged(entries: readonly ManagedFieldsEntry[] = []): readonly Managed[] {
  return entries.map(({ manager = '', operation, apiVersion = '', time = '', subresource, fieldsV1 }) => ({
    manager,
    operation: operation === 'Apply' ? 'Apply' : 'Update',
    apiVersion,
    time,
    ...(subresource !== undefined && { subresource }),
    fields: fromFieldsV1(fieldsV1),
  }));
}

/** As the API server writes them: appliers first, older entries first; a manager without fields is left out, and so is an empty list. */
export function encodeManaged(managed: readonly Managed[]): readonly ManagedFieldsEntry[] | undefined {
  const owners = managed.filter(({ fields }) => !isEmpty(fields));
  if (owners.filter(({ operation }) => operation === 'Update').length > mostUpdaters) {
    throw unsupported(
      `keep the fields of more than ${mostUpdaters} managers that update: the real one merges the oldest`,
    );
  }
  if (owners.length === 0) return undefined;
  return owners.toSorted(compareEntries).map(({ fields, time, ...entry }) => ({
    ...entry,
    ...(time !== '' && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: toFieldsV1(fields),
  }));
}

function compareEntries(one: Managed, other: Managed): number {
  const keys = ({ operation, time, manager, apiVersion, subresource = '' }: Managed): readonly string[] => [
    ...[operation, time, manager, apiVersion, subresource],
  ];
  const others = keys(other);
  for (const [index, key] of keys(one).entries()) {
    const against = others[index] ?? '';
    if (key !== against) return key < against ? -1 : 1;
  }
  return 0;
}

function idOf({ manager, operation, apiVersion, subresource = '' }: Manager): string {
  return JSON.stringify([manager, operation, apiVersion, subresource]);
}
