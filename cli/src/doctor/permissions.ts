import { getListAt, getStringAt, type PlainObject, type PolicyRule } from '@kubewright/declaration';

import { type Access, expandRule, formatPlace } from '../access.ts';
import type { Cluster } from '../cluster.ts';
import { getServiceAccount, type Installation, selectKinds } from '../render/manifests.ts';
import { type CheckResult, error, type Finding, warning } from './finding.ts';

/** The user whose permissions are checked. */
export interface Subject {
  /** Name of the user in messages. */
  readonly title: string;
  /** Name of the user to impersonate; `undefined` for the user of the kubeconfig. */
  readonly user?: string;
}

interface PermissionsOptions {
  readonly installation: Installation;
  /** Whether the operator's ServiceAccount exists. */
  readonly isInstalled: boolean;
}

/**
 * Checks whether the operator has the permissions in its manifests: as its ServiceAccount if that is possible, else as
 * the user.
 */
export async function checkPermissions(
  cluster: Cluster,
  { installation, isInstalled }: PermissionsOptions,
): Promise<CheckResult> {
  const accesses = listAccesses(installation);
  const subject = await chooseSubject(cluster, installation, isInstalled);
  const allowed = await review(cluster, accesses, subject);
  const denied = accesses.filter((_, index) => allowed[index] !== true);
  const summary = `${accesses.length} checked as ${subject.title}`;
  return { check: 'permissions', summary, findings: judgeDenied(denied, subject, installation) };
}

async function chooseSubject({ run }: Cluster, installation: Installation, isInstalled: boolean): Promise<Subject> {
  const account = getServiceAccount(installation);
  const { namespace } = installation;
  if (!isInstalled) return { title: 'you, because the operator is not installed' };
  const { code } = await run([
    'auth',
    'can-i',
    'impersonate',
    `serviceaccounts/${account}`,
    `--namespace=${namespace}`,
  ]);
  if (code !== 0) return { title: `you, because you may not impersonate the ServiceAccount ${namespace}/${account}` };
  const user = `system:serviceaccount:${namespace}:${account}`;
  return { title: `the ServiceAccount ${namespace}/${account}`, user };
}

/** Pure: lists the API requests that the roles in the manifests grant to the operator. */
export function listAccesses(installation: Pick<Installation, 'objects' | 'namespace'>): readonly Access[] {
  const account = getServiceAccount(installation);
  const bindings = selectKinds(installation, 'RoleBinding', 'ClusterRoleBinding').filter((binding) =>
    getListAt(binding, 'subjects').some(
      (each) => getStringAt(each, 'name') === account && getStringAt(each, 'namespace') === installation.namespace,
    ),
  );
  const all = bindings.flatMap((binding) => {
    const { namespace } = binding.metadata;
    const rules = findRole(installation, binding)?.['rules'] as readonly PolicyRule[] | undefined;
    return (rules ?? []).flatMap((rule) => expandRule(rule, namespace));
  });
  return [...new Map(all.map((access) => [JSON.stringify(access), access])).values()];
}

function findRole({ objects }: Pick<Installation, 'objects'>, binding: PlainObject): PlainObject | undefined {
  const [kind, name] = [getStringAt(binding, 'roleRef.kind'), getStringAt(binding, 'roleRef.name')];
  return objects.find(
    (each) =>
      each.kind === kind &&
      each.metadata.name === name &&
      (kind === 'ClusterRole' || each.metadata.namespace === binding.metadata.namespace),
  );
}

/** Number of kubectl processes. Each sends its SelfSubjectAccessReviews one after the other over one connection. */
const parallel = 4;

/** Asks the API server for each request whether it is allowed. Stores nothing in the cluster. */
async function review({ read }: Cluster, accesses: readonly Access[], { user }: Subject): Promise<readonly boolean[]> {
  const size = Math.max(1, Math.ceil(accesses.length / parallel));
  const chunks = Array.from({ length: Math.ceil(accesses.length / size) }, (_, index) =>
    accesses.slice(index * size, (index + 1) * size),
  );
  const as = user === undefined ? [] : [`--as=${user}`];
  const create = ['create', '--validate=false', '-f', '-', '-o', 'jsonpath={.status.allowed}{"\\n"}', ...as];
  const printed = await Promise.all(chunks.map((chunk) => read(create, chunk.map(formatReview).join('\n'))));
  return printed.flatMap((text) => text.trim().split('\n')).map((text) => text === 'true');
}

function formatReview(resourceAttributes: Access): string {
  const type = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' };
  return JSON.stringify({ ...type, spec: { resourceAttributes } });
}

/**
 * Creates one finding per resource. If the user's own permissions were checked, they are warnings, because they say
 * nothing about an installed operator.
 */
function judgeDenied(
  denied: readonly Access[],
  { title, user }: Subject,
  { environment }: Installation,
): readonly Finding[] {
  const byPlace = Map.groupBy(denied, formatPlace);
  const asOperator = `run \`kubewright synth\`, then \`kubectl apply --server-side -k manifests/${environment}/operator\``;
  const asUser = '`kubewright run` and `dev --context` run as you, and need it: ask for these permissions';
  const [who = ''] = title.split(',');
  return [...byPlace].map(([place, accesses]) => {
    const verbs = accesses.map(({ verb }) => verb).join(', ');
    return (user === undefined ? warning : error)(
      `${who} may not ${verbs} ${place}`,
      user === undefined ? asUser : asOperator,
    );
  });
}
