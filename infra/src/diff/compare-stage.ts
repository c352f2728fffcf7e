import { formatTitle, type PlainObject } from '@kubewright/declaration';

import { type Cluster, findCrd, findMissingPrerequisite, type Kubectl } from './cluster.ts';
import { formatChanges } from './format-changes.ts';
import { formatDevWarning, withoutDevConversion } from './dev-conversion.ts';
import type { Outcome } from './summary.ts';

export interface Comparison {
  readonly kubectl: Kubectl;
  /** Flags that are passed to `kubectl diff`. */
  readonly flags: readonly string[];
  /** Whether new objects are printed in full. */
  readonly isWhole: boolean;
  /** The objects of all stages. */
  readonly all: readonly PlainObject[];
  readonly cluster: Cluster;
}

/** What applying one object or several would change. */
interface Result {
  /** As the exit code of kubectl: 0 without changes, 1 with some, 2 or more if an object cannot be compared. */
  readonly code: number;
  readonly text: string;
  readonly outcomes: readonly Outcome[];
  /** Warnings of the API server. */
  readonly warnings?: readonly string[];
}

/** Compares objects, and combines those of Helm releases into one line. */
export async function compareStage(objects: readonly PlainObject[], comparison: Comparison): Promise<Required<Result>> {
  const results = await compare(objects, comparison);
  const ofHelm = results.flatMap(({ outcomes, text }) => (outcomes.includes('managedByHelm') ? [text] : []));
  const others = results.filter(({ outcomes }) => !outcomes.includes('managedByHelm'));
  const line = ofHelm.length === 0 ? '' : `x managed by Helm: ${ofHelm.join(', ')}\n`;
  return {
    code: Math.max(0, ...results.map(({ code }) => code)),
    text: others.map(({ text }) => text).join('') + line,
    outcomes: results.flatMap(({ outcomes }) => outcomes),
    warnings: [...new Set(results.flatMap(({ warnings = [] }) => warnings))],
  };
}

/**
 * Compares all objects at once. If the API server rejects one, kubectl shows no differences at all: then compares them
 * one by one.
 */
async function compare(objects: readonly PlainObject[], comparison: Comparison): Promise<readonly Result[]> {
  const { kubectl, flags, isWhole, all, cluster } = comparison;
  const early = objects.flatMap((object) => findMissingPrerequisite(object, all, cluster) ?? []);
  const waiting = early.map(({ object, reason, isCreated }) =>
    isCreated ? formatLine(object, reason, ['created', 1]) : formatLine(object, reason, ['rejected', 2]),
  );
  const ready = objects.filter((object) => early.every((each) => each.object !== object));
  const [first, ...others] = ready;
  if (first === undefined) return waiting;
  const { code, stdout, stderr } = await kubectl(['diff', ...flags, '-f', '-'], ready);
  const { warnings, errors } = splitWarnings(stderr);
  if (code <= 1) return [{ code, ...formatChanges(stdout, ready, isWhole), warnings }, ...waiting];
  if (others.length === 0) {
    const released = await withoutDevConversion(first, errors, kubectl);
    if (released !== undefined) {
      const warning = { code: 0, text: '', outcomes: [], warnings: [formatDevWarning(first)] };
      return [...(await compare([released], comparison)), warning];
    }
    return [{ ...explainFailure(first, { errors, code, all }), warnings }];
  }
  const results: Result[] = [];
  for (const object of objects) results.push(...(await compare([object], comparison)));
  return results;
}

interface Failure {
  readonly errors: string;
  /** Exit code of kubectl. */
  readonly code: number;
  readonly all: readonly PlainObject[];
}

function explainFailure(object: PlainObject, { errors, code, all }: Failure): Result {
  if (isManagedByHelm(object, errors)) return { code, text: formatTitle(object), outcomes: ['managedByHelm'] };
  if (/ conflicts?: /.test(errors)) return formatLine(object, errors, ['conflict', code]);
  const note = '\n  (checked against the CRD in the cluster, which these manifests may change)';
  return formatLine(object, errors + (findCrd(object, all) ? note : ''), ['rejected', code]);
}

/** Whether a conflict is one of manifests with a Helm release. Objects of Helm's own chart have the label of Helm. */
function isManagedByHelm({ metadata }: PlainObject, errors: string): boolean {
  const label = 'app.kubernetes.io/managed-by';
  return / with "helm"/.test(errors) && errors.includes(label) && metadata.labels?.[label] !== 'Helm';
}

/** Separates the API server's warnings, one a line, from kubectl's errors. */
function splitWarnings(stderr: string): { readonly warnings: readonly string[]; readonly errors: string } {
  const lines = stderr.split('\n');
  const isWarning = (line: string): boolean => line.startsWith('Warning: ');
  return { warnings: lines.filter(isWarning), errors: lines.filter((line) => !isWarning(line)).join('\n') };
}

function formatLine(object: PlainObject, words: string, [outcome, code]: readonly [Outcome, number]): Result {
  return { code, text: `${code === 1 ? '+' : 'x'} ${formatTitle(object)}: ${words}\n`, outcomes: [outcome] };
}
