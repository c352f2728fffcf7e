import type { RuleGroup } from './prometheus-rule.ts';

/** Where the rules about Memcached are evaluated, and under which names. */
export interface MemcachedRulesOptions {
  /**
   * Labels that only the series of the operator's Pods have. The recorded series and both alerts carry them, too: so two
   * installations in one cluster are not mixed up.
   */
  readonly series: Readonly<Record<string, string>>;
  /**
   * Address of the folder with the pages `MemcachedDeploymentSizeUndesired.md` and `MemcachedOperatorDown.md`; they come
   * with this package, in `docs/runbooks`. Each alert gets the label `runbook_url`.
   *
   * @default - no such label
   */
  readonly runbooks?: string;
  /** Counter of the sizes that somebody else had set. @default 'memcached_deployment_size_undesired_count_total' */
  readonly undesiredSizesMetric?: string;
  /** Series that is recorded: how many Pods of the operator answer. @default 'memcached_operator_up_total' */
  readonly operatorUpMetric?: string;
}

/** Pure: the two alerts about Memcached, and the series that one of them needs. */
export function memcachedRules(options: MemcachedRulesOptions): RuleGroup {
  const {
    undesiredSizesMetric = 'memcached_deployment_size_undesired_count_total',
    operatorUpMetric = 'memcached_operator_up_total',
  } = options;
  const from = selector(options.series);
  const names = Object.keys(options.series).sort().join(', ');
  return {
    name: 'memcached.rules',
    rules: [
      // Before the alert that reads it, which would be a whole interval late otherwise. 0 also if nothing is scraped.
      { record: operatorUpMetric, expr: `sum(up${from} or vector(0))`, labels: options.series },
      {
        alert: 'MemcachedDeploymentSizeUndesired',
        // The leader counts; a sum does not lose count when another replica takes over.
        expr: `sum by (${names}) (increase(${undesiredSizesMetric}${from}[5m])) >= 3`,
        labels: labels('warning', 'MemcachedDeploymentSizeUndesired', options),
        annotations: {
          description:
            'The Deployment of a Memcached had another size than its spec at least 3 times in the last 5 minutes.',
        },
      },
      {
        alert: 'MemcachedOperatorDown',
        expr: `${operatorUpMetric}${from} == 0`,
        for: '5m',
        labels: labels('critical', 'MemcachedOperatorDown', options),
        annotations: { description: 'No Pod of the operator of Memcached has answered in the last 5 minutes.' },
      },
    ],
  };
}

function labels(severity: string, alert: string, { runbooks }: MemcachedRulesOptions): Record<string, string> {
  if (runbooks === undefined) return { severity };
  return { severity, runbook_url: `${runbooks.replace(/\/$/, '')}/${alert}.md` };
}

/** `{job="a",namespace="b"}`. A PromQL string is written like one of JSON. */
function selector(series: Readonly<Record<string, string>>): string {
  const matchers = Object.entries(series).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return `{${matchers.sort().join(',')}}`;
}
