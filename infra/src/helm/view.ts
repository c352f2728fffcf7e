import { createHash } from 'node:crypto';

import type { OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../environments/index.ts';
import { isRecord } from '../shape/index.ts';
import { type View, valueAt } from './template/expression.ts';

/** The values that are maps: templates find one wherever nothing is given. */
export const groups = [
  'image',
  'settings',
  'resources',
  'metrics',
  'webhooks',
  'webhooks.certificate',
  'webhooks.certificate.issuer',
  'labels',
  'annotations',
  'pod',
  'pod.labels',
  'serviceAccount',
  'serviceAccount.annotations',
  'networkPolicy',
  'networkPolicy.egress',
  'podDisruptionBudget',
  'rollingUpdate',
  'monitoring',
  'monitoring.labels',
  'monitoring.scrape',
  'monitoring.dashboard',
  'monitoring.dashboard.labels',
] as const;

/** The values that may be `false` instead. */
export const switches = ['webhooks', 'networkPolicy', 'podDisruptionBudget'] as const;

/** How an installation is named, and the values of the chart. */
export interface Installation {
  /** Its namespace is that of the release. Its own namespace, pet store and samples are in no release. */
  readonly environment: Environment;
  /** Name of the Deployment; the names of most other objects begin with it. */
  readonly name: string;
}

/** Pure: what templates compute from. `viewTemplate` says the same in the language of Helm. */
export function viewOf(declaration: OperatorDeclaration, { environment, name }: Installation): View {
  const { image } = environment;
  return {
    ...withGroups(environment, groups),
    ...{ name, namespace: environment.namespace, dashboardUid: uidOf(name) },
    ...scopeOf(declaration, environment),
    ...webhooksOf(declaration, environment),
    off: Object.fromEntries(switches.map((path) => [path, valueAt(environment, path) === false])),
    present: groups.filter((path) => valueAt(environment, path) !== undefined),
    image: { ...image, ...(image?.tag !== undefined && { tagAsLabel: labelValue(image.tag) }) },
  };
}

/** What runs where, and what guards it. */
function scopeOf({ controllers: declared }: OperatorDeclaration, environment: Environment): View {
  const { namespaces, controllers, crds = 'keep', policies = namespaces ? 'off' : 'enforce' } = environment;
  const running = declared.map(({ name }) => name).filter((name) => controllers?.includes(name) ?? true);
  const served = namespaces && [...new Set(namespaces)];
  return {
    ...{
      running,
      crds,
      policies,
      guarded: environment.removalGuard ?? true,
      rollbackGuard: environment.rollbackGuard ?? true,
    },
    ...(served && { namespaces: served, namespacesAsText: served.join(',') }),
    ...(controllers && { controllersAsText: running.join(',') }),
  };
}

function webhooksOf(declaration: OperatorDeclaration, environment: Environment): View {
  const excluded = valueAt(environment, 'webhooks.excludedNamespaces');
  const authorities = valueAt(environment, 'webhooks.certificate.authorities');
  const always = ['kube-system', environment.namespace];
  return {
    webhooksBy: writerOf(declaration, environment),
    ...(Array.isArray(excluded) && { excludedNamespaces: [...new Set([...always, ...(excluded as string[])])].sort() }),
    ...(typeof authorities === 'string' && { caBundle: Buffer.from(authorities).toString('base64') }),
  };
}

/** Who writes the certificate of the webhooks; empty if there are none. */
function writerOf(declaration: OperatorDeclaration, { webhooks, namespaces }: Environment): string {
  const isUsual = namespaces === undefined || webhooks !== undefined;
  if (webhooks === false || !isUsual || !servesWebhooks(declaration)) return '';
  const { certificate } = webhooks ?? {};
  if (certificate === undefined) return 'operator';
  return 'issuer' in certificate ? 'cert-manager' : 'others';
}

/** Pure: whether the operator has something that API servers ask about. */
export function servesWebhooks({ webhooks = [], apis }: OperatorDeclaration): boolean {
  return webhooks.length > 0 || apis.some(({ conversion }) => conversion !== undefined);
}

function uidOf(name: string): string {
  const uid = `operator-${name}`;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return uid.length <= 40 ? uid : `${uid.slice(0, 31)}-${hash}`;
}

function labelValue(text: string): string {
  return text.slice(0, 63).replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
}

/** Pure: the values with an empty map wherever a group is left out, or switched off. */
function withGroups(values: object, paths: readonly string[]): Record<string, unknown> {
  const view = structuredClone(values) as Record<string, unknown>;
  for (const path of paths) {
    let parent = view;
    for (const key of path.split('.')) {
      const next = parent[key];
      parent = isRecord(next) ? next : (parent[key] = {});
    }
  }
  return view;
}
