import {
  dashboardOptions,
  operatorAlertsOptions,
  prometheusDuration,
  runbooksUrl,
  scrapeOptions,
  selectedLabels,
  series,
} from './monitoring.ts';
import { anyObject, either, extendGroup, group, list, map, needed, object, option, text, withType } from './schema.ts';
import { annotations, declaration, installationName, labels, metadata, namespaceName, objectName } from './values.ts';

const texts = map(text());
const ours = "- Kubewright's own operator";

export const alertingRule = group('AlertingRule', 'A rule that alerts while its expression has a result.', {
  alert: needed(text(), 'Name of the alert.'),
  expr: needed(text(), 'PromQL. Each series of the result is one alert.'),
  for: option(
    prometheusDuration('5m'),
    'How long the expression must have a result before the alert fires, such as `5m`.',
    '- at once',
  ),
  labels: option(texts, 'Added to the labels of the series.', '- none'),
  annotations: option(texts, 'Annotations, such as `summary`.', '- none'),
});

export const recordingRule = group(
  'RecordingRule',
  'A recording rule: it stores the result of its expression as a new series.',
  {
    record: needed(text(), 'Name of the new series.'),
    expr: needed(text(), 'PromQL.'),
    labels: option(texts, 'Added to the labels of the series.', '- none'),
  },
);

export const ruleGroup = group(
  'RuleGroup',
  'Rules that Prometheus evaluates in order, at one timestamp: a rule reads the series that earlier ones recorded.',
  {
    name: needed(text(), 'Unique among the groups of one PrometheusRule.'),
    rules: needed(list(either('a rule that alerts, or one that records', recordingRule, alertingRule)), ''),
  },
);

export const ruleProps = group('PrometheusRuleProps', '', {
  groups: needed(list(ruleGroup), ''),
  metadata: option(metadata, ''),
});

export const secureScrape = group(
  'SecureScrape',
  'How Prometheus authenticates, and verifies the certificates of the Pods.',
  {
    tokenSecret: needed(
      objectName,
      'Name of a Secret in the namespace of the ServiceMonitor, with the `token` of a ServiceAccount.',
    ),
    verify: option(
      withType(
        object({ serverName: objectName, caSecret: objectName }),
        '{ readonly serverName: string; readonly caSecret: string }',
      ),
      'The name in the certificates, and a Secret in the same namespace with the `ca.crt` that verifies them.',
      '- certificates are not verified',
    ),
  },
);

export const serviceMonitorProps = extendGroup(
  scrapeOptions,
  group('ServiceMonitorProps', '', {
    metadata: option(metadata, ''),
    selector: needed(labels, 'Labels of the Services to scrape, in the namespace of this object.'),
    port: needed(text(), "Name of the Service's port."),
    secure: option(secureScrape, 'Scrape over TLS, with a token.', '- plain HTTP, without a token'),
  }),
);

export const dashboardProps = extendGroup(
  dashboardOptions,
  group('GrafanaDashboardProps', '', {
    metadata: option(
      metadata,
      "Metadata of the ConfigMap. Its name also names the dashboard's file.",
      '- named after the operator',
    ),
    dashboard: option(
      withType(anyObject("a dashboard in Grafana's JSON model"), 'object'),
      "The dashboard, in Grafana's JSON model.",
      '- the dashboard in the declaration',
    ),
    installation: option(
      text(),
      "The installation to show: part of the dashboard's `uid` and title, which are unique in a Grafana.",
      '- unchanged `uid` and title',
    ),
    declaration: option(declaration, '', ours),
  }),
);

const rule = {
  namespace: option(namespaceName, 'Namespace of the operator and of the PrometheusRule.', "- the chart's"),
  labels: selectedLabels,
  annotations: option(annotations, 'Annotations of the PrometheusRule.', '- none'),
};

export const alertsProps = group('OperatorAlertsProps', '', {
  ...rule,
  name: option(installationName, 'The installation: the label `operator` of each alert.', "- the operator's name"),
  series: option(
    series,
    "Labels that only series of the operator's Pods have. Each alert has them as well.",
    '- `job` and `namespace`, as a ServiceMonitor of the Service `<name>-metrics` sets them',
  ),
  runbooks: option(
    runbooksUrl,
    'URL of a folder with the pages of `docs/runbooks`, for the annotation `runbook_url`.',
    '- the alerts have no links',
  ),
  alerts: option(operatorAlertsOptions, 'Overrides alerts, or omits them.', '- all, unchanged'),
  declaration: option(declaration, '', ours),
});

export const memcachedAlertsProps = group('MemcachedAlertsProps', '', {
  ...rule,
  name: option(objectName, 'Name of the PrometheusRule.', "'kubewright-memcached'"),
  series: option(
    series,
    "Labels that only series of this operator's Pods have. The recorded series and both alerts have them as well, to " +
      'tell installations apart.',
    '- `job` and `namespace`, as a ServiceMonitor of the Service `kubewright-metrics` sets them',
  ),
  runbooks: option(
    runbooksUrl,
    'URL of a folder with the pages of `docs/runbooks`, for the annotation and the label `runbook_url`.',
    '- the alerts have no links',
  ),
});
