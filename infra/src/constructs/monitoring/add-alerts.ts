import type { Construct } from 'constructs';
import type { OperatorAlertsOptions } from '../../options/index.ts';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { MemcachedAlerts, servesMemcached } from './memcached-alerts.ts';
import { OperatorAlerts, type OperatorAlertsProps } from './operator-alerts.ts';
import { scrapedSeries } from './series.ts';

interface Alerting extends Pick<OperatorAlertsProps, 'labels' | 'runbooks'> {
  readonly namespace: string;
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly declaration: OperatorDeclaration;
  /** The controllers that run. */
  readonly controllers: OperatorDeclaration['controllers'];
  readonly alerts?: OperatorAlertsOptions | false;
}

/** Adds the alerts about an operator, and those about Memcached if its controller runs; none if they are `false`. */
export function addAlerts(scope: Construct, { labels, runbooks, alerts = {}, ...operator }: Alerting): void {
  if (alerts === false) return;
  const { name, namespace, annotations, declaration } = operator;
  const rules = { namespace, annotations, ...(labels && { labels }), ...(runbooks !== undefined && { runbooks }) };
  new OperatorAlerts(scope, 'alerts', { ...rules, name, alerts, declaration });
  if (!servesMemcached(operator.controllers)) return;
  const series = scrapedSeries(name, namespace);
  new MemcachedAlerts(scope, 'memcached', { ...rules, name: `${name}-memcached`, series });
}
