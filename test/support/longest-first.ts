import path from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, from the longest: begun last, one of them would run alone at the end while the other core
 * idles. Vitest knows durations only of a run before, and a fresh clone has had none.
 */
export const longest: readonly string[] = [
  'test/e2e/crash/crash.test.ts',
  'test/e2e/demo/end.test.ts',
  'test/e2e/start/start.test.ts',
  'test/e2e/rights/rights.test.ts',
  'test/e2e/examples/examples.test.ts',
  'operator/testing/src/control-plane/cli.real.test.ts',
  'test/e2e/scheduled-echo/schedule.test.ts',
  'test/e2e/environments/environments.test.ts',
  'test/e2e/echo/refusing-cluster.test.ts',
  'operator/testing/src/cluster.real.test.ts',
  'operator/testing/src/contract/contract.real.test.ts',
];

/** Runs the longest files of a project first, and the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The projects stay one after the other: a stable sort moves files only within theirs.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((a, b) => this.#rank(a) - this.#rank(b)),
    );
  }

  #rank({ moduleId }: TestSpecification): number {
    const rank = longest.indexOf(path.relative(this.ctx.config.root, moduleId));
    return rank === -1 ? longest.length : rank;
  }
}
