import type { Result } from './figures.ts';
import type { Shape } from './measure.ts';
import { type Peer, peers } from './peers/peers.ts';

export interface PlannedRun {
  readonly peer: Peer;
  readonly shape: Shape;
  readonly repeat: number;
}

interface Row extends Omit<Shape, 'changeSeconds' | 'idleSeconds'> {
  readonly repeats: number;
  /** Whether all peers run, or only Kubewright's. */
  readonly all: boolean;
}

const quick: readonly Row[] = [{ widgets: 1_000, children: 2, repeats: 1, all: true }];
const whole: readonly Row[] = [
  { widgets: 1_000, children: 2, repeats: 3, all: true },
  { widgets: 10_000, children: 2, repeats: 3, all: true },
  { widgets: 1_000, children: 1, repeats: 1, all: false },
  { widgets: 1_000, children: 50, repeats: 1, all: false },
  { widgets: 1_000, children: 1, deployments: true, repeats: 1, all: false },
  { widgets: 30_000, children: 2, repeats: 1, all: true },
  { widgets: 100_000, children: 2, changesMeanwhile: 5, repeats: 1, all: false },
];

export interface PlanOptions {
  readonly quick: boolean;
  /** The numbers of Widgets to run. @default - all */
  readonly widgets?: readonly number[];
  /** The names of the peers to run. @default - all */
  readonly peers?: readonly string[];
  /** The results that exist already. */
  readonly done: readonly Result[];
}

/**
 * Lists the runs to do, in the order of the sizes. In each round of a size, every peer runs once, in random order, so
 * that a machine that becomes slower affects all of them.
 */
export function planRuns({ quick: isQuick, widgets, peers: names, done }: PlanOptions): readonly PlannedRun[] {
  const chosen = peers.filter(({ name }) => names?.includes(name) ?? true);
  const rows = (isQuick ? quick : whole).filter((row) => widgets?.includes(row.widgets) ?? true);
  const isDone = (run: PlannedRun): boolean => done.some((result) => isResultOfRun(result, run));
  return rows.flatMap((row) =>
    Array.from({ length: row.repeats }, (_, repeat) => {
      const shape = toShape(row, isQuick);
      const runs = chosen.filter((peer) => row.all || peer === peers[0]).map((peer) => ({ peer, shape, repeat }));
      return shuffle(runs).filter((run) => !isDone(run));
    }).flat(),
  );
}

function toShape({ repeats: _repeats, all: _all, ...row }: Row, isQuick: boolean): Shape {
  return { ...row, changeSeconds: isQuick ? 5 : 30, idleSeconds: isQuick ? 0 : 30 };
}

function isResultOfRun(result: Result, { peer, shape, repeat }: PlannedRun): boolean {
  return (
    result.peer === peer.name &&
    result.widgets === shape.widgets &&
    result.children === shape.children &&
    result.deployments === shape.deployments &&
    result.repeat === repeat
  );
}

function shuffle<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
