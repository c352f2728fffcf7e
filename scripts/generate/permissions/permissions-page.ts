import type { OperatorDeclaration } from '@kubewright/infra';

import { type Permission, findReasons } from './reasons.ts';

/** An object of the manifests; a Role or ClusterRole has rules. */
export interface ManifestObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly rules?: readonly {
    readonly verbs: readonly string[];
    readonly apiGroups?: readonly string[];
    readonly resources?: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly nonResourceURLs?: readonly string[];
  }[];
}

interface Row {
  readonly environment: string;
  readonly title: string;
  readonly place: string;
  readonly what: string;
  readonly verbs: string;
  readonly why: string;
}

/**
 * Pure: the Markdown page about the permissions in all environments, from their objects: a section per role, a row per
 * permission with its reasons. Throws if a permission has no reason.
 */
export function renderPermissionsPage(
  manifests: ReadonlyMap<string, readonly ManifestObject[]>,
  declaration: OperatorDeclaration,
): string {
  const environments = [...manifests.keys()];
  const rows = [...manifests].flatMap(([environment, objects]) => {
    const { webhooks = [], ...rest } = declaration;
    const hasWebhooks = objects.some(({ kind }) => kind.endsWith('WebhookConfiguration'));
    const deployed = { ...rest, webhooks: hasWebhooks ? webhooks : [] };
    const roles = objects.filter(({ kind }) => /^(Cluster)?Role$/.test(kind));
    return roles.flatMap((role) => buildRows(role, deployed).map((row) => ({ ...row, environment })));
  });
  const sections = [...Map.groupBy(rows, ({ title }) => title)].flatMap(([title, own]) => [
    `\n## ${title}\n`,
    ...[...Map.groupBy(own, ({ place }) => place)].map(([place, of]) => `- ${place} in ${formatEnvironments(of)}`),
    '\n| resources | verbs | because | in |',
    '| --- | --- | --- | --- |',
    ...renderTable(own, environments),
  ]);
  return `${[...introduction, ...sections].join('\n')}\n`;
}

const introduction = [
  '<!-- Written by `npm run generate`; change scripts/generate/permissions instead. -->\n',
  '# Permissions\n',
  'Every Role and ClusterRole of our environments, and why it has each permission.',
  'The page is generated from the manifests and from what the operator declares.',
];

const aggregation = 'rbac.authorization.k8s.io/aggregate-to-';

function buildRows(role: ManifestObject, declaration: OperatorDeclaration): readonly Omit<Row, 'environment'>[] {
  const { kind, metadata, rules = [] } = role;
  const label = Object.keys(metadata.labels ?? {}).find((key) => key.startsWith(aggregation));
  const common =
    label === undefined
      ? { title: `\`${metadata.name}\``, place: formatPlace(role) }
      : { title: `For people with the ClusterRole \`${label.slice(aggregation.length)}\``, place: kind };
  const permissions = listPermissions(role);
  const people = 'the environment has `aggregatedRoles`';
  return [
    ...permissions.map((each) => {
      const reasons = label === undefined ? findReasons(each, permissions, declaration) : [people];
      if (reasons.length === 0) throw new Error(`failed to explain ${each.resource} in ${kind} ${metadata.name}`);
      return { ...common, what: formatResource(each), verbs: each.verbs.join(', '), why: reasons.join('; ') };
    }),
    ...rules.flatMap(({ verbs, nonResourceURLs = [] }) =>
      nonResourceURLs.map((url) => {
        return { ...common, what: `\`${url}\``, verbs: verbs.join(', '), why: 'bind it to your scraper of metrics' };
      }),
    ),
  ];
}

function formatPlace({ kind, metadata: { namespace } }: ManifestObject): string {
  return namespace === undefined ? kind : `${kind} in namespace \`${namespace}\``;
}

function listPermissions({ rules = [] }: ManifestObject): readonly Permission[] {
  return rules.flatMap(({ verbs, apiGroups = [], resources = [], resourceNames: names = [] }) =>
    apiGroups.flatMap((group) => resources.map((resource) => ({ verbs, group, resource, names }))),
  );
}

/** As in `kubectl auth can-i --list`: `echos.mmontes.io/status`. */
function formatResource({ group, resource, names }: Permission): string {
  const [plural = '', ...subresource] = resource.split('/');
  const text = [[plural, ...(group === '' ? [] : [group])].join('.'), ...subresource].join('/');
  return [`\`${text}\``, ...names.map((name) => `named \`${name}\``)].join(' ');
}

/** One row for all resources with the same verbs, reason and environments. */
function renderTable(rows: readonly Row[], all: readonly string[]): readonly string[] {
  const each = [...Map.groupBy(rows, ({ what, verbs, why }) => [what, verbs, why].join(' | ')).values()];
  const merged = Map.groupBy(each, (same) => {
    const environments = formatEnvironments(same);
    return [same[0]?.verbs, same[0]?.why, environments === all.join(', ') ? 'all' : environments].join(' | ');
  });
  return [...merged].map(([text, same]) => `| ${same.map(([row]) => row?.what).join(', ')} | ${text} |`);
}

function formatEnvironments(rows: readonly Row[]): string {
  return [...new Set(rows.map(({ environment }) => environment))].join(', ');
}
