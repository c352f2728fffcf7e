import { describe, it } from 'vitest';

import { defineApi, t } from '../../../runtime/src/api/index.ts';
import {
  awaitChange,
  type ControllerDefinition,
  counter,
  defineController,
} from '../../../runtime/src/reconcile/index.ts';
import { runController } from './run-controller.ts';

const Site = defineApi({ group: 'example.com', version: 'v1', kind: 'Site', spec: t.object({}) });

class Store implements AsyncDisposable {
  readonly #pets: string[] = [];
  async add(pet: string): Promise<number> {
    return this.#pets.push(pet);
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.#pets.length = 0;
  }
}

const site = defineController(Site, {
  settings: { size: { type: 'integer', default: 3, description: '' }, tier: { type: 'string', description: '' } },
  uses: { store: async () => new Store() },
  metrics: {
    visits: counter({ name: 'visits_total', help: 'Visits.' }),
    byTier: counter({ name: 'tiers_total', help: 'By tier.', labels: ['tier'] }),
  },
  reconcile: async () => awaitChange,
});

describe('runController', () => {
  it('accepts values of declared settings', () => {
    void runController(site, { settings: { size: 7 } });
    // @ts-expect-error -- a string
    void runController(site, { settings: { size: 'seven' } });
    // @ts-expect-error -- no such setting
    void runController(site, { settings: { sizes: 7 } });
  });

  it('accepts implementations of uses without private members and without dispose', () => {
    void runController(site, { uses: { store: { add: async () => 1 } } });
    void runController(site, { uses: { store: new Store() } });
    // @ts-expect-error -- `add` returns another type
    void runController(site, { uses: { store: { add: async () => 'one' } } });
    // @ts-expect-error -- no such use
    void runController(site, { uses: { stores: { add: async () => 1 } } });
  });

  it('returns a metric by its name and labels', async () => {
    const run = await runController(site);
    void run.metric('visits');
    void run.metric('byTier', { tier: 'front' });
    // @ts-expect-error -- no such metric
    void run.metric('vistis');
    // @ts-expect-error -- no such label
    void run.metric('byTier', { teir: 'front' });
    // @ts-expect-error -- a label is missing
    void run.metric('byTier');
  });

  it('accepts any settings, uses and labels if the type of the declaration is unknown', async () => {
    const some: ControllerDefinition = site;
    const run = await runController(some, { settings: { a: 1 }, uses: { b: 2 } });
    void run.metric('visits', { tier: 'front' });
  });
});
