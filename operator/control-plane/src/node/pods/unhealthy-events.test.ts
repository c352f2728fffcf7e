import { expect, test } from 'vitest';

import { buildPod } from '../../../fixtures/pod-fixture.ts';
import { silentLogger } from '../../../../runtime/src/base/index.ts';
import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import type { PodWarning } from './pod-api.ts';
import { UnhealthyEvents } from './unhealthy-events.ts';

interface Setup {
  readonly clock: FakeClock;
  readonly events: UnhealthyEvents;
  /** The sent requests: the text of a new event, or the new count of an earlier one. */
  readonly sent: (string | number)[];
  deleted: boolean;
}

function setUp(): Setup {
  const clock = createFakeClock();
  const sent: (string | number)[] = [];
  const setup = { clock, sent, deleted: false };
  const warn = async (_: unknown, { reason, container = '', note }: PodWarning) => {
    sent.push(`${reason} ${container}: ${note}`);
    return {
      async repeat(count: number): Promise<void> {
        if (setup.deleted) throw new Error('not found');
        sent.push(count);
      },
    };
  };
  const pod = buildPod();
  const events = new UnhealthyEvents({ pod: () => pod, context: { api: { warn }, clock, logger: silentLogger } });
  return Object.assign(setup, { events });
}

test('failures with one message are counted in one event, separately for each container and probe', async () => {
  const { events, sent, clock } = setUp();
  for (let time = 0; time < 3; time += 1)
    events.probeFailed('web', 'readiness', 'HTTP probe failed with statuscode: 503');
  events.probeFailed('web', 'liveness', 'sick');
  events.probeFailed('log', 'startup', 'sick');
  await clock.settle();
  expect(sent).toEqual([
    'Unhealthy web: Readiness probe failed: HTTP probe failed with statuscode: 503',
    ...[3, 3],
    'Unhealthy web: Liveness probe failed: sick',
    'Unhealthy log: Startup probe failed: sick',
  ]);
});

test('a Pod causes 25 requests, then one in five minutes, and the count includes all failures', async () => {
  const { events, sent, clock } = setUp();
  for (let time = 0; time < 100; time += 1) {
    events.probeFailed('web', 'readiness', 'sick');
    await clock.settle();
  }
  expect(sent).toHaveLength(25);
  await clock.advance(300_000);
  for (let time = 0; time < 10; time += 1) events.probeFailed('web', 'readiness', 'sick');
  await clock.settle();
  expect(sent).toHaveLength(26);
  expect(sent.at(-1)).toBeGreaterThan(100);
});

test('an event that the API server has deleted is created again with the next failure but one', async () => {
  const setup = setUp();
  const { events, sent, clock } = setup;
  events.probeFailed('web', 'readiness', 'sick');
  await clock.settle();
  setup.deleted = true;
  for (let time = 0; time < 2; time += 1) {
    events.probeFailed('web', 'readiness', 'sick');
    await clock.settle();
  }
  expect(sent).toEqual(Array(2).fill('Unhealthy web: Readiness probe failed: sick'));
});
