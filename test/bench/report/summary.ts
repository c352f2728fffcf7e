import type { Result } from '../figures.ts';
import { computeMedian } from '../percentile.ts';

/** The peer to which the others are compared. */
export const reference = 'controller-runtime';

/** One figure of several runs of one peer. */
export interface Measurement {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
  /** The median divided by that of the reference; absent without a reference. */
  readonly ratio?: number;
}

/** The figures of all runs with the same numbers of Widgets and children, by figure and peer. */
export interface ShapeSummary {
  readonly widgets: number;
  readonly children: number;
  readonly deployments: boolean;
  readonly peers: readonly string[];
  readonly figures: Readonly<Record<string, Readonly<Record<string, Measurement>>>>;
}

/** The content of the report. */
export interface Summary {
  readonly frameworks: readonly string[];
  readonly commits: readonly string[];
  readonly machines: readonly string[];
  /** The measured sizes, the smallest first. */
  readonly shapes: readonly ShapeSummary[];
}

/** Describes the children of each Widget in words. */
export function formatChildren({ children, deployments = false }: Pick<Result, 'children' | 'deployments'>): string {
  const what = deployments ? 'Deployment' : children === 1 ? 'child' : 'children';
  return `${String(children)} ${what} each`;
}

export function summarize(results: readonly Result[]): Summary {
  const distinct = (of: (result: Result) => string): readonly string[] => [...new Set(results.map(of))];
  const shapes = Map.groupBy(results, ({ widgets, children, deployments = false }) =>
    [widgets, children, deployments].join(' '),
  );
  return {
    frameworks: distinct(({ framework }) => framework),
    commits: distinct(({ commit }) => commit),
    machines: distinct(({ machine }) => machine),
    shapes: [...shapes.values()]
      .map(summarizeShape)
      .toSorted((a, b) => a.widgets - b.widgets || getSortKey(a) - getSortKey(b)),
  };
}

/** Sorts sizes by the number of children; those with Deployments come last. */
function getSortKey({ children, deployments }: ShapeSummary): number {
  return children + (deployments ? 1_000 : 0);
}

function summarizeShape(results: readonly Result[]): ShapeSummary {
  const [first] = results;
  const peers = [...new Set(results.map(({ peer }) => peer))].toSorted((a, b) => getOrder(a) - getOrder(b));
  // Later runs may have more figures than the first ones.
  const [fullest] = results.map(({ figures }) => Object.keys(figures)).toSorted((a, b) => b.length - a.length);
  const names = fullest ?? [];
  return {
    widgets: first?.widgets ?? 0,
    children: first?.children ?? 0,
    deployments: first?.deployments ?? false,
    peers,
    figures: Object.fromEntries(names.map((name) => [name, summarizeFigure(name, peers, results)])),
  };
}

const getOrder = (peer: string): number => ['kubewright', reference, 'kube-rs'].indexOf(peer);

function summarizeFigure(
  name: string,
  peers: readonly string[],
  results: readonly Result[],
): Record<string, Measurement> {
  const listValues = (peer: string): number[] =>
    results.filter((result) => result.peer === peer).flatMap(({ figures }) => figures[name] ?? []);
  const compared = listValues(reference);
  const measured = peers.flatMap((peer) => {
    const values = listValues(peer);
    if (values.length === 0) return [];
    const middle = computeMedian(values);
    const ratio = middle / computeMedian(compared);
    const spread = { least: Math.min(...values), most: Math.max(...values), runs: values.length };
    return [[peer, { median: middle, ...spread, ...(Number.isFinite(ratio) && { ratio }) }] as const];
  });
  return Object.fromEntries(measured);
}
