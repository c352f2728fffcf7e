import type { RuleGroup } from './prometheus-rule.ts';
import { runbookUrl, selected, type Series } from './series.ts';

/** The series that the rules about Memcached read and record. */
export interface MemcachedRulesOptions {
  /**
   * Labels that only the series of this operator's Pods have. The recorded series and both alerts have them, too, so
   * that several installations in one cluster stay apart.
   */
  readonly series: Series;
  /**
   * URL of the folder with the pages `MemcachedDeploymentSizeUndesired.md` and `MemcachedOperatorDown.md`, which this
   * package has in `docs/runbooks`. Each alert gets the URL of its page as the label `runbook_url`.
   *
   * @default - no such label
   */
  readonly runbooks?: string;
  /** Name of the counter of wrong Deployment sizes. @default 'memcached_deployment_size_undesired_count_total' */
  readonly undesiredSizesMetric?: string;
  /**
   * Name of the recorded series: the number of Pods of the operator that answer. @default 'memcached_operator_up_total'
   */
  readonly operatorUpMetric?: string;
}

/** Pure: the two alerts about Memcached, and the recorded series that one of them reads. */
export function memcachedRules(options: MemcachedRulesOptions): RuleGroup {
  const {
    undesiredSizesMetric = 'memcached_deployment_size_undesired_count_total',
    operatorUpMetric = 'memcached_operator_up_total',
  } = options;
  const from = (metric: string): string => selected(metric, options.series);
  const names = Object.keys(options.series).sort().join(', ');
  return {
    name: 'memcached.rules',
    rules: [
      // Before the alert that reads it: after it, the alert would be one interval late. 0 also if no Pod is scraped.
      { record: operatorUpMetric, expr: `sum(${from('up')} or vector(0))`, labels: options.series },
      {
        alert: 'MemcachedDeploymentSizeUndesired',
        // Only the leader counts. The sum over all replicas stays correct when another replica becomes the leader.
        expr: `sum by (${names}) (increase(${from(undesiredSizesMetric)}[5m])) >= 3`,
        labels: labels('warning', 'MemcachedDeploymentSizeUndesired', options),
        annotations: {
          description:
            'The Deployment of a Memcached had another size than its spec at least 3 times in the last 5 minutes.',
        },
      },
      {
        alert: 'MemcachedOperatorDown',
        expr: `${from(operatorUpMetric)} == 0`,
        for: '5m',
        labels: labels('critical', 'MemcachedOperatorDown', options),
        annotations: { description: 'No Pod of the operator of Memcached has answered in the last 5 minutes.' },
      },
    ],
  };
}

function labels(severity: string, alert: string, { runbooks }: MemcachedRulesOptions): Record<string, string> {
  if (runbooks === undefined) return { severity };
  return { severity, runbook_url: runbookUrl(runbooks, alert) };
}
