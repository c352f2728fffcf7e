import type { OperatorDeclaration } from '../declaration/index.ts';
import { differenceOf, type LearnedChart } from './difference.ts';
import { type Known, KnownSets } from './known.ts';
import { optionsOf } from './options/index.ts';
import { type Condition, is } from './template/expression.ts';
import { learnedItems } from './template/learn.ts';

/** How many sets of values the templates are made from at first, and how many more they are checked with, each time. */
const sizes = { first: 400, check: 500, rounds: 30 };

/**
 * The templates of the chart of an operator: what the constructs make of hundreds of sets of values, with blocks around what
 * differs. They are checked with further sets, and where one differs, made anew of this one, too, until none differs.
 *
 * Throws if they still differ then, and names what.
 *
 * @param report a line about what is done
 */
export function learnedChart(declaration: OperatorDeclaration, report: (line: string) => void): LearnedChart {
  const sets = new KnownSets(declaration);
  const features = [is('name', declaration.name), ...optionsOf(declaration).flatMap((option) => option.features)];
  report('making the objects of the first environments');
  const known = [...sets.singles(), ...sets.subsets(), ...sets.atRandom(sizes.first)];
  report(`making the templates from ${known.length} environments`);
  let chart = improved(undefined, { known, fresh: known, features });
  for (let round = 1; round <= sizes.rounds; round += 1) {
    const checks = sets.atRandom(sizes.check);
    const wrong = checks.filter((each) => differenceOf(chart, each) !== undefined);
    report(`check ${round}: of ${checks.length} further environments ${wrong.length} differ`);
    if (wrong.length === 0) {
      report(`trying other values than samples in ${checks.length} environments`);
      checkVaried(chart, checks, sets);
      return chart;
    }
    known.push(...wrong);
    chart = improved(chart, { known, fresh: wrong, features });
  }
  throw new Error(`no template is the same as what the constructs make: ${lastDifferences(chart, sets)}`);
}

interface Learning {
  readonly known: readonly Known[];
  /** Those that the chart was not made from. */
  readonly fresh: readonly Known[];
  readonly features: readonly Condition[];
}

/** The templates that are right for all known sets: those that are right for the fresh ones, too, stay. */
function improved(chart: LearnedChart | undefined, { known, fresh, features }: Learning): LearnedChart {
  const objects = (some: readonly Known[]) => some.flatMap(({ sample }) => sample ?? []);
  const faults = (some: readonly Known[]) => some.map(({ sampleOfFaults }) => sampleOfFaults);
  return {
    objects: learnedItems(objects(known), features, { list: chart?.objects, fresh: objects(fresh) }),
    faults: learnedItems(faults(known), features, { list: chart?.faults, fresh: faults(fresh) }),
  };
}

/** Throws if the templates are right for a set of values, but only because they were made from these. */
function checkVaried(chart: LearnedChart, checks: readonly Known[], sets: KnownSets): void {
  for (const each of checks) {
    if (each.sample === undefined) continue;
    const varied = sets.varied(each);
    const difference = varied.sample && differenceOf(chart, varied);
    if (difference !== undefined) throw new Error(`a template knows only samples: ${difference}`);
  }
}

function lastDifferences(chart: LearnedChart, sets: KnownSets): string {
  const differences = sets.atRandom(sizes.check).flatMap((each) => differenceOf(chart, each) ?? []);
  return differences.slice(0, 3).join('; ');
}
