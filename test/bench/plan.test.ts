import { expect, it } from 'vitest';

import type { Result } from './figures.ts';
import { peers } from './peers/peers.ts';
import { planOf } from './plan.ts';

const result = (peer: string, widgets: number, repeat: number): Result => ({
  ...{ peer, widgets, children: 2, repeat, figures: {} },
  ...{ framework: 'any', at: '2026-01-01T00:00:00Z', commit: 'abc', machine: 'any' },
});
const names = peers.map(({ name }) => name);

it('every round has each peer once, so that a slower machine slows all of them', () => {
  const runs = planOf({ quick: false, widgets: [10_000], done: [] });
  expect(runs.map(({ repeat }) => repeat)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
  for (const repeat of [0, 1, 2]) {
    const round = runs.filter((run) => run.repeat === repeat).map(({ peer }) => peer.name);
    expect(round.toSorted()).toEqual(names.toSorted());
  }
});

it('runs that are done are not done again', () => {
  const done = names.map((name) => result(name, 10_000, 0)).slice(1);
  const [first, ...others] = planOf({ quick: false, widgets: [10_000], done });
  expect([first?.peer.name, first?.repeat, others.length]).toEqual([names[0], 0, 6]);
});

it('only ours runs in sizes and shapes that are not compared', () => {
  const runs = planOf({ quick: false, widgets: [100_000], done: [] });
  expect(runs.map(({ peer }) => peer.name)).toEqual(['kubewright']);
});

it('a run with Deployments is another than one with as many other children', () => {
  const done = [{ ...result('kubewright', 1_000, 0), children: 1 }];
  const runs = planOf({ quick: false, widgets: [1_000], peers: ['kubewright'], done });
  const single = runs.filter(({ shape }) => shape.children === 1);
  expect(single.map(({ shape }) => shape.deployments)).toEqual([true]);
});

it('a quick plan has one run of each', () => {
  const runs = planOf({ quick: true, peers: ['kubewright'], done: [] });
  expect(runs.map(({ shape }) => shape)).toEqual([{ widgets: 1000, children: 2, changeSeconds: 5, idleSeconds: 0 }]);
});
