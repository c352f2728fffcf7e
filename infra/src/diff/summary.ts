/** What an apply does to an object. `unknown` if the changes were printed by another program than `diff`. */
export type Outcome = 'created' | 'changed' | 'conflict' | 'managedByHelm' | 'rejected' | 'unknown';

/** Pure: formats a line with the number of objects by outcome; empty without changes, or if one is unknown. */
export function formatSummary(outcomes: readonly Outcome[], leftovers: number): string {
  if (outcomes.includes('unknown') || outcomes.length + leftovers === 0) return '';
  const count = (...of: readonly Outcome[]): number => outcomes.filter((each) => of.includes(each)).length;
  const others = [
    [count('conflict', 'managedByHelm'), 'in conflict'],
    [count('rejected'), 'rejected'],
    [leftovers, 'left over'],
  ] as const;
  const parts = others.flatMap(([number, what]) => (number === 0 ? [] : [`, ${number} ${what}`]));
  return `summary: ${count('created')} to create, ${count('changed')} to change${parts.join('')}\n`;
}

/** What to do. On a conflict, `kubectl diff` prints only the manager and the fields. */
const remedies = {
  conflict:
    'conflicts: to keep the other value, set it in the manifests; to overwrite it, apply with --force-conflicts. Add --force-conflicts to this command to see the result.\n',
  managedByHelm:
    'managed by Helm: to preview an upgrade of the release, render its chart with "helm template --output-dir", and compare it with kubewright-diff <folder> --force-conflicts. To see what an apply of the manifests takes from Helm, add --force-conflicts to this command.\n',
} as const;

/** Pure: formats what to do about conflicts; empty without any. */
export function formatRemedies(outcomes: readonly Outcome[]): string {
  const kinds = ['conflict', 'managedByHelm'] as const;
  return kinds.map((kind) => (outcomes.includes(kind) ? remedies[kind] : '')).join('');
}
