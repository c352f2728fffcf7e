import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { createLeaseFixture, type LeaseFixture } from '../../../fixtures/lease-fixture.ts';
import { silentLogger } from '../../base/index.ts';
import type { LeaseNotes } from './options.ts';
import { runElection } from './run-election.ts';

/** Notes whose text the test changes. */
class Note implements LeaseNotes {
  text = 'first';
  renew = (): void => undefined;

  annotations(): Readonly<Record<string, string>> {
    return { 'example.com/note': this.text };
  }

  onUrgent(renew: () => void): void {
    this.renew = renew;
  }
}

/** A leader that works until `end`. */
class Leader {
  readonly api: LeaseFixture = createLeaseFixture('lock');
  readonly clock: FakeClock = createFakeClock();
  readonly notes = new Note();
  readonly #work = Promise.withResolvers<undefined>();
  readonly #done: Promise<void>;

  constructor() {
    const { notes, clock } = this;
    const lease = { namespace: 'default', name: 'lock' };
    const shared = { client: this.api.client, clock, logger: silentLogger, notes };
    this.#done = runElection(
      { ...shared, identity: 'a', lease },
      async () => {
        await this.#work.promise;
      },
      new AbortController().signal,
    );
  }

  get annotations(): unknown {
    return this.api.lease?.metadata.annotations;
  }

  async end(): Promise<void> {
    this.#work.resolve(undefined);
    await this.#done;
  }
}

describe('the notes in a Lease', () => {
  it('are written with each claim and renewal, without a further request, and stay after the release', async () => {
    const leader = new Leader();
    const { api, clock, notes } = leader;
    await clock.advance(0);
    expect(leader.annotations).toEqual({ 'example.com/note': 'first' });
    notes.text = 'second';
    const before = api.calls.length;
    await clock.advance(2_000);
    expect(api.verbs.slice(before)).toEqual(['update']);
    expect(leader.annotations).toEqual({ 'example.com/note': 'second' });
    await leader.end();
    expect(leader.annotations).toEqual({ 'example.com/note': 'second' });
  });

  // id: lease-notes-late
  it('are written at once when they are urgent, also if that is during a renewal', async () => {
    const leader = new Leader();
    const { api, clock, notes } = leader;
    await clock.advance(500);
    const before = api.calls.length;
    notes.text = 'second';
    api.onCall = () => {
      notes.text = 'third';
      api.onCall = () => undefined;
      notes.renew();
      return undefined;
    };
    notes.renew();
    await clock.advance(0);
    expect(leader.annotations).toEqual({ 'example.com/note': 'third' });
    expect(api.verbs.slice(before)).toEqual(['update', 'update']);
    await clock.advance(1_999);
    expect(api.verbs.slice(before)).toEqual(['update', 'update']);
    await leader.end();
  });
});
