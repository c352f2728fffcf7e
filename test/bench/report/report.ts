import { renderMarkdownTable } from '../../../operator/generate/src/docs/markdown-table.ts';
import type { Result } from '../figures.ts';
import { renderCharts } from './chart.ts';
import { formatChildren, type Measurement, type ShapeSummary, type Summary, summarize } from './summary.ts';

/** Renders results as Markdown: a table per size, with medians, spread and ratios, and charts over the size. */
export function renderReport(results: readonly Result[]): string {
  if (results.length === 0) return 'No results yet.';
  const summary = summarize(results);
  const parts = [formatSource(summary), ...summary.shapes.map(renderTable), renderCharts(summary.shapes)];
  return parts.filter((part) => part !== '').join('\n\n');
}

function formatSource({ frameworks, commits, machines }: Summary): string {
  return `${frameworks.join('; ')}. Commit ${commits.join('; ')}. ${machines.join('; ')}.`;
}

function renderTable(shape: ShapeSummary): string {
  const { widgets, peers, figures } = shape;
  const title = `### ${widgets.toLocaleString('en-US')} Widgets with ${formatChildren(shape)}`;
  const all = Object.entries(figures);
  const hasRatio = all.some(([, { kubewright }]) => kubewright?.ratio !== undefined) && peers.length > 1;
  const rows = all.map(([figure, of]) => {
    const ratio = of['kubewright']?.ratio;
    return [figure, ...peers.map((peer) => formatCell(of[peer])), ...(hasRatio ? [formatNumber(ratio)] : [])];
  });
  const runs = (peer: string): number => Math.max(0, ...all.map(([, of]) => of[peer]?.runs ?? 0));
  const head = ['', ...peers.map((peer) => `${peer} (${String(runs(peer))})`)];
  return `${title}\n\n${renderMarkdownTable([...head, ...(hasRatio ? ['ours / Go'] : [])], rows)}`;
}

/** Formats the median of several values, and the smallest and the largest one. */
function formatCell(measured: Measurement | undefined): string {
  if (measured === undefined) return '';
  const { median, least, most, runs } = measured;
  return runs < 2 ? formatNumber(median) : `${formatNumber(median)} (${formatNumber(least)} to ${formatNumber(most)})`;
}

/** Formats a number with three significant digits, or as an integer. */
function formatNumber(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}
