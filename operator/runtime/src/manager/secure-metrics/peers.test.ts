import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { mostPeers, mostRefusals, Peers, windowMs } from './peers.ts';

describe('a peer', () => {
  it('is suspect after a refusal, exhausted after too many, and unsuspected again after a while', async () => {
    const clock = createFakeClock();
    const peers = new Peers(clock);
    expect(peers.standing('a')).toBe('unsuspected');
    peers.refused('a');
    expect(peers.standing('a')).toBe('refused');
    for (let count = 1; count < mostRefusals; count += 1) peers.refused('a');
    expect([peers.standing('a'), peers.standing('b')]).toEqual(['exhausted', 'unsuspected']);
    await clock.advance(windowMs);
    expect(peers.standing('a')).toBe('unsuspected');
    peers.refused('a');
    expect(peers.standing('a')).toBe('refused');
  });

  it('is forgotten if there are too many, the oldest first', () => {
    const peers = new Peers(createFakeClock());
    for (let index = 0; index <= mostPeers; index += 1) peers.refused(String(index));
    expect([peers.size, peers.standing('0'), peers.standing('1')]).toEqual([mostPeers, 'unsuspected', 'refused']);
  });
});
