// Imported first, so that it counts collections of all later modules.
import { takeCensus } from '../../fixtures/census.ts';

import { beforeAll, expect, it, vi } from 'vitest';

import { useCluster, createGroupName } from '../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../api/index.ts';
import type { Kind } from '../base/index.ts';
import { ConfigMap } from '../kinds/index.ts';
import { awaitChange, condition, defineController, owns } from '../reconcile/index.ts';

const Cafe = defineApi({
  group: createGroupName('bounded'),
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({}),
  status: t.object({ conditions: t.conditions() }),
});

const cafe = defineController(Cafe, {
  owns: { notes: owns(ConfigMap, { delete: true }) },
  // With a finalizer the controller deletes the children itself, because the garbage collector takes up to half a
  // minute to discover a new kind.
  finalizer: {
    name: 'example.com/cafe',
    cleanUp: async ({ metadata: { name } }, { notes }) => {
      await notes.delete(`${name}-note`);
    },
  },
  async reconcile({ metadata: { name } }, { notes, events, status }) {
    await notes.apply({ metadata: { name: `${name}-note` }, data: {} });
    events.normal('Served', 'Soup is served.');
    status.set({ conditions: [condition('Ready', true, { reason: 'Open', message: 'It is open.' })] });
    return awaitChange;
  },
});

/** Files whose memory is limited by time or by their own bound. */
const withBound = ['reconcile/events/', 'cache/watch-progress.ts'];
const patient = { timeout: 60_000, interval: 50 };
/** Sockets that earlier test files have left open in this worker. */
let socketsOfOthers: number;

// Counted before the cluster opens its own sockets.
beforeAll(() => {
  socketsOfOthers = countSockets();
});

const cluster = useCluster(Cafe);

function countSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
}

/** The objects of `kinds` that are left, without those that every namespace has. */
async function listLeft(...kinds: readonly Kind[]): Promise<readonly string[]> {
  const lists = kinds.map((kind) => cluster().client.resource(kind).list({ namespace: cluster().namespace }));
  const names = (await Promise.all(lists)).flatMap(({ items }) => items.map(({ metadata }) => metadata.name));
  return names.filter((name) => name !== 'kube-root-ca.crt');
}

// id: fault-16
it('owners that are created and deleted leave no socket, listener or map entry', { timeout: 180_000 }, async () => {
  await using run = await cluster().run(cafe, { workers: 4 });
  const cafes = cluster().client.resource(Cafe);
  let rounds = 0;
  const round = async (): Promise<void> => {
    rounds += 1;
    const names = Array.from({ length: 5 }, (_, index) => `cafe-${String(rounds)}-${String(index)}`);
    await Promise.all(names.map((name) => cluster().create(Cafe, name, { spec: {} })));
    const isReady = async (name: string): Promise<boolean> => {
      const { status } = await cafes.get({ namespace: cluster().namespace, name });
      return status?.conditions?.some(({ status: holds }) => holds === 'True') === true;
    };
    await vi.waitFor(async () => expect(await Promise.all(names.map(isReady))).not.toContain(false), patient);
    await Promise.all(
      names.map((name) => cafes.delete({ namespace: cluster().namespace, name }, { propagation: 'Background' })),
    );
    await vi.waitFor(async () => expect(await listLeft(Cafe, ConfigMap)).toEqual([]), patient);
  };
  const count = async (): Promise<Readonly<Record<string, number>>> => {
    const { entries, listeners } = await takeCensus();
    const kept = Object.entries(entries).filter(([line]) => !withBound.some((file) => line.startsWith(file)));
    return { ...Object.fromEntries(kept), listeners };
  };
  /** Counts while every worker waits for a key: a worker that does not wait yet has no entry and no listener. */
  const countAtRest = (): Promise<Readonly<Record<string, number>>> =>
    vi.waitFor(async () => {
      const counted = await count();
      expect(run.idle).toBe(true);
      return counted;
    }, patient);
  await round();
  // The count may be lower later, because the last event of a round may be pending here, with a listener.
  const before = await countAtRest();
  for (let times = 0; times < 2; times += 1) await round();

  const grown = async (): Promise<readonly string[]> =>
    Object.entries(await countAtRest()).flatMap(([what, size]) => (size > (before[what] ?? 0) ? [what] : []));
  await vi.waitFor(async () => expect(await grown()).toEqual([]), patient);
  // 16 connections for calls, and one for each watch.
  expect(countSockets() - socketsOfOthers).toBeLessThanOrEqual(18);
});
