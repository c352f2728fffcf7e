import { markdownTable } from '../../../operator/generate/src/docs/markdown-table.ts';
import type { Result } from '../figures.ts';
import { median } from '../percentile.ts';

/** The peer to which the others are compared. */
const reference = 'controller-runtime';

/** The results as Markdown: a table per size, with medians, spread and ratios. */
export function reportOf(results: readonly Result[]): string {
  if (results.length === 0) return 'There are no results yet.';
  const shapes = Map.groupBy(results, ({ widgets, children }) => `${String(widgets)} ${String(children)}`);
  const sorted = [...shapes.values()].toSorted((a, b) => sizeOf(a) - sizeOf(b));
  return [sourceOf(results), ...sorted.map(tableOf)].join('\n\n');
}

const sizeOf = ([first]: readonly Result[]): number => (first?.widgets ?? 0) * 1000 + (first?.children ?? 0);

function sourceOf(results: readonly Result[]): string {
  const distinct = (of: (result: Result) => string): string => [...new Set(results.map(of))].join('; ');
  return `${distinct(({ framework }) => framework)}. Commit ${distinct(({ commit }) => commit)}. ${distinct(({ machine }) => machine)}.`;
}

function tableOf(results: readonly Result[]): string {
  const [first] = results;
  const byPeer = Map.groupBy(results, ({ peer }) => peer);
  const peers = [...byPeer.keys()].toSorted((a, b) => order(a) - order(b));
  const title = `### ${String(first?.widgets)} Widgets with ${String(first?.children)} children each`;
  const ratio = byPeer.has(reference) && byPeer.has('kubewright');
  const rows = Object.keys(first?.figures ?? {}).map((figure) => {
    const values = (peer: string): number[] => (byPeer.get(peer) ?? []).map(({ figures }) => figures[figure] ?? NaN);
    const ours = median(values('kubewright')) / median(values(reference));
    return [figure, ...peers.map((peer) => cell(values(peer))), ...(ratio ? [textOf(ours)] : [])];
  });
  const head = ['', ...peers.map((peer) => `${peer} (${String(byPeer.get(peer)?.length)})`)];
  return `${title}\n\n${markdownTable([...head, ...(ratio ? ['ours / Go'] : [])], rows)}`;
}

const order = (peer: string): number => ['kubewright', reference, 'kube-rs'].indexOf(peer);

/** The median, and the smallest and the largest value of several. */
function cell(values: readonly number[]): string {
  const text = textOf(median(values));
  if (values.length < 2) return text;
  return `${text} (${textOf(Math.min(...values))} to ${textOf(Math.max(...values))})`;
}

/** Three digits. */
function textOf(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}
