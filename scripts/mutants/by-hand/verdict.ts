/** The part of a report of Vitest's reporter `json` that shows whether a test caught the mutant. */
export interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages?: readonly string[] }[];
  }[];
}

/** `broken`: no test ran, or the mutant uses a name that its file does not declare. Such a mutant proves nothing. */
export type Verdict = 'killed' | 'survived' | 'broken';

/** @param report the report of Vitest; `undefined` if Vitest did not write one */
export function computeVerdict(report: Report | undefined): Verdict {
  const results = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === 'failed');
  const unknownName = failed.some(({ failureMessages = [] }) => failureMessages.some(isUnknownName));
  if (unknownName || !results.some(({ status }) => status === 'passed' || status === 'failed')) return 'broken';
  return failed.length > 0 ? 'killed' : 'survived';
}

function isUnknownName(message: string): boolean {
  return /ReferenceError: \S+ is not defined/.test(message);
}
