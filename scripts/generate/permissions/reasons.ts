import type { OperatorDeclaration } from '@kubewright/infra';

type PolicyRule = OperatorDeclaration['leaderElection']['rules'][number];

/** Verbs on one resource. */
export interface Permission {
  readonly verbs: readonly string[];
  readonly group: string;
  /** Plural name of the resource, with its subresource: `echos/status`. */
  readonly resource: string;
  /** Names of the objects to which the permission is limited; empty for all objects. */
  readonly names: readonly string[];
}

/**
 * Pure: why the operator needs a permission; empty if its declaration does not need it. A declaration contains rules,
 * but not the kinds that a controller owns or reads, so the verbs determine these: the runtime asks for `create` and
 * `patch` exactly for owned kinds.
 *
 * @param role all permissions of the same role, which show the controllers that it serves
 */
export function findReasons(
  permission: Permission,
  role: readonly Permission[],
  declaration: OperatorDeclaration,
): readonly string[] {
  const isNeededBy = (rule: PolicyRule): boolean => covers(permission, rule);
  const fixed = (rules: readonly PolicyRule[], reason: string): string[] => (rules.some(isNeededBy) ? [reason] : []);
  const running = declaration.controllers.filter(({ rules }) =>
    rules.every((rule) => role.some((each) => covers(each, rule))),
  );
  return [
    ...new Set(
      running.flatMap(({ for: { kind, group }, rules, finalizer }) => {
        const plural = declaration.apis.find((api) => api.kind === kind && api.group === group)?.plural ?? '';
        const isOwn = permission.group === group && permission.resource.split('/')[0] === plural;
        return rules
          .filter(isNeededBy)
          .flatMap((rule) => rule.reason ?? (isOwn ? explainOwn(rule, finalizer) : explainOthers(rule, kind)));
      }),
    ),
    ...(declaration.webhooks ?? []).flatMap(({ name, rules }) =>
      rules
        .filter(isNeededBy)
        .map(({ reason }) => reason ?? `the webhook ${name} sends dry-run writes of them, which store nothing`),
    ),
    ...fixed(declaration.leaderElection.rules, 'the replicas elect a leader'),
    ...fixed(declaration.secureMetrics?.rules ?? [], "the metrics endpoint checks the caller's token"),
    ...[upkeep.get(`${permission.group}/${permission.resource}`) ?? []].flat(),
  ];
}

/** Permissions that declarations omit, because every operator with webhooks or finalizers needs them. */
const upkeep: ReadonlyMap<string, string> = new Map([
  ['admissionregistration.k8s.io/mutatingwebhookconfigurations', 'the operator sets `caBundle`'],
  ['admissionregistration.k8s.io/validatingwebhookconfigurations', 'the operator sets `caBundle`'],
  ['/secrets', 'the operator stores its webhook certificate'],
  [
    '/limitranges',
    'the operator records which custom resources need it, for the [removal guard](guards-and-policies.md#removal-guard)',
  ],
]);

function explainOwn({ resources, verbs }: PolicyRule, finalizer: string | undefined): string[] {
  const [, subresource] = resources[0]?.split('/') ?? [];
  if (subresource === 'status') return ['their controller reports their status'];
  if (subresource === 'finalizers') return ['owner references need it on clusters that check them, such as OpenShift'];
  const deeds = [
    'reconciles them',
    // A controller without a finalizer only patches its objects to remove those of a predecessor.
    ...(verbs.includes('patch') ? [finalizer === undefined ? 'removes old finalizers' : 'sets its finalizer'] : []),
    ...(verbs.includes('delete') ? ['deletes them'] : []),
  ];
  return [`their controller ${new Intl.ListFormat('en').format(deeds)}`];
}

function explainOthers({ resources, verbs }: PolicyRule, kind: string): string[] {
  const has = (...wanted: readonly string[]): boolean => wanted.every((verb) => verbs.includes(verb));
  if (resources.includes('events'))
    return ['controllers emit events', ...(has('list') ? [`the ${kind} controller reads them`] : [])];
  if (has('create', 'patch')) return [`the ${kind} controller owns ${has('delete') ? 'and deletes ' : ''}them`];
  return [`the ${kind} controller reads them`];
}

/**
 * Whether the permission has all verbs of a declared rule, for the same resource, and both or neither are limited to
 * names. It does not compare the names.
 */
function covers({ verbs, group, resource, names }: Permission, rule: PolicyRule): boolean {
  const isAbout = rule.apiGroups.includes(group) && rule.resources.includes(resource);
  const isLimited = (rule.resourceNames ?? []).length > 0 === names.length > 0;
  return isAbout && isLimited && rule.verbs.every((verb) => verbs.includes(verb));
}
