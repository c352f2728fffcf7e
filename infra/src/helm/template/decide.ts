import { all, type Condition, not, some } from './expression.ts';
import type { Sample } from './sample.ts';

/** Which class a sample has, by conditions on the values. */
export type Decision<Class> =
  { readonly is: Class } | { readonly when: Condition; readonly yes: Decision<Class>; readonly no: Decision<Class> };

/**
 * Pure: the decision by the fewest conditions that holds for all samples.
 *
 * Throws if two samples of different classes are the same by all conditions.
 */
export function decide<Class>(
  samples: readonly Sample[],
  classOf: (sample: Sample) => Class,
  features: readonly Condition[],
): Decision<Class> {
  const [first] = samples;
  if (first === undefined) throw new Error('nothing to decide');
  const only = classOf(first);
  if (samples.every((sample) => classOf(sample) === only)) return { is: only };
  const when = bestFeature(samples, classOf, features);
  const [yes, no] = parted(samples, (sample) => sample.valueSet.holds(when));
  return { when, yes: decide(yes, classOf, features), no: decide(no, classOf, features) };
}

/** The condition that tells most of the classes of the samples. Throws if all conditions are the same for all samples. */
export function bestFeature(
  samples: readonly Sample[],
  classOf: (sample: Sample) => unknown,
  features: readonly Condition[],
): Condition {
  let best: { readonly feature: Condition; readonly disorder: number } | undefined;
  for (const feature of features) {
    const [yes, no] = parted(samples, (sample) => sample.valueSet.holds(feature));
    if (yes.length === 0 || no.length === 0) continue;
    const disorder = disorderOf(yes, classOf) + disorderOf(no, classOf);
    if (best === undefined || disorder < best.disorder - 1e-9) best = { feature, disorder };
  }
  if (best !== undefined) return best.feature;
  throw new Error(
    `no option says when a template has ${samples
      .slice(0, 2)
      .map((each) => shortened(JSON.stringify(each.value)))
      .join(', and when ')}`,
  );
}

function shortened(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}

/** The entropy of the classes, times the number of samples. */
function disorderOf(samples: readonly Sample[], classOf: (sample: Sample) => unknown): number {
  const counts = new Map<unknown, number>();
  for (const sample of samples) counts.set(classOf(sample), (counts.get(classOf(sample)) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / samples.length), 0);
}

export function parted<T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  const yes: T[] = [];
  const no: T[] = [];
  for (const item of items) (fits(item) ? yes : no).push(item);
  return [yes, no];
}

/** Pure: when the decision is yes. `undefined`: always. */
export function conditionOf(decision: Decision<boolean>): Condition | undefined {
  const ways = waysTo(decision);
  if (ways.some((way) => way.length === 0)) return undefined;
  return some(ways.map(all));
}

function waysTo(decision: Decision<boolean>): Condition[][] {
  if ('is' in decision) return decision.is ? [[]] : [];
  const { when, yes, no } = decision;
  const isYes = 'is' in yes && yes.is;
  const through = waysTo(no).map((way) => (isYes ? way : [not(when), ...way]));
  return [...waysTo(yes).map((way) => [when, ...way]), ...through];
}
