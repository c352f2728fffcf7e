import { statusAnswer, Refusal } from '../refusal.ts';
import { type FieldSet, pathsOf, pathText } from './field-set.ts';
import type { Managed } from './managers.ts';

/** A field of another manager that an apply would change. */
export interface Conflict {
  readonly with: Managed;
  /** As in messages: `.spec.replicas`. */
  readonly field: string;
}

/** A conflict for each field of an entry that `take` returns. */
export function conflictsOf(managed: readonly Managed[], take: (each: Managed) => FieldSet): readonly Conflict[] {
  return managed.flatMap((each) => pathsOf(take(each)).map((path) => ({ with: each, field: pathText(path) })));
}

/** The API server's response to an apply without force. */
export function applyConflict(conflicts: readonly Conflict[]): Refusal {
  const causes = conflicts.map((conflict) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${managerText(conflict.with)}`,
    field: conflict.field,
  }));
  const message = `Apply failed with ${countText(conflicts)}`;
  return new Refusal(statusAnswer(409, 'Conflict', { message, details: { causes } }));
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

/** The name of a manager that applied; for others also the version of the update. */
function managerText({ manager, operation, subresource, apiVersion }: Managed): string {
  const through = subresource === undefined ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  return `${JSON.stringify(manager)}${through}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;
}
