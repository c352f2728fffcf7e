import { markdownTable } from '../../../operator/generate/src/docs/markdown-table.ts';
import type { Result } from '../figures.ts';
import { chartsOf } from './chart.ts';
import { childrenOf, type Measured, type ShapeSummary, type Summary, summaryOf } from './summary.ts';

/** The results as Markdown: a table per size, with medians, spread and ratios, and charts over the size. */
export function reportOf(results: readonly Result[]): string {
  if (results.length === 0) return 'There are no results yet.';
  const summary = summaryOf(results);
  const parts = [sourceOf(summary), ...summary.shapes.map(tableOf), chartsOf(summary.shapes)];
  return parts.filter((part) => part !== '').join('\n\n');
}

function sourceOf({ frameworks, commits, machines }: Summary): string {
  return `${frameworks.join('; ')}. Commit ${commits.join('; ')}. ${machines.join('; ')}.`;
}

function tableOf(shape: ShapeSummary): string {
  const { widgets, peers, figures } = shape;
  const title = `### ${widgets.toLocaleString('en-US')} Widgets with ${childrenOf(shape)}`;
  const all = Object.entries(figures);
  const hasRatio = all.some(([, { kubewright }]) => kubewright?.ratio !== undefined) && peers.length > 1;
  const rows = all.map(([figure, of]) => {
    const ratio = of['kubewright']?.ratio;
    return [figure, ...peers.map((peer) => cell(of[peer])), ...(hasRatio ? [textOf(ratio)] : [])];
  });
  const runs = (peer: string): number => Math.max(0, ...all.map(([, of]) => of[peer]?.runs ?? 0));
  const head = ['', ...peers.map((peer) => `${peer} (${String(runs(peer))})`)];
  return `${title}\n\n${markdownTable([...head, ...(hasRatio ? ['ours / Go'] : [])], rows)}`;
}

/** The median, and the smallest and the largest value of several. */
function cell(measured: Measured | undefined): string {
  if (measured === undefined) return '';
  const { median, least, most, runs } = measured;
  return runs < 2 ? textOf(median) : `${textOf(median)} (${textOf(least)} to ${textOf(most)})`;
}

/** Three digits. */
function textOf(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}
