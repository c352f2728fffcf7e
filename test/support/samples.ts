/**
 * Lists the samples of one metric, one per combination of labels. @param label selects samples with this value in any
 * label
 */
export function listSamples(metrics: string, metric: string, label = ''): readonly number[] {
  return metrics
    .split('\n')
    .filter((line) => [`${metric}{`, `${metric} `].some((beginning) => line.startsWith(beginning)))
    .filter((line) => label === '' || line.includes(`="${label}"`))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
}
