import path from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest test files, slowest first. They start first: a slow file that starts last would run alone at the end,
 * with one core idle. Vitest itself orders files by the durations of earlier runs, which a fresh clone does not have.
 */
export const longest: readonly string[] = [
  'test/e2e/rights/rights.test.ts',
  'test/e2e/webhooks/webhooks.test.ts',
  'test/e2e/examples/examples.test.ts',
  'operator/testing/src/control-plane/cli.real.test.ts',
  'test/e2e/scheduled-echo/schedule.test.ts',
  'test/e2e/echo/refusing-cluster.test.ts',
];

/** Runs the longest files of a project first, and the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The order of the projects stays: files are sorted only within their project.
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
