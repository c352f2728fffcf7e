import { describe, expect, it } from 'vitest';

import {
  beginTerm,
  type ControllerFixture,
  Cafe,
  buildCafe,
  buildObject,
  createScriptedController,
} from '../../fixtures/scripted-controller.ts';
import { waitForAbort, type KubeObject } from '../base/index.ts';
import { awaitChange, defineController } from '../reconcile/index.ts';

/** Creates a controller that records each resource before it reconciles it. */
function setUp(reconcile: (name: string, signal: AbortSignal) => Promise<void>, workers: number) {
  const visits: string[] = [];
  const definition = defineController(Cafe, {
    async reconcile({ metadata: { name } }, { signal }) {
      visits.push(name);
      await reconcile(name, signal);
      return awaitChange;
    },
  });
  const fixture = createScriptedController(definition, { workers });
  return { fixture, visits };
}

const emitChange = (fixture: ControllerFixture, object: KubeObject): void =>
  fixture.emit(Cafe, { type: 'applied', object });

async function waitUntilIdle({ controller: { queue }, clock }: ControllerFixture): Promise<void> {
  do await clock.settle();
  while (queue.length > 0 || queue.inWork > 0);
}

/** Changes two thousand resources of one namespace, and then one of another. */
function flood(fixture: ControllerFixture): void {
  fixture.emitSynced();
  for (let index = 0; index < 2_000; index += 1) emitChange(fixture, buildObject(Cafe, `flood-${String(index)}`));
  emitChange(fixture, buildObject(Cafe, 'single', { namespace: 'quiet' }));
}

describe('a flood of 2,000 resources in one namespace', () => {
  // id: fault-15
  it('delays one of another namespace by at most as many reconciles as there are workers', async () => {
    const { fixture, visits } = setUp(() => Promise.resolve(), 10);
    flood(fixture);
    const term = beginTerm(fixture);
    await waitUntilIdle(fixture);

    expect(visits).toHaveLength(2_001);
    expect(visits.indexOf('single')).toBeLessThanOrEqual(10);

    term.stop.abort();
    await term.over;
  });

  it('whose reconciles take their whole timeout delays it by one such timeout', async () => {
    const { fixture, visits } = setUp(
      (name, signal) => (name === 'single' ? Promise.resolve() : waitForAbort(signal)),
      1,
    );
    flood(fixture);
    const term = beginTerm(fixture);
    await fixture.clock.advance(59_999);
    expect(visits).toHaveLength(1);

    await fixture.clock.advance(1);

    expect(visits).toContain('single');
    term.lose();
    await term.over;
  });
});

describe('an object whose requeueAfter has passed', () => {
  // id: fault-15
  it('is reconciled in turn, next to 100 that change all the time', async () => {
    let version = 100;
    const busy = (name: string): void => emitChange(fixture, buildCafe(name, String((version += 1))));
    const { fixture, visits } = setUp((name) => {
      if (name !== 'swept' && visits.length <= 1_000) busy(name);
      return Promise.resolve();
    }, 1);
    fixture.emitSynced('swept');
    for (let index = 0; index < 100; index += 1) busy(`busy-${String(index)}`);
    const term = beginTerm(fixture);
    await waitUntilIdle(fixture);

    expect(visits.indexOf('swept')).toBe(9);

    term.stop.abort();
    await term.over;
  });
});
