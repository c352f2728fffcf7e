// Runs after all other tests and reads their audit logs: see `sequence.groupOrder` in test/vitest.config.ts.
import { beforeAll, describe, expect, it } from 'vitest';

import { kubewright } from '../../../operator/src/kubewright.ts';
import { readAuditLog } from '../../../operator/testing/src/index.ts';
import { formatFieldManager } from '../support/applied-fields.ts';
import { type OperatorRecord, readClusters, readOperators, formatRuleSet } from '../../support/cluster-record.ts';
import { controllerChoices } from '../../support/controller-choices.ts';
import { type Permission, formatPermission, listPermissions } from '../../support/granted-permissions.ts';
import { isDryRun, type GetOwnerFinalizers, listUsedPermissions } from '../../support/used-permissions.ts';

interface Usage {
  readonly granted: Set<string>;
  readonly used: Set<string>;
  /** Permissions that were used only in dry runs of webhooks. */
  readonly tried: Set<string>;
  readonly rejected: string[];
}

const usages = new Map<string, Usage>();

const finalizers: GetOwnerFinalizers = (fieldManager) =>
  kubewright.controllers
    .filter(({ name }) => fieldManager === formatFieldManager(name))
    .map(({ api }) => formatPermission(api.group, `${api.plural}/finalizers`, 'update'));

beforeAll(async () => {
  const operators = readOperators();
  for (const record of operators) for (const each of record.granted) getUsage(record).granted.add(each);
  for (const cluster of readClusters()) {
    await takeLog(
      cluster.auditLogPath,
      operators.filter((record) => record.cluster === cluster.uid),
    );
  }
});

async function takeLog(auditLogPath: string, operators: readonly OperatorRecord[]): Promise<void> {
  const users = new Map(operators.map((record) => [record.user, record]));
  const allowed = new Set<string>();
  const rejected: { readonly request: string; readonly usage: Usage }[] = [];
  for await (const event of readAuditLog(auditLogPath)) {
    const record = users.get(event.user.username);
    if (record === undefined || event.stage === 'Panic') continue;
    const usage = getUsage(record);
    for (const each of listUsedPermissions(event, finalizers)) (isDryRun(event) ? usage.tried : usage.used).add(each);
    const request = `${event.user.username} ${event.verb} ${event.requestURI.replace(/\?.*/, '')}`;
    if (event.annotations?.['authorization.k8s.io/decision'] === 'forbid') rejected.push({ request, usage });
    else allowed.add(request);
  }
  // Skips requests that were also allowed: a restarted API server answers before it has read all roles.
  for (const { request, usage } of rejected) if (!allowed.has(request)) usage.rejected.push(request);
}

function getUsage({ ruleSet }: OperatorRecord): Usage {
  const usage = usages.get(ruleSet) ?? { granted: new Set(), used: new Set(), tried: new Set(), rejected: [] };
  usages.set(ruleSet, usage);
  return usage;
}

interface RuleSet {
  readonly ruleSet: string;
  readonly controllers: readonly string[] | undefined;
  /** Whether the operator has webhooks: not if it is limited to some namespaces. */
  readonly webhooks: boolean;
}

const ruleSets = (['cluster-wide', 'namespaced'] as const).flatMap((scope) =>
  controllerChoices.map((controllers): RuleSet => ({
    ...{ ruleSet: formatRuleSet(controllers, { scope }), controllers },
    webhooks: scope === 'cluster-wide',
  })),
);
const secured: RuleSet = {
  ruleSet: formatRuleSet(['memcached'], { scope: 'namespaced', secureMetrics: true }),
  ...{ controllers: ['memcached'], webhooks: false },
};

const dryRunPermissions: ReadonlySet<Permission> = new Set(
  (kubewright.webhooks ?? []).flatMap(({ rules }) => listPermissions(rules)),
);

/** The permissions that only webhooks need. */
function listOnlyDryRun(controllers: readonly string[] | undefined): ReadonlySet<Permission> {
  const running = kubewright.controllers.filter(({ name }) => controllers?.includes(name) ?? true);
  return dryRunPermissions.difference(new Set(running.flatMap(({ rules }) => listPermissions(rules))));
}

describe.each([...ruleSets, secured])('the rules of $ruleSet', ({ ruleSet, controllers, webhooks }) => {
  it('BUG-WS-4 BUG-IC-10 grant exactly the permissions that the operators of this run used', () => {
    const { used = new Set(), granted = new Set() } = usages.get(ruleSet) ?? {};
    const expected = webhooks ? granted.difference(listOnlyDryRun(controllers)) : granted;
    expect([...used].sort()).toEqual([...expected].sort());
    expect(granted.size).toBeGreaterThan(10);
  });

  it('grant exactly the permissions that webhooks use in dry runs, if there are webhooks', () => {
    expect([...(usages.get(ruleSet)?.tried ?? [])].sort()).toEqual(webhooks ? [...dryRunPermissions].sort() : []);
  });
});

// Checks the decision of the authorizer instead of the status, because some tests cause a 403 with a quota or a policy.
it('allow every request of every operator of this run', () => {
  expect([...usages].filter(([, { rejected }]) => rejected.length > 0)).toEqual([]);
});
