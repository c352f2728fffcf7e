import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createElectionHealth } from './election-health.ts';

describe('the health of the election', () => {
  it('is good if the Lease could be reached recently', async () => {
    const clock = createFakeClock();
    const { observer, check } = createElectionHealth(clock, 15_000);
    expect(check()).toBe(true);
    observer.onFailed('lease', new Error('connection refused'));
    await clock.advance(14_999);
    expect(check()).toBe(true);
    observer.onAnswered('lease');
    await clock.advance(60_000);
    expect(check()).toBe(true);
  });

  it('reports how long the Lease could not be reached, from the first failure, and the last error', async () => {
    const clock = createFakeClock();
    const { observer, check } = createElectionHealth(clock, 15_000);
    observer.onFailed('lease', new Error('connection refused'));
    await clock.advance(20_000);
    observer.onFailed('lease', new Error('leases is forbidden'));
    expect(check()).toBe('the Lease has been unreachable for 20 s: leases is forbidden');
    observer.onAnswered('lease');
    expect(check()).toBe(true);
  });
});
