/**
 * A Helm chart of any operator, made from what the constructs make of an environment.
 *
 * - `options/`: what can be given, with samples of it
 * - `worlds`, `synthesized`: sets of values, and what the constructs make of them
 * - `template/`: templates that are the same as all of these; `learn-chart` makes and checks them
 * - `write/`, `chart-files`, `values-schema`: the chart's files
 */
import type { OperatorDeclaration } from '../declaration/index.ts';
import { archive } from './archive.ts';
import { chartFiles } from './chart-files.ts';
import { learnedChart } from './learn-chart.ts';

/** A chart, as files. */
export interface HelmChart {
  /** The text of each file, by its path in the chart's folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The `.tgz` that `helm install` takes: the same bytes for the same declaration. */
  readonly archive: Buffer;
}

/**
 * The chart of an operator. It takes minutes: the constructs make the objects of more than a thousand environments.
 *
 * Throws if a template cannot say what the constructs make.
 */
export function helmChart(declaration: OperatorDeclaration): HelmChart {
  const files = chartFiles(declaration, learnedChart(declaration));
  const inFolder = [...files].map(([path, text]) => [`${declaration.name}/${path}`, text] as const);
  return { files, archive: archive(new Map(inFolder.sort(([a], [b]) => (a < b ? -1 : 1)))) };
}

export { optionsOf } from './options/index.ts';
export { refused } from './refused.ts';
export { synthesized } from './synthesized.ts';
export type { Installation } from './view.ts';
export { fewer, installationOf, pickedAtRandom, randomNumbers, varied } from './worlds.ts';
