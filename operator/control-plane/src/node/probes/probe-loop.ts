import { type Clock, createDeadline } from '@kubewright/runtime/internal/base';
import type { Container, Probe } from '@kubewright/runtime/kinds';

import type { HandlerResult } from './handler.ts';

export type ProbeName = 'startup' | 'readiness' | 'liveness';

interface ProbeEvents {
  /** Called when the startup probe has succeeded; at once if the container has no such probe. */
  onStarted(): void;
  onReadiness(ready: boolean): void;
  /** Called for each failed check that counts, before its consequence. */
  onFailed(name: ProbeName, message: string): void;
  /** Called when probes have ended because the container must be restarted. */
  onUnhealthy(name: ProbeName, message: string): void;
}

interface ProbeOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly events: ProbeEvents;
  /**
   * The interval in milliseconds of extra checks by a network probe for startup or readiness, until its first success.
   * Their failures do not count. (A kubelet whose probe comes too early waits for the next period.) @default - no extra
   * checks
   */
  readonly earlyMs?: number;
  check(probe: Probe, signal: AbortSignal): Promise<HandlerResult>;
}

/**
 * Probes a running container until `signal` aborts: first the startup probe alone, until it succeeds; then readiness
 * and liveness probes in parallel. A container without probes is started, ready and alive.
 */
export async function runProbes(
  container: Pick<Container, 'startupProbe' | 'readinessProbe' | 'livenessProbe'>,
  options: ProbeOptions,
): Promise<void> {
  const { events, signal } = options;
  if (container.startupProbe && !(await hasStarted(container.startupProbe, options))) return;
  events.onStarted();
  if (!container.readinessProbe) events.onReadiness(true);
  const ended = new AbortController();
  const both = { ...options, signal: AbortSignal.any([signal, ended.signal]) };
  await Promise.all([
    container.readinessProbe && followReadiness(container.readinessProbe, both),
    container.livenessProbe && waitUntilUnhealthy(container.livenessProbe, both).finally(() => ended.abort()),
  ]);
}

async function hasStarted(probe: Probe, options: ProbeOptions): Promise<boolean> {
  for await (const { state, message } of runChecks('startup', probe, options)) {
    if (state.result === 'success') return true;
    if (state.result === 'failure') {
      options.events.onUnhealthy('startup', message);
      return false;
    }
  }
  return false;
}

async function followReadiness(probe: Probe, options: ProbeOptions): Promise<void> {
  let ready = false;
  for await (const { state } of runChecks('readiness', probe, options)) {
    if (ready === (state.result === 'success')) continue;
    ready = !ready;
    options.events.onReadiness(ready);
  }
}

async function waitUntilUnhealthy(probe: Probe, options: ProbeOptions): Promise<void> {
  for await (const { state, message } of runChecks('liveness', probe, options)) {
    if (state.result !== 'failure') continue;
    options.events.onUnhealthy('liveness', message);
    return;
  }
}

interface Check {
  readonly state: ProbeState;
  readonly message: string;
}

/** Yields the state of a probe after each check; reports failures. */
async function* runChecks(name: ProbeName, probe: Probe, options: ProbeOptions): AsyncGenerator<Check> {
  for await (const check of runTimedChecks(name, probe, options)) {
    if (check.state.last === 'failure') options.events.onFailed(name, check.message);
    yield check;
  }
}

/** Yields the result of one check per period, until the signal aborts. */
async function* runTimedChecks(name: ProbeName, probe: Probe, options: ProbeOptions): AsyncGenerator<Check> {
  const { clock, signal } = options;
  const { initialDelaySeconds, periodSeconds } = { ...probeDefaults, ...probe };
  const earlyMs = getEarlyMs(name, probe, options);
  let state: ProbeState = initialState[name];
  let next = clock.monotonic() + initialDelaySeconds * 1000;
  for (let neverYet = true; ;) {
    const early = neverYet && state.last === 'failure' ? clock.monotonic() + earlyMs : next;
    if (!(await hasWaited(clock, Math.min(early, next) - clock.monotonic(), signal))) return;
    const startedAt = clock.monotonic();
    const { ok, message } = await checkOnce(name, probe, options);
    if (signal.aborted) return;
    if (!ok && startedAt < next) continue;
    neverYet &&= !ok;
    next = startedAt + periodSeconds * 1000;
    state = nextState(state, ok ? 'success' : 'failure', probe);
    yield { state, message };
  }
}

function getEarlyMs(name: ProbeName, probe: Probe, { earlyMs }: ProbeOptions): number {
  return earlyMs === undefined || name === 'liveness' || probe.exec ? Number.POSITIVE_INFINITY : earlyMs;
}

async function checkOnce(name: ProbeName, probe: Probe, options: ProbeOptions): Promise<HandlerResult> {
  const { clock, signal } = options;
  const { timeoutSeconds } = { ...probeDefaults, ...probe };
  using limit = createDeadline(clock, { what: `${name} probe`, afterMs: timeoutSeconds * 1000, parent: signal });
  return await options.check(probe, limit.signal);
}

/** Resolves to `true` after the delay, or to `false` if the signal aborts before that. */
async function hasWaited(clock: Clock, delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (delayMs <= 0) return true;
  return clock.sleep(delayMs, signal).then(
    () => true,
    () => false,
  );
}

export type Outcome = 'success' | 'failure';

export interface ProbeState {
  /** The current result, which changes only at a threshold. */
  readonly result: Outcome | 'unknown';
  readonly last: Outcome | 'unknown';
  /** The number of consecutive checks with the result `last`. */
  readonly inRow: number;
}

/** The states before the first check: a container counts as alive, but not as ready. */
export const initialState = {
  startup: { result: 'unknown', last: 'unknown', inRow: 0 },
  readiness: { result: 'failure', last: 'unknown', inRow: 0 },
  liveness: { result: 'success', last: 'unknown', inRow: 0 },
} as const satisfies Record<string, ProbeState>;

/** The kubelet's defaults, which the API server sets. */
const probeDefaults = {
  initialDelaySeconds: 0,
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
} as const;

/** Computes the state after another check. */
export function nextState(
  state: ProbeState,
  outcome: Outcome,
  probe: Pick<Probe, 'successThreshold' | 'failureThreshold'>,
): ProbeState {
  const { successThreshold, failureThreshold } = { ...probeDefaults, ...probe };
  const inRow = state.last === outcome ? state.inRow + 1 : 1;
  const reached = inRow >= (outcome === 'success' ? successThreshold : failureThreshold);
  return { result: reached ? outcome : state.result, last: outcome, inRow };
}
