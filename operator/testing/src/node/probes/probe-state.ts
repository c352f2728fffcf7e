import type { Probe } from '@kubewright/runtime/kinds';

/** The result of one check. */
export type Outcome = 'success' | 'failure';

/** The state of a probe. */
export interface ProbeState {
  /** The current result, which changes only when a threshold is reached. */
  readonly result: Outcome | 'unknown';
  readonly last: Outcome | 'unknown';
  /** The number of consecutive checks with the result `last`. */
  readonly inRow: number;
}

/** The states before the first check: a container is not ready, and alive. */
export const initialState = {
  startup: { result: 'unknown', last: 'unknown', inRow: 0 },
  readiness: { result: 'failure', last: 'unknown', inRow: 0 },
  liveness: { result: 'success', last: 'unknown', inRow: 0 },
} as const satisfies Record<string, ProbeState>;

/** The kubelet's defaults, which the API server sets. */
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
