import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Reporter, SerializedError, TestModule, TestSuite, TestCase, Vitest } from 'vitest/node';

import type { Failure, FileOutcome, Outcome } from './outcome.ts';

/**
 * Writes the `Outcome` of a run to `--outputFile`. Vitest's JSON report lacks errors outside of tests, the error of a
 * describe's `beforeAll`, and the project of a file.
 */
export default class OutcomeReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const { outputFile, root } = this.#vitest?.config ?? {};
    if (typeof outputFile !== 'string' || root === undefined)
      throw new Error('set one output file: --outputFile=<file>');
    const below = (file: string): string => path.relative(root, file);
    const outcome: Outcome = {
      files: modules.map((module) => ({ file: below(module.moduleId), ...toOutcome(module) })),
      outside: errors.map((error) => {
        const running = error['VITEST_TEST_PATH'];
        return { ...(typeof running === 'string' ? { file: below(running) } : {}), error: formatErrors([error]) };
      }),
    };
    writeFileSync(outputFile, JSON.stringify(outcome));
  }
}

function toOutcome(module: TestModule): Omit<FileOutcome, 'file'> {
  const failures = [
    ...toFailures('(the file)', module.errors()),
    ...[...module.children.allSuites()].flatMap((suite: TestSuite) => toFailures(suite.fullName, suite.errors())),
    ...[...module.children.allTests('failed')].flatMap(toTestFailure),
  ];
  const passed = [...module.children.allTests('passed')].length;
  // A file is unfinished if its worker crashed, or if the run was interrupted.
  const unfinished = failures.length === 0 && !['passed', 'skipped'].includes(module.state());
  return {
    project: module.project.name,
    passed,
    failures: unfinished ? [{ title: '(the file)', error: 'did not finish' }] : failures,
  };
}

function toTestFailure(test: TestCase): readonly Failure[] {
  return [{ title: test.fullName, error: formatErrors(test.result().errors ?? []) }];
}

function toFailures(title: string, errors: readonly SerializedError[]): readonly Failure[] {
  return errors.length === 0 ? [] : [{ title, error: formatErrors(errors) }];
}

function formatErrors(errors: readonly Pick<SerializedError, 'message' | 'stack'>[]): string {
  return errors.map(({ stack, message }) => stack ?? message).join('\n');
}
