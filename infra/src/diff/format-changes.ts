import { formatTitle, type PlainObject } from '@kubewright/declaration';

import { collapseLabels, heading } from './collapse-labels.ts';
import type { Outcome } from './summary.ts';

/** The changes of several objects. */
export interface Changes {
  readonly text: string;
  /** One for each object that an apply creates or changes. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Pure: shortens the output of `kubectl diff`: one line for each new object, and one for all objects of which only the
 * version label changes. Output of other diff programs is returned as it is.
 *
 * @param objects those that kubectl has compared
 * @param isWhole whether new objects are printed in full
 */
export function formatChanges(printed: string, objects: readonly PlainObject[], isWhole: boolean): Changes {
  const parts = printed.split(/^(?=diff )/m).filter((each) => each !== '');
  if (parts.some((each) => !heading.test(each))) return { text: printed, outcomes: ['unknown'] };
  const outcomes = parts.map((each) => (isNew(each) ? 'created' : 'changed'));
  if (isWhole) return { text: collapseLabels(printed), outcomes };
  const titles = new Map(objects.map((each) => [formatFileName(each), formatTitle(each)]));
  const lines = parts.filter(isNew).map((each) => {
    const file = heading.exec(each)?.[1] ?? '';
    return `+ ${titles.get(file) ?? file}: new\n`;
  });
  const changed = parts.filter((each) => !isNew(each)).join('');
  return { text: lines.join('') + collapseLabels(changed), outcomes };
}

function isNew(part: string): boolean {
  return /^@@ -0,0 /m.test(part);
}

/** The name that `kubectl diff` gives to the file of an object. */
function formatFileName({ apiVersion, kind, metadata: { namespace = '', name } }: PlainObject): string {
  return [apiVersion.replace('/', '.'), kind, namespace, name].join('.');
}
