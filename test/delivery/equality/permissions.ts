import { getListAt, type PlainObject, getStringAt, getStringsAt } from '@kubewright/declaration';

/** Replaces roles by the permissions that they grant to a ServiceAccount. */
export function replaceRoles(objects: readonly PlainObject[], serviceAccount: string): readonly PlainObject[] {
  const bindings = objects.filter((each) => isBoundTo(each, serviceAccount));
  const roles = bindings.map((binding) => findRole(objects, binding));
  const replaced = new Set<PlainObject>([...bindings, ...roles]);
  const permissions = reducePermissions(bindings.flatMap((binding, index) => listPermissions(binding, roles[index])));
  const granted = {
    apiVersion: 'v1',
    kind: 'Permissions',
    metadata: { name: serviceAccount },
    permissions: Object.fromEntries(permissions.map((permission) => [permission, true])),
  };
  return [...objects.filter((each) => !replaced.has(each)), granted];
}

function isBoundTo(object: PlainObject, serviceAccount: string): boolean {
  if (object.kind !== 'RoleBinding' && object.kind !== 'ClusterRoleBinding') return false;
  return getListAt(object, 'subjects').some((each) => getStringAt(each, 'name') === serviceAccount);
}

function findRole(objects: readonly PlainObject[], binding: PlainObject): PlainObject {
  const [kind, name] = [getStringAt(binding, 'roleRef.kind'), getStringAt(binding, 'roleRef.name')];
  const namespace = kind === 'ClusterRole' ? undefined : binding.metadata.namespace;
  const role = objects.find(
    ({ kind: other, metadata }) => other === kind && metadata.name === name && metadata.namespace === namespace,
  );
  if (role === undefined) throw new Error(`${kind ?? ''} ${name ?? ''} is bound, but does not exist`);
  return role;
}

/**
 * Lists permissions as `<namespace> <verb> <resource>.<group> <name>`, without a name for all objects; `*` stands for
 * all namespaces.
 */
function listPermissions(binding: PlainObject, role: unknown): readonly string[] {
  const namespace = binding.metadata.namespace ?? '*';
  return getListAt(role, 'rules').flatMap((rule) => {
    const named = getListAt(rule, 'resourceNames').length > 0 ? getStringsAt(rule, 'resourceNames') : [''];
    const resources = getStringsAt(rule, 'apiGroups').flatMap((group) =>
      getStringsAt(rule, 'resources').map((resource) => (group === '' ? resource : `${resource}.${group}`)),
    );
    const targets = [...resources.flatMap((each) => named.map((name) => `${each} ${name}`)), ...listUrls(rule)];
    return getStringsAt(rule, 'verbs').flatMap((verb) => targets.map((each) => `${namespace} ${verb} ${each}`.trim()));
  });
}

function listUrls(rule: unknown): readonly string[] {
  return getStringsAt(rule, 'nonResourceURLs');
}

/** Removes permissions in one namespace that are also granted in all namespaces. */
function reducePermissions(permissions: readonly string[]): readonly string[] {
  const all = new Set(permissions);
  return [...all].filter((each) => each.startsWith('* ') || !all.has(each.replace(/^\S+/, '*'))).sort();
}
