import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';

/** The runtime modules that Stryker mutates. */
export const modules = ['queue', 'cache', 'watch', 'reconcile', 'controller', 'manager/election'] as const;
export type Module = (typeof modules)[number];

/** The environment variable with the folder whose unit tests Vitest runs (`vitest.config.ts`). */
export const mutatedVariable = 'KUBEWRIGHT_MUTATED';

/** The folder with the copy of the sources and earlier results. Git ignores it. */
const folder = '.tmp/mutants';

/**
 * Mutates every statement of a module, runs the module's unit tests on each mutant, and prints the surviving mutants.
 * Unchanged mutants and tests keep their last result.
 */
export async function mutate(module: Module): Promise<readonly MutantResult[]> {
  // Takes half a second to load, and vitest.config.ts imports this file in each of Stryker's processes.
  const { Stryker } = await import('@stryker-mutator/core');
  process.env[mutatedVariable] = getSourcePath(module);
  return new Stryker(buildStrykerOptions(module)).runMutationTest();
}

const getSourcePath = (module: Module): string => `operator/runtime/src/${module}`;

function buildStrykerOptions(module: Module): PartialStrykerOptions {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // `related` would add the tests of every module that imports this one.
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
    mutate: [`${getSourcePath(module)}/**/*.ts`, '!**/*.test.ts', '!**/*.test-d.ts'],
    // Does not mutate strings, because tests should not depend on the words of a message.
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    // Each mutant of a constant runs all 600 tests of `reconcile`: an eighth of its mutants would take two thirds of
    // the time.
    ignoreStatic: module === 'reconcile',
    concurrency: 2,
    // The time limit of an endless loop; the slowest test takes a second.
    timeoutMS: 3000,
    ignorePatterns: ['/.tmp', '**/dist', '/infra/manifests', '/operator/bundle', '/operator/oci-image', '/output'],
    tempDirName: `${folder}/copies`,
    incremental: true,
    incrementalFile: `${folder}/${module.replaceAll('/', '-')}.json`,
    reporters: ['clear-text', 'progress'],
    clearTextReporter: { reportTests: false, reportMutants: true, allowEmojis: false },
  };
}

type ScoredMutant = Pick<MutantResult, 'status'>;

/** Percentage of mutants that the tests catch, rounded down to one decimal place. */
export function computeScore(mutants: readonly ScoredMutant[]): number {
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const missed = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length;
  return noticed + missed === 0 ? 0 : Math.floor((noticed / (noticed + missed)) * 1000) / 10;
}

/** Why a score is too low. @param committed the module's last score, if it was measured before */
export function findScoreComplaint(score: number, committed: number | undefined): string | undefined {
  if (committed === undefined || score >= committed) return undefined;
  return `the score fell from ${String(committed)} % to ${String(score)} %: add tests for the survivors above`;
}
