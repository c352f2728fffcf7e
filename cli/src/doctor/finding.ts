/** A problem that a check found. An error makes the command fail, a warning does not. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** How the user can fix the problem. */
  readonly remedy: string;
}

/** The result of one check. */
export interface CheckResult {
  /** Name of the check, such as `CRDs` or `permissions`. */
  readonly check: string;
  /** What the check read, or why it could not run. */
  readonly summary: string;
  readonly findings: readonly Finding[];
}

/** Creates a finding that makes the command fail. */
export function error(message: string, remedy: string): Finding {
  return { severity: 'error', message, remedy };
}

export function warning(message: string, remedy: string): Finding {
  return { severity: 'warning', message, remedy };
}
