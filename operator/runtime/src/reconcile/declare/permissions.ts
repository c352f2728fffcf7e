import { OperatorError, type PolicyRule } from '../../base/index.ts';

/** A permission that no handle grants, for API calls of the author's own code. */
export interface Permission extends PolicyRule {
  /** Why the operator needs the permission, for reviewers. */
  readonly reason: string;
}

/** Throws `DECLARATION_INVALID` for a rule that RBAC would read differently, or that grants more than it names. */
export function checkPermissions(declarer: string, permissions: readonly Permission[]): void {
  for (const [index, permission] of permissions.entries()) {
    const problem = findProblem(permission);
    if (problem === undefined) continue;
    const hint = `permissions[${String(index)}]: ${problem}`;
    throw new OperatorError('DECLARATION_INVALID', `define ${declarer}`, { hint });
  }
}

function findProblem({ apiGroups, resources, verbs, resourceNames = [], reason }: Permission): string | undefined {
  const lists = { apiGroups, resources, verbs };
  const empty = Object.entries(lists).find(([, values]) => values.length === 0);
  if (empty !== undefined) return `the list ${empty[0]} of the permission is empty: name at least one entry`;
  const named = [...apiGroups, ...resources, ...verbs, ...resourceNames];
  if (named.some((each) => each.includes('*')))
    return 'a wildcard grants more than is needed: name each group, resource, verb and object';
  const cased = [...resources, ...verbs].find((each) => each === '' || each !== each.toLowerCase());
  if (cased !== undefined) return `${JSON.stringify(cased)} must be in lower case, as in a Role`;
  if (reason.trim() === '') return 'reason must say why the operator needs the permission';
  const whole = resources.some((resource) => !resource.includes('/'));
  if (resourceNames.length > 0 && whole && verbs.some((verb) => verb === 'create' || verb === 'deletecollection'))
    return 'RBAC cannot limit create and deletecollection to names: declare them without resourceNames';
  return undefined;
}
