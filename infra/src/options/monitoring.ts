import { labels, objectName } from './values.ts';
import { anyObject, extendGroup, group, list, map, option, orFalse, text, withType, value } from './schema.ts';

/** https://prometheus.io/docs/prometheus/latest/configuration/configuration/#configuration-file */
export const prometheusDuration = (example: string) =>
  text(`a duration of Prometheus, such as ${example}`, /^(\d+(ms|[smhdwy]))+$/);

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

export const alertOptions = group('AlertOptions', 'Changes of an alert.', {
  for: option(prometheusDuration('15m'), 'How long its expression must hold before it fires, such as `15m`.'),
  severity: option(text(), 'The label `severity`, by which an Alertmanager routes the alert.'),
});

export const shareAlertOptions = extendGroup(
  alertOptions,
  group('ShareAlertOptions', 'Changes of an alert about a share of calls or reconciles that fail.', {
    above: option(share, 'The share above which it fires, such as `0.1`: at least 0, less than 1.'),
  }),
);

export const durationAlertOptions = extendGroup(
  alertOptions,
  group('DurationAlertOptions', 'Changes of an alert about how long something takes.', {
    above: option(prometheusDuration('10m'), 'The time above which it fires, such as `10m`.'),
  }),
);

const [plain, ofShare, ofDuration] = [alertOptions, shareAlertOptions, durationAlertOptions].map(orFalse) as [
  ReturnType<typeof orFalse>,
  ReturnType<typeof orFalse>,
  ReturnType<typeof orFalse>,
];

export const operatorAlertsOptions = group(
  'OperatorAlertsOptions',
  'The alerts about an operator: what is changed of each, or `false` for one that is left out.',
  {
    OperatorDown: option(plain, 'No Pod of the operator answers Prometheus.', "{ for: '5m', severity: 'critical' }"),
    OperatorNoLeader: option(plain, 'Pods answer, but none of them leads.', "{ for: '5m', severity: 'critical' }"),
    OperatorReconcileErrors: option(
      ofShare,
      'Reconciles of a controller fail.',
      "{ above: 0.1, for: '15m', severity: 'warning' }",
    ),
    OperatorReconcileStuck: option(
      ofDuration,
      'One reconcile of a controller does not end.',
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
      'A kind cannot be listed and watched.',
      "{ for: '15m', severity: 'warning' }",
    ),
    OperatorWebhookErrors: option(
      ofShare,
      'Requests to webhooks or conversions fail.',
      "{ above: 0.05, for: '10m', severity: 'warning' }",
    ),
    OperatorConversionErrors: option(
      plain,
      'Objects cannot be converted between versions of their kind.',
      "{ for: '5m', severity: 'critical' }",
    ),
    OperatorCertificateErrors: option(
      plain,
      'The files of a mounted certificate cannot be used.',
      "{ for: '15m', severity: 'warning' }",
    ),
  },
);

const relabelings = withType(list(anyObject('a relabeling')), 'readonly object[]');

export const scrapeOptions = group('ScrapeOptions', 'How metrics are scraped: fields of the Prometheus Operator.', {
  interval: option(prometheusDuration('30s'), 'Such as `30s`.', "- the Prometheus' own"),
  scrapeTimeout: option(prometheusDuration('30s'), 'Less than the interval.', "- the Prometheus' own"),
  relabelings: option(relabelings, 'Applied to a target before it is scraped.', '- none'),
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

export const monitoringOptions = group('MonitoringOptions', 'The options of the monitoring of an operator.', {
  labels: option(
    labels,
    "Labels that a Prometheus selects by, such as `{ release: 'kube-prometheus-stack' }`, added to the " +
      'recommended ones.',
    '- none',
  ),
  alerts: option(
    orFalse(operatorAlertsOptions),
    'Changes alerts, or leaves them out. `false` deploys none at all.',
    '- all about the operator and the kinds that it serves',
  ),
  runbooks: option(runbooksUrl, 'URL of a folder with the pages of `docs/runbooks`.', '- the alerts have no links'),
  dashboard: option(dashboardOptions, 'Deploys a Grafana dashboard about the operator. `{}` is enough.', '- none'),
  scrape: option(scrapeOptions, 'How often and how the metrics are scraped.', '- as the Prometheus does it'),
  tokenSecret: option(
    objectName,
    "Name of a Secret in the operator's namespace with the `token` to scrape secure metrics.",
    '- one of the ServiceAccount `<name>-metrics-scraper`, which may only read these metrics',
  ),
});
