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
 * The chart of an operator. It takes half a minute: the constructs make the objects of more than a thousand environments.
 *
 * Throws if a template cannot say what the constructs make.
 *
 * @param report a line about what is done. @default - nobody needs to know
 */
export function helmChart(
  declaration: OperatorDeclaration,
  report: (line: string) => void = () => undefined,
): HelmChart {
  const files = chartFiles(declaration, learnedChart(declaration, report));
  const inFolder = [...files].map(([path, text]) => [`${declaration.name}/${path}`, text] as const);
  return { files, archive: archive(new Map(inFolder.sort(([a], [b]) => (a < b ? -1 : 1)))) };
}
