import type { ManifestObject } from '../gitops/index.ts';
import type { Known } from './known.ts';
import { rendered, type TemplateList } from './template/node.ts';
import { same } from './template/sample.ts';

/** The templates of a chart. */
export interface LearnedChart {
  /** All objects. */
  readonly objects: TemplateList;
  /** All that is wrong with the values. */
  readonly faults: TemplateList;
}

/** Pure: where the templates differ from what the constructs made; `undefined` if nowhere. */
export function differenceOf(chart: LearnedChart, known: Known): string | undefined {
  return differenceOfFaults(chart, known) ?? (known.faults.length > 0 ? undefined : differenceOfObjects(chart, known));
}

function differenceOfFaults(chart: LearnedChart, { valueSet, faults }: Known): string | undefined {
  const messages = (rendered(chart.faults, valueSet.view) as readonly { readonly message: string }[]).map(
    ({ message }) => message,
  );
  if (same([...messages].sort(), ['', ...faults].sort())) return undefined;
  return `faults ${JSON.stringify(messages)}, not ${JSON.stringify(faults)}`;
}

function differenceOfObjects(chart: LearnedChart, { valueSet, objects }: Known): string | undefined {
  const made = byAddress(rendered(chart.objects, valueSet.view) as readonly object[]);
  const expected = byAddress(objects);
  const addresses = [...new Set([...made.keys(), ...expected.keys()])];
  const wrong = addresses.find((address) => !same(made.get(address), expected.get(address)));
  if (wrong === undefined && made.size === objects.length) return undefined;
  return `${wrong ?? 'an object'} at ${firstDifference(made.get(wrong ?? ''), expected.get(wrong ?? ''))}`;
}

/** Pure: objects by kind, namespace and name: a release has no order of its own. */
function byAddress(objects: readonly object[]): ReadonlyMap<string, object> {
  return new Map(
    objects.map((each) => {
      const { kind, metadata } = each as ManifestObject;
      return [`${kind} ${metadata.namespace ?? ''}/${metadata.name}`, each];
    }),
  );
}

/** Pure: where two values differ first, and how. */
function firstDifference(made: unknown, expected: unknown): string {
  if (typeof made !== 'object' || typeof expected !== 'object' || made === null || expected === null) {
    return ` is ${JSON.stringify(made)}, not ${JSON.stringify(expected)}`;
  }
  const [one, other] = [new Map(Object.entries(made)), new Map(Object.entries(expected))];
  const key = [...new Set([...one.keys(), ...other.keys()])].find((each) => !same(one.get(each), other.get(each)));
  return key === undefined ? '' : `.${key}${firstDifference(one.get(key), other.get(key))}`;
}
