import type { Probe } from '@kubewright/runtime/kinds';

/** What one check says. */
export type Outcome = 'success' | 'failure';

/** What a probe has found so far. */
export interface ProbeState {
  /** What counts: it changes only when a threshold is reached. */
  readonly result: Outcome | 'unknown';
  readonly last: Outcome | 'unknown';
  /** How often `last` came in a row. */
  readonly inRow: number;
}

/** Before the first check: nobody is ready, and nobody is given up. */
export const initialState = {
  startup: { result: 'unknown', last: 'unknown', inRow: 0 },
  readiness: { result: 'failure', last: 'unknown', inRow: 0 },
  liveness: { result: 'success', last: 'unknown', inRow: 0 },
} as const satisfies Record<string, ProbeState>;

/** The kubelet's defaults, which the API server fills in. */
export const probeDefaults = {
  initialDelaySeconds: 0,
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
} as const;

/** The state after one more check. */
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
