import { at, listAt, mapAt, textAt, textsAt } from '../objects/index.ts';
import { named, relate, type RelationFinder, selects, workloadsSelected } from './relation.ts';

/** A Service selects Pods; without a selector it selects none. */
const services: RelationFinder = (from, all) => {
  const matchLabels = mapAt(from, 'spec.selector');
  if (from.kind !== 'Service' || Object.keys(matchLabels).length === 0) return [];
  return relate(from, 'selects', workloadsSelected(all, from.metadata.namespace, { matchLabels }));
};

/** A NetworkPolicy or a PodDisruptionBudget selects Pods; by an empty selector, all of its namespace. */
const policies: RelationFinder = (from, all) => {
  const selector = { NetworkPolicy: 'spec.podSelector', PodDisruptionBudget: 'spec.selector' }[from.kind];
  if (selector === undefined) return [];
  return relate(from, 'selects', workloadsSelected(all, from.metadata.namespace, at(from, selector)));
};

/** A ServiceMonitor scrapes the Services that it selects. */
const monitors: RelationFinder = (from, all) => {
  if (from.kind !== 'ServiceMonitor') return [];
  const own = from.metadata.namespace;
  const namespaces = textsAt(from, 'spec.namespaceSelector.matchNames');
  const scraped = all.filter(
    ({ kind, metadata }) =>
      kind === 'Service' &&
      (namespaces.length > 0 ? namespaces.includes(metadata.namespace ?? '') : metadata.namespace === own) &&
      selects(at(from, 'spec.selector'), metadata.labels ?? {}),
  );
  return relate(from, 'scrapes', scraped);
};

/** The configuration of a webhook, or a definition that a webhook converts, asks a Service. */
const webhooks: RelationFinder = (from, all) => {
  const clients = [...listAt(from, 'webhooks'), at(from, 'spec.conversion.webhook')];
  const asked = clients.flatMap((client) => {
    const name = textAt(client, 'clientConfig.service.name');
    return named(all, ['Service'], { name, namespace: textAt(client, 'clientConfig.service.namespace') });
  });
  return relate(from, 'asks', [...new Set(asked)]);
};

export const networkRelations: readonly RelationFinder[] = [services, policies, monitors, webhooks];
