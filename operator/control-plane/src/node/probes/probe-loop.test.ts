import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Container, Probe } from '@kubewright/runtime/kinds';
import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { initialState, nextState, type Outcome, type ProbeName, type ProbeState, runProbes } from './probe-loop.ts';

interface Run {
  readonly clock: FakeClock;
  /** The events in order, each with the second at which it happened. */
  readonly log: string[];
  /** The names of the probes that failed, once per failure that counts. */
  readonly failures: ProbeName[];
  readonly healthy: Record<ProbeName, boolean>;
  stop(): Promise<void>;
}

type Probes = Pick<Container, 'startupProbe' | 'readinessProbe' | 'livenessProbe'>;

function startProbing(probes: Probes, healthy: Partial<Record<ProbeName, boolean>> = {}, earlyMs?: number): Run {
  const clock = createFakeClock();
  const answers = { startup: true, readiness: true, liveness: true, ...healthy };
  const log: string[] = [];
  const failures: ProbeName[] = [];
  const note = (text: string): void => void log.push(`${String(clock.monotonic() / 1000)} ${text}`);
  const controller = new AbortController();
  const getProbeName = (probe: Probe): ProbeName =>
    probe === probes.startupProbe ? 'startup' : probe === probes.readinessProbe ? 'readiness' : 'liveness';
  const ended = runProbes(probes, {
    clock,
    signal: controller.signal,
    ...(earlyMs !== undefined && { earlyMs }),
    check: async (probe) => {
      note(`${getProbeName(probe)}?`);
      return { ok: answers[getProbeName(probe)], message: 'sick' };
    },
    events: {
      onStarted: () => note('started'),
      onFailed: (name) => failures.push(name),
      onReadiness: (ready) => note(ready ? 'ready' : 'unready'),
      onUnhealthy: (name, message) => note(`${name} says ${message}`),
    },
  });
  return {
    clock,
    log,
    failures,
    healthy: answers,
    async stop() {
      controller.abort();
      await clock.settle();
      await ended;
    },
  };
}

test('without probes a container is started and ready at once', async () => {
  const { log, clock } = startProbing({});
  await clock.settle();
  expect(log).toEqual(['0 started', '0 ready']);
});

test('a container is ready after one success, and not ready after three failures', async () => {
  const { log, clock, healthy } = startProbing({ readinessProbe: { periodSeconds: 5 } }, { readiness: false });
  await clock.advance(5_000);
  healthy.readiness = true;
  await clock.advance(5_000);
  expect(log.splice(0)).toEqual(['0 started', '0 readiness?', '5 readiness?', '10 readiness?', '10 ready']);
  healthy.readiness = false;
  await clock.advance(15_000);
  expect(log).toEqual(['15 readiness?', '20 readiness?', '25 readiness?', '25 unready']);
});

test('no other probe runs before the startup probe has succeeded', async () => {
  const probes = { startupProbe: { periodSeconds: 1, failureThreshold: 30 }, readinessProbe: {}, livenessProbe: {} };
  const { log, clock, healthy } = startProbing(probes, { startup: false });
  await clock.advance(2_000);
  healthy.startup = true;
  await clock.advance(1_000);
  expect(log).toEqual([
    '0 startup?',
    '1 startup?',
    '2 startup?',
    '3 startup?',
    '3 started',
    '3 readiness?',
    '3 liveness?',
    '3 ready',
  ]);
});

test('a startup probe that reaches its failure threshold ends the container', async () => {
  const { log, clock } = startProbing(
    { startupProbe: { periodSeconds: 1, failureThreshold: 2 }, livenessProbe: {} },
    { startup: false },
  );
  await clock.advance(60_000);
  expect(log).toEqual(['0 startup?', '1 startup?', '1 startup says sick']);
  expect(clock.timers).toBe(0);
});

test('a liveness probe that reaches its failure threshold ends all probing', async () => {
  const probes = {
    livenessProbe: { initialDelaySeconds: 7, failureThreshold: 1 },
    readinessProbe: { periodSeconds: 3 },
  };
  const { log, clock } = startProbing(probes, { liveness: false });
  await clock.advance(60_000);
  expect(log).toEqual([
    '0 started',
    '0 readiness?',
    '0 ready',
    '3 readiness?',
    '6 readiness?',
    '7 liveness?',
    '7 liveness says sick',
  ]);
  expect(clock.timers).toBe(0);
});

test('leaves no timer when probing ends', async () => {
  const run = startProbing({ readinessProbe: {}, livenessProbe: {} });
  await run.clock.advance(25_000);
  await run.stop();
  expect(run.clock.timers).toBe(0);
  run.log.length = 0;
  await run.clock.advance(60_000);
  expect(run.log).toEqual([]);
});

test('a check that exceeds timeoutSeconds is aborted', async () => {
  const clock = createFakeClock();
  const controller = new AbortController();
  const reasons: string[] = [];
  const nothing = (): void => undefined;
  const ended = runProbes(
    { readinessProbe: { timeoutSeconds: 2 } },
    {
      clock,
      signal: controller.signal,
      check: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reasons.push(`${String(clock.monotonic())} ${String(signal.reason)}`);
            resolve({ ok: false, message: 'timeout' });
          });
        }),
      events: { onStarted: nothing, onReadiness: nothing, onFailed: nothing, onUnhealthy: nothing },
    },
  );
  await clock.advance(3_000);
  expect(reasons).toEqual([expect.stringMatching(/^2000 .*readiness probe within 2000 ms/)]);
  controller.abort();
  await ended;
});

test('before the first success, an early check counts only if it succeeds', async () => {
  const { log, clock, healthy } = startProbing(
    { readinessProbe: { failureThreshold: 1 } },
    { readiness: false },
    4_000,
  );
  await clock.advance(13_000);
  healthy.readiness = true;
  await clock.advance(1_000);
  const asked = ['0', '4', '8', '10', '14'].map((second) => `${second} readiness?`);
  expect(log.splice(0)).toEqual(['0 started', ...asked, '14 ready']);
  healthy.readiness = false;
  await clock.advance(20_000);
  expect(log).toEqual(['24 readiness?', '24 unready', '34 readiness?']);
});

test("failed early checks do not count towards the startup probe's failure threshold", async () => {
  const { log, failures, clock } = startProbing(
    { startupProbe: { periodSeconds: 10, failureThreshold: 3 } },
    { startup: false },
    1_000,
  );
  await clock.advance(60_000);
  expect(log.at(-1)).toBe('20 startup says sick');
  expect(failures).toEqual(['startup', 'startup', 'startup']);
});

test('an exec probe is not run early', async () => {
  const { log, clock } = startProbing({ readinessProbe: { exec: { command: ['x'] } } }, { readiness: false }, 1_000);
  await clock.advance(10_000);
  expect(log).toEqual(['0 started', '0 readiness?', '10 readiness?']);
});

test('the result changes only after a threshold of consecutive checks', () => {
  const outcome = fc.constantFrom<Outcome>('success', 'failure');
  const threshold = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(fc.array(outcome), threshold, threshold, (outcomes, successThreshold, failureThreshold) => {
      let state: ProbeState = initialState.startup;
      for (const [index, now] of outcomes.entries()) {
        const before = state;
        state = nextState(state, now, { successThreshold, failureThreshold });
        const needed = now === 'success' ? successThreshold : failureThreshold;
        const row = outcomes.slice(Math.max(0, index + 1 - needed), index + 1);
        const reached = row.length === needed && row.every((one) => one === now);
        expect(state.result).toBe(reached ? now : before.result);
      }
    }),
  );
});
