import type { Failure, FileOutcome, Outcome } from './outcome.ts';

/** One run of a suite: `npm run <suite>`. */
export interface Run {
  readonly suite: string;
  /** Whether the exit code of the run was 0. */
  readonly ok: boolean;
  /** The report of the run; `undefined` if the suite ended without one. */
  readonly outcome: Outcome | undefined;
}

export interface RerunTarget {
  readonly suite: string;
  readonly file: string;
}

/** The rerun of one file. */
export type Rerun = RerunTarget & Run;

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** A text for each failure. */
  readonly failures: readonly string[];
  /** A text for each failure of a file that passed when it was rerun alone. */
  readonly flaky: readonly string[];
}

/** The most files to rerun. If more fail, they have a common cause, and reruns would only fail again. */
const mostReruns = 10;
/** The Vitest project whose tests audit the logs of all other projects, so it runs last. */
const judging = 'audit';

/**
 * The files to rerun, in order: failed ones, then those that audit the logs of their suite. Empty if reruns cannot make
 * the verdict green, or if more than 10 files failed.
 */
export function planReruns(runs: readonly Run[]): readonly RerunTarget[] {
  const failed = runs.flatMap((run) => listFiles(run).filter(isRed));
  if (runs.some((run) => listUnexplained(run).length > 0) || failed.length > mostReruns) return [];
  return runs.flatMap((run) => {
    const files = listFiles(run);
    const judges = files.some(isRed) ? files.filter(isJudge) : [];
    const again = [...files.filter((file) => isRed(file) && !isJudge(file)), ...judges];
    return again.map(({ file }) => ({ suite: run.suite, file }));
  });
}

/** Computes the verdict. If a file was rerun, the result of the rerun replaces its result in the suite. */
export function judge(runs: readonly Run[], reruns: readonly Rerun[]): Verdict {
  const judged = runs.flatMap((run) => {
    const ofSuite = reruns.filter(({ suite }) => suite === run.suite);
    const othersRan = ofSuite.some(({ file }) => listFiles(run).some((each) => each.file === file && !isJudge(each)));
    return listFiles(run).map((first) => {
      const rerun = ofSuite.find(({ file }) => file === first.file);
      const last = rerun === undefined ? first : mergeRerun(rerun, first);
      // An audit that failed because logs were incomplete does not count as flaky.
      const flaky = isRed(first) && !isRed(last) && !(isJudge(first) && othersRan);
      return { last, flaky: flaky ? formatFlaky(first) : [] };
    });
  });
  const failures = [
    ...judged.flatMap(({ last }) => last.failures.map((failure) => `${last.file} > ${formatFailure(failure)}`)),
    ...runs.flatMap(listUnexplained),
  ];
  const passed = judged.reduce((sum, { last }) => sum + last.passed, 0);
  return { passed, failed: failures.length, failures, flaky: judged.flatMap(({ flaky }) => flaky) };
}

/** Failures of a run that are not in one of its files, so that rerunning a file does not explain them. */
function listUnexplained({ suite, ok, outcome }: Run): readonly string[] {
  if (outcome === undefined) return [`npm run ${suite} ended without a report`];
  const red = outcome.files.filter(isRed).map(({ file }) => file);
  const outside = outcome.outside.filter(({ file }) => file === undefined || !red.includes(file));
  if (outside.length > 0)
    return outside.map(({ file = suite, error }) => `${file} > outside of tests\n${formatErrorStart(error)}`);
  return ok || red.length > 0 ? [] : [`npm run ${suite} failed without a failed test: see its output`];
}

/** Returns the result of a file that was rerun alone. It passed only if the whole run passed and contained the file. */
function mergeRerun({ ok, outcome }: Rerun, first: FileOutcome): FileOutcome {
  const again = outcome?.files.find(({ file }) => file === first.file);
  if (again === undefined) return { ...first, passed: 0, failures: [...first.failures, endedWithoutResult] };
  const outside = (outcome?.outside ?? []).map(({ error }) => ({ title: 'outside of tests', error }));
  const failures = [...again.failures, ...outside];
  const passedAlone = ok && failures.length === 0 && again.passed > 0;
  return { ...again, failures: passedAlone || failures.length > 0 ? failures : [endedWithoutResult] };
}

const endedWithoutResult: Failure = {
  title: 'alone',
  error: 'the run failed without a failed test: see its output',
};

/** One text per failure, with the error of the first one only, because the others often follow from it. */
function formatFlaky({ file, failures }: FileOutcome): readonly string[] {
  return failures.map(
    ({ title, error }, index) => `${file} ${title}${index === 0 ? `\n${formatErrorStart(error)}` : ''}`,
  );
}

function formatFailure({ title, error }: Failure): string {
  return `${title}\n${formatErrorStart(error)}`;
}

/** Returns the first lines of an error, indented, without Vitest's own stack frames. */
function formatErrorStart(error: string): string {
  const lines = error.split('\n').filter((line) => !line.includes('/node_modules/vitest/'));
  return lines
    .slice(0, 20)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}

function listFiles({ outcome }: Run): readonly FileOutcome[] {
  return outcome?.files ?? [];
}

const isRed = ({ failures }: FileOutcome): boolean => failures.length > 0;
const isJudge = ({ project }: FileOutcome): boolean => project === judging;
