/** What an apply does to an object. `unknown` if the changes were printed by another program than `diff`. */
export type Outcome = 'created' | 'changed' | 'conflict' | 'rejected' | 'unknown';

/** Pure: formats a line with the number of objects by outcome; empty without changes, or if one is unknown. */
export function formatSummary(outcomes: readonly Outcome[], leftovers: number): string {
  if (outcomes.includes('unknown') || outcomes.length + leftovers === 0) return '';
  const count = (outcome: Outcome): number => outcomes.filter((each) => each === outcome).length;
  const others = [
    [count('conflict'), 'in conflict'],
    [count('rejected'), 'rejected'],
    [leftovers, 'left over'],
  ] as const;
  const parts = others.flatMap(([number, what]) => (number === 0 ? [] : [`, ${number} ${what}`]));
  return `summary: ${count('created')} to create, ${count('changed')} to change${parts.join('')}\n`;
}

/** On a conflict, `kubectl diff` prints only the manager and the fields. */
const conflictRemedy =
  'conflicts: to keep the other value, set it in the manifests; to overwrite it, apply with --force-conflicts. Add --force-conflicts to this command to see the result.\n';

/** Pure: formats what to do about conflicts; empty without any. */
export function formatRemedies(outcomes: readonly Outcome[]): string {
  return outcomes.includes('conflict') ? conflictRemedy : '';
}
