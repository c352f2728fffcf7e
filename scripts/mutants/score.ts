import type { MutantResult } from '@stryker-mutator/api/core';

type Counted = Pick<MutantResult, 'status'>;

/** The share of mutants that the tests notice, in percent, rounded down to one decimal place. */
export function scoreOf(mutants: readonly Counted[]): number {
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const missed = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length;
  return noticed + missed === 0 ? 0 : Math.floor((noticed / (noticed + missed)) * 1000) / 10;
}

/** Why a score is too low. @param committed the score that the module had, if it was measured before */
export function scoreComplaint(score: number, committed: number | undefined): string | undefined {
  if (committed === undefined || score >= committed) return undefined;
  return `the score fell from ${String(committed)} % to ${String(score)} %: add tests for the survivors above`;
}
