/**
 * The value below which a share of all values lies, by the nearest-rank method. `NaN` without values.
 * @param share 0 to 1
 */
export function computePercentile(values: readonly number[], share: number): number {
  return sortNumbers(values)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;
}

/** The median; of an even number of values, the mean of the two in the middle. `NaN` without values. */
export function computeMedian(values: readonly number[]): number {
  const sorted = sortNumbers(values);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

function sortNumbers(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}
