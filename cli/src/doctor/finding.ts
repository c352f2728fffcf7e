/** What a check found wrong. An error fails the command, a warning does not. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** The result of one check. */
export interface CheckResult {
  /** `CRDs`, `permissions`. */
  readonly check: string;
  /** What was checked, or why it was not. */
  readonly summary: string;
  readonly findings: readonly Finding[];
}

/** A finding that fails the command. */
export function error(message: string, remedy: string): Finding {
  return { severity: 'error', message, remedy };
}

export function warning(message: string, remedy: string): Finding {
  return { severity: 'warning', message, remedy };
}
