// Imported first, so that it counts the maps, sets and abort listeners of all later modules.
import { takeCensus } from '../../fixtures/census.ts';

import { beforeEach, describe, expect, it } from 'vitest';

import { operateInMemory, type OperatorCensus, type OperatorInMemory } from '../../fixtures/operator-in-memory.ts';
import { defineApi, t } from '../api/index.ts';
import { ConfigMap, Secret } from '../kinds/index.ts';
import {
  awaitChange,
  requeueAfter,
  condition,
  counter,
  defineController,
  gaugePerObject,
  named,
  notReady,
  owns,
  reads,
  usedBy,
  watches,
} from '../reconcile/index.ts';

const Cafe = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({ menu: t.string(), trouble: t.optional(t.string()) }),
  status: t.object({ conditions: t.conditions() }),
});

const usedMenu = usedBy(Cafe, ({ spec }) => [spec.menu]);

/** A controller that uses every part of the runtime that keeps memory. */
const cafe = defineController(Cafe, {
  owns: { notes: owns(ConfigMap, { delete: true }) },
  reads: {
    keys: reads(Secret, { indexes: { byOwner: (secret) => secret.metadata.labels?.['owner'] } }),
    tokens: reads(
      Secret,
      named(Cafe, ({ metadata }) => [metadata.name]),
    ),
  },
  watches: {
    menus: watches(ConfigMap, usedMenu, { labelSelector: 'menu' }),
    recipes: watches(
      ConfigMap,
      named(Cafe, ({ spec }) => [spec.menu]),
    ),
  },
  finalizer: { name: 'example.com/cafe', cleanUp: () => Promise.resolve() },
  metrics: {
    seen: counter({ name: 'cafe_seen_total', help: 'Looks.' }),
    open: gaugePerObject({ name: 'cafe_open', help: 'Open.', value: () => 1 }),
  },
  async reconcile({ metadata: { name }, spec }, { notes, keys, tokens, menus, recipes, status, events, metrics }) {
    metrics.seen.inc();
    tokens.get(name);
    recipes.list();
    await notes.apply({ metadata: { name: `${name}-note` }, data: { menu: spec.menu } });
    await notes.apply({ metadata: { name: `${name}-other` }, data: {} });
    await notes.delete(`${name}-other`);
    if (spec.trouble === 'throws') throw new Error(`what is ${name}?`);
    if (spec.trouble === 'refuses') throw notReady('Closed', `${name} is closed.`);
    events.normal('Served', `${name} serves ${String(menus.get(spec.menu)?.data?.['dish'])}.`);
    status.set({ conditions: [condition('Ready', true, { reason: 'Open', message: 'It is open.' })] });
    return keys.by('byOwner', name).length > 0 ? requeueAfter(3_600_000) : awaitChange;
  },
});

/** Files with their own memory bound, which their tests check: they evict the least recently used entry. */
const withBound = ['reconcile/events/lru-cache.ts', 'reconcile/events/similar-events.ts'];

let operator: OperatorInMemory;
let rounds: number;

beforeEach(async () => {
  operator = await operateInMemory(cafe);
  rounds = 0;
  return () => operator[Symbol.asyncDispose]();
});

interface Opened {
  readonly namespace: string;
  readonly names: readonly string[];
}

/**
 * Creates five Cafes in a new namespace, with the objects that they read and watch. The reconciles of two of them fail.
 */
async function open(): Promise<Opened> {
  const { client } = operator.server;
  const namespace = `round-${String((rounds += 1))}`;
  const names = Array.from({ length: 5 }, (_, index) => `${namespace}-${String(index)}`);
  for (const [index, name] of names.entries()) {
    const metadata = { namespace, name, labels: { menu: 'yes', owner: name } };
    await client.resource(Secret).create({ apiVersion: 'v1', kind: 'Secret', metadata });
    await client.resource(ConfigMap).create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { dish: 'soup' } });
    const trouble = ['throws', 'refuses'][index];
    const spec = { menu: name, ...(trouble !== undefined && { trouble }) };
    await client.resource(Cafe).create({ apiVersion: 'example.com/v1', kind: 'Cafe', metadata, spec });
  }
  await operator.settle();
  await operator.clock.advance(100);
  return { namespace, names };
}

async function close({ namespace, names }: Opened): Promise<void> {
  const { client } = operator.server;
  for (const name of names) {
    for (const kind of [Cafe, Secret, ConfigMap]) {
      await client.resource(kind).delete({ namespace, name }, { propagation: 'Background' });
    }
  }
  await operator.settle();
}

const createAndDeleteOwners = async (): Promise<void> => close(await open());

/** Breaks all watches, which resume, and then restarts them with a 410. */
async function reconnect(): Promise<void> {
  const { server, clock } = operator;
  server.breakWatches();
  await clock.advance(2_000);
  server.compact();
  server.breakWatches();
  await clock.advance(2_000);
}

/**
 * Lets the Lease move to another process and back. In between, that process removes the finalizers of the resources.
 */
async function runTerms(): Promise<void> {
  const { client } = operator.server;
  const opened = await open();
  await operator.loseLeadership();
  const removeFinalizer = [{ op: 'remove', path: '/metadata/finalizers' }] as const;
  for (const name of opened.names) await client.resource(Cafe).jsonPatch({ ...opened, name }, removeFinalizer, {});
  await close(opened);
  await createAndDeleteOwners();
  await operator.regainLeadership();
}

async function count(): Promise<OperatorCensus> {
  const { entries, ...rest } = await operator.count(takeCensus);
  const unbounded = Object.entries(entries).filter(([line]) => !withBound.some((file) => line.startsWith(file)));
  return { ...rest, entries: Object.fromEntries(unbounded) };
}

/** Runs `happen` once, so that everything lazy exists, and then ten more times. */
async function expectNothingRetained(happen: () => Promise<void>): Promise<void> {
  await happen();
  const before = await count();
  for (let round = 0; round < 10; round += 1) await happen();
  expect(await count()).toEqual(before);
}

describe('an operator keeps no listener, timer, index row, map entry, watch or metric', { timeout: 60_000 }, () => {
  // id: fault-16
  it('of owners that were created and deleted', () => expectNothingRetained(createAndDeleteOwners));

  // id: fault-16
  it('of owners that were created and deleted while it was a standby', async () => {
    await operator.loseLeadership();
    await expectNothingRetained(createAndDeleteOwners);
  });

  // id: fault-16
  it('of watches that broke', () => expectNothingRetained(reconnect));

  // id: fault-16
  it('of terms that it has led', () => expectNothingRetained(runTerms));
});
