import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';

import { clusterScoped } from '../cluster-scoped.ts';

interface ScrapedOperator {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * A ServiceAccount that may read the secure metrics of an operator, and nothing else, with a token that does not expire:
 * a ServiceMonitor takes one from a Secret only. Returns the name of the Secret.
 *
 * https://kubernetes.io/docs/concepts/configuration/secret/#serviceaccount-token-secrets
 */
export function metricsScraper(scope: Construct, { name: operator, ...own }: ScrapedOperator): string {
  const name = `${operator}-metrics-scraper`;
  const { namespace, labels, annotations } = own;
  const metadata = { name, namespace, labels: { ...labels }, annotations: { ...annotations } };
  new ApiObject(scope, 'scraper', {
    ...{ apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    automountServiceAccountToken: false,
  });
  new ApiObject(scope, 'scraper-token', {
    ...{ apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/service-account-token' },
    metadata: { ...metadata, annotations: { ...annotations, 'kubernetes.io/service-account.name': name } },
  });
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name, labels: { ...labels }, annotations: { ...annotations } },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${operator}-metrics-reader` },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  };
  clusterScoped(new ApiObject(scope, 'scraper-binding', binding));
  return name;
}
