import { labels, objectName } from './values.ts';
import { anyObject, extendGroup, group, list, map, option, orFalse, text, withType, value } from './schema.ts';

/** https://prometheus.io/docs/prometheus/latest/configuration/configuration/#configuration-file */
export const prometheusDuration = (example: string) =>
  text(`a Prometheus duration such as ${example}`, /^(\d+(ms|[smhdwy]))+$/);

export const runbooksUrl = text('the URL of a folder', /^https?:\/\//);

/** Labels of series. https://prometheus.io/docs/concepts/data_model/#metric-names-and-labels */
export const series = map(
  text(),
  text('the name of a label (letters, digits and "_", not a digit first)', /^[a-zA-Z_]\w*$/),
);

const share = withType(
  value(
    'a share of at least 0 and less than 1, such as 0.1',
    { json: { type: 'number', minimum: 0, exclusiveMaximum: 1 } },
    (given) => typeof given === 'number' && given >= 0 && given < 1,
  ),
  'number',
);

export const alertOptions = group('AlertOptions', 'Overrides of an alert.', {
  for: option(prometheusDuration('15m'), 'How long the expression must hold before the alert fires, such as `15m`.'),
  severity: option(text(), 'The label `severity`, by which an Alertmanager routes the alert.'),
});

export const shareAlertOptions = extendGroup(
  alertOptions,
  group('ShareAlertOptions', 'Overrides of an alert about a share of failed calls or reconciles.', {
    above: option(share, 'The share above which the alert fires, such as `0.1`: at least 0, less than 1.'),
  }),
);

export const durationAlertOptions = extendGroup(
  alertOptions,
  group('DurationAlertOptions', 'Overrides of an alert about a duration.', {
    above: option(prometheusDuration('10m'), 'The time above which the alert fires, such as `10m`.'),
  }),
);

const [plain, ofShare, ofDuration] = [alertOptions, shareAlertOptions, durationAlertOptions].map(orFalse) as [
  ReturnType<typeof orFalse>,
  ReturnType<typeof orFalse>,
  ReturnType<typeof orFalse>,
];

export const operatorAlertsOptions = group(
  'OperatorAlertsOptions',
  'The alerts about an operator: overrides of each, or `false` to omit it.',
  {
    OperatorDown: option(
      plain,
      'No Pod of the operator responds to Prometheus.',
      "{ for: '5m', severity: 'critical' }",
    ),
    OperatorNoLeader: option(
      plain,
      'Pods respond, but none of them is the leader.',
      "{ for: '5m', severity: 'critical' }",
    ),
    OperatorReconcileErrors: option(
      ofShare,
      'Reconciles of a controller fail.',
      "{ above: 0.1, for: '15m', severity: 'warning' }",
    ),
    OperatorReconcileStuck: option(
      ofDuration,
      'A reconcile of a controller does not finish.',
      "{ above: '10m', for: '5m', severity: 'warning' }",
    ),
    OperatorQueueSlow: option(
      ofDuration,
      'Changes wait in the queue of a controller.',
      "{ above: '5m', for: '15m', severity: 'warning' }",
    ),
    OperatorApiErrors: option(
      ofShare,
      'Calls to the API server fail.',
      "{ above: 0.1, for: '15m', severity: 'warning' }",
    ),
    OperatorCacheNotFilled: option(
      plain,
      'The operator cannot list and watch a kind.',
      "{ for: '15m', severity: 'warning' }",
    ),
    OperatorWebhookErrors: option(
      ofShare,
      'Requests to webhooks fail. Conversions have their own alert.',
      "{ above: 0.05, for: '10m', severity: 'warning' }",
    ),
    OperatorConversionErrors: option(
      plain,
      'The operator cannot convert objects between versions of their kind.',
      "{ for: '5m', severity: 'critical' }",
    ),
    OperatorCertificateErrors: option(
      plain,
      'The operator cannot use the files of a mounted certificate.',
      "{ for: '15m', severity: 'warning' }",
    ),
  },
);

const relabelings = withType(list(anyObject('a relabeling')), 'readonly object[]');

export const scrapeOptions = group('ScrapeOptions', 'How metrics are scraped: fields of the Prometheus Operator.', {
  interval: option(prometheusDuration('30s'), 'Such as `30s`.', '- the value of your Prometheus'),
  scrapeTimeout: option(prometheusDuration('30s'), 'Less than the interval.', '- the value of your Prometheus'),
  relabelings: option(relabelings, 'Applied to a target before the scrape.', '- none'),
  metricRelabelings: option(relabelings, 'Applied to the series.', '- none'),
});

export const dashboardOptions = group(
  'DashboardOptions',
  "What Grafana's sidecar reads from a dashboard's ConfigMap.",
  {
    labels: option(labels, "Labels by which Grafana's sidecar selects ConfigMaps.", "{ grafana_dashboard: '1' }"),
    folder: option(text(), 'Folder in Grafana, if the sidecar reads `grafana_folder`.', "- the sidecar's own"),
  },
);

export const selectedLabels = option(
  labels,
  "Labels that a Prometheus selects by, such as `{ release: 'kube-prometheus-stack' }`, added to the " +
    'recommended ones.',
  '- none',
);

export const monitoringOptions = group('MonitoringOptions', 'The options of the monitoring of an operator.', {
  labels: selectedLabels,
  alerts: option(
    orFalse(operatorAlertsOptions),
    'Overrides alerts, or omits them. `false` deploys none.',
    '- all alerts about the operator and its kinds',
  ),
  runbooks: option(runbooksUrl, 'URL of a folder with the pages of `docs/runbooks`.', '- the alerts have no links'),
  dashboard: option(dashboardOptions, 'Deploys a Grafana dashboard about the operator. `{}` is enough.', '- none'),
  scrape: option(scrapeOptions, 'How Prometheus scrapes the metrics.', '- the values of your Prometheus'),
  tokenSecret: option(
    objectName,
    "Name of a Secret in the operator's namespace with the `token` to scrape secure metrics.",
    '- a token of the ServiceAccount `<name>-metrics-scraper`, which may only read these metrics',
  ),
});
