import type { ManagedFieldsEntry } from '@kubewright/runtime/internal/base';

import { unsupported, buildStatusAnswer, Rejection } from '../rejection.ts';
import { type FieldSet, fromFieldsV1, isEmpty, toFieldsV1, listPaths, formatPath } from './field-set.ts';

export interface Manager {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource?: string;
}

/** An entry of `managedFields`. */
export interface Managed extends Manager {
  /** When the manager last changed the object; empty for a manager that has only applied existing values. */
  readonly time: string;
  readonly fields: FieldSet;
}

/** Maximum number of separate entries for updates, as in the API server. */
const mostUpdaters = 10;

export function isSame(one: Manager, other: Manager): boolean {
  return getManagerId(one) === getManagerId(other);
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

/**
 * Encodes entries like the API server: appliers first, then by time. Omits managers that own no fields; returns
 * `undefined` for an empty list.
 */
export function encodeManaged(managed: readonly Managed[]): readonly ManagedFieldsEntry[] | undefined {
  const owners = managed.filter(({ fields }) => !isEmpty(fields));
  if (owners.filter(({ operation }) => operation === 'Update').length > mostUpdaters) {
    throw unsupported(
      `track more than ${mostUpdaters} field managers that update: the real API server merges the oldest`,
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

function getManagerId({ manager, operation, apiVersion, subresource = '' }: Manager): string {
  return JSON.stringify([manager, operation, apiVersion, subresource]);
}

/** A field of another manager that an apply would change. */
export interface Conflict {
  readonly with: Managed;
  /** The path of the field as in messages: `.spec.replicas`. */
  readonly field: string;
}

/** Returns a conflict for each field that `take` returns for an entry. */
export function conflictsOf(managed: readonly Managed[], take: (each: Managed) => FieldSet): readonly Conflict[] {
  return managed.flatMap((each) => listPaths(take(each)).map((path) => ({ with: each, field: formatPath(path) })));
}

/** The error response to an apply with conflicts and without force. */
export function applyConflict(conflicts: readonly Conflict[]): Rejection {
  const causes = conflicts.map((conflict) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${managerText(conflict.with)}`,
    field: conflict.field,
  }));
  const message = `Apply failed with ${countText(conflicts)}`;
  return new Rejection(buildStatusAnswer(409, 'Conflict', { message, details: { causes } }));
}

function countText(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (conflicts.length === 1 && first !== undefined) {
    return `1 conflict: conflict with ${managerText(first.with)}: ${first.field}`;
  }
  const byManager = Map.groupBy(conflicts, (conflict) => managerText(conflict.with));
  const lines = [...byManager.keys()]
    .sort()
    .flatMap((manager) => [
      `conflicts with ${manager}:`,
      ...(byManager.get(manager) ?? []).map(({ field }) => `- ${field}`),
    ]);
  return `${conflicts.length} conflicts: ${lines.join('\n')}`;
}

/** Formats a manager for messages; for an update with its API version. */
function managerText({ manager, operation, subresource, apiVersion }: Managed): string {
  const through = subresource === undefined ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  return `${JSON.stringify(manager)}${through}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;
}
