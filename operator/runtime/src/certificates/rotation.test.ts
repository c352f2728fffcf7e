import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createCountingIssuer, getIssuer } from '../../fixtures/counting-issuer.ts';
import { buildBundle, type Certificates, checkLifetimes, type Lifetimes, rotate } from './rotation.ts';

const lifetimes: Lifetimes = { authorityMs: 3_000, servingMs: 600, settleMs: 100 };

interface Moment {
  readonly atMs: number;
  readonly certificates: Certificates;
}

/** Simulates a rotation from time 0, with a check after each of `pauses`; returns the certificates after each check. */
async function simulateHistory(pauses: readonly number[]): Promise<readonly Moment[]> {
  const issuer = createCountingIssuer();
  const moments: Moment[] = [];
  let atMs = 0;
  let certificates: Certificates | undefined;
  for (const pause of [0, ...pauses]) {
    atMs += pause;
    certificates = await rotate(certificates, { lifetimes, issuer, nowMs: atMs });
    moments.push({ atMs, certificates });
  }
  return moments;
}

/**
 * Lists all bundles that clients may use at a moment: the last published one, and those that were current up to
 * `settleMs` before.
 */
function listSeenAt(moments: readonly Moment[], index: number): readonly Certificates[] {
  const now = moments[index]?.atMs ?? 0;
  return moments
    .slice(0, index + 1)
    .filter((_, at) => at === index || (moments[at + 1]?.atMs ?? 0) > now - lifetimes.settleMs)
    .map(({ certificates }) => certificates);
}

/**
 * The longest time between two checks of a replica in milliseconds: three checks fit into the settling time. An API
 * server sees a published bundle after the same time.
 */
const lookMs = 30;

interface Published {
  readonly fromMs: number;
  readonly certificates: Certificates;
}

interface Replica {
  /** When the replica starts, in milliseconds. */
  readonly fromMs: number;
  /** How far the clock of the replica is ahead, in milliseconds. */
  readonly clockMs: number;
}

/**
 * Replicas share their published certificates. After each check of a replica, the next of `pauses` is the time until it
 * checks again, at most `lookMs`. Until then it serves the last result.
 */
async function checkReplicasTrusted(replicas: readonly Replica[], pauses: readonly number[]): Promise<void> {
  const issuer = createCountingIssuer();
  const published: Published[] = [];
  const served = new Map<number, Certificates>();
  const nextLook = replicas.map(({ fromMs }) => fromMs);
  for (const pause of pauses) {
    const atMs = Math.min(...nextLook);
    const replica = nextLook.indexOf(atMs);
    nextLook[replica] = atMs + pause;
    const before = published.at(-1)?.certificates;
    const certificates = await rotate(before, { lifetimes, issuer, nowMs: atMs + (replicas[replica]?.clockMs ?? 0) });
    if (certificates !== before) published.push({ fromMs: atMs, certificates });
    served.set(replica, certificates);
    const trusted = published.filter((_, at) => (published[at + 1]?.fromMs ?? Infinity) > atMs - lookMs);
    for (const { serving } of served.values()) {
      for (const known of trusted) expect(buildBundle(known.certificates)).toContain(getIssuer(serving));
      expect(serving.notAfterMs - atMs).toBeGreaterThan(lookMs);
    }
  }
}

describe('the rotation of certificates', () => {
  it('always serves a trusted certificate that is not about to expire', async () => {
    // The check interval is a sixth of the shorter lifetime.
    const pauses = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 50, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(pauses, async (each) => {
        const moments = await simulateHistory(each);
        for (const [index, { atMs }] of moments.entries()) {
          const seen = listSeenAt(moments, index);
          for (const client of seen)
            for (const { serving } of seen) expect(buildBundle(client)).toContain(getIssuer(serving));
          for (const { serving } of seen) expect(serving.notAfterMs - atMs).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('holds for replicas that start later, and for clocks that differ by a sixth of the settling time', async () => {
    const fromMs = fc.oneof(fc.constant(0), fc.integer({ min: 1_900, max: 2_200 }));
    const replica = fc.record({ fromMs, clockMs: fc.integer({ min: -8, max: 8 }) });
    const replicas = fc.array(replica, { maxLength: 4 }).map((some) => [{ fromMs: 0, clockMs: 0 }, ...some]);
    const pauses = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 500, maxLength: 700 });
    await fc.assert(
      fc.asyncProperty(replicas, pauses, async (some, each) => {
        await checkReplicasTrusted(some, each);
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });

  it('replaces the serving certificate in the last third of its life, and the authority in three steps', async () => {
    const moments = await simulateHistory(Array.from({ length: 30 }, () => 100));
    const steps = moments
      .filter(({ certificates }, index) => certificates !== moments[index - 1]?.certificates)
      .map(({ atMs, certificates: { authority, other, serving } }) => [
        ...[atMs, authority.certificate, serving.certificate],
        other && `${other.role} ${other.certificate}`,
      ]);
    expect(steps).toEqual([
      [0, '[authority 1]', '2 by [authority 1]', undefined],
      [500, '[authority 1]', '3 by [authority 1]', undefined],
      [1_000, '[authority 1]', '4 by [authority 1]', undefined],
      [1_500, '[authority 1]', '5 by [authority 1]', undefined],
      [2_000, '[authority 1]', '6 by [authority 1]', undefined],
      [2_100, '[authority 1]', '6 by [authority 1]', 'next [authority 7]'],
      [2_200, '[authority 7]', '8 by [authority 7]', 'last [authority 1]'],
      [2_300, '[authority 7]', '8 by [authority 7]', undefined],
      [2_700, '[authority 7]', '9 by [authority 7]', undefined],
    ]);
  });

  it('restarts once the authority has expired, because clients no longer trust it', async () => {
    const moments = await simulateHistory([3_000]);
    expect(moments.at(-1)?.certificates.authority.certificate).toBe('[authority 3]');
  });

  it.each([
    [{ ...lifetimes, servingMs: 599 }, 'six times the settle time'],
    [{ ...lifetimes, authorityMs: 2_399 }, 'three times the sum'],
  ])('has no time in %o', (short, message) => {
    expect(() => {
      checkLifetimes(short);
    }).toThrow(message);
  });
});
