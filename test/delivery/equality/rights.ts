import { listAt, type PlainObject, textAt, textsAt } from '@kubewright/declaration';

/** Objects with what their roles grant to a ServiceAccount instead of these roles. */
export function withRights(objects: readonly PlainObject[], serviceAccount: string): readonly PlainObject[] {
  const bindings = objects.filter((each) => isBoundTo(each, serviceAccount));
  const roles = bindings.map((binding) => roleOf(objects, binding));
  const replaced = new Set<PlainObject>([...bindings, ...roles]);
  const rights = effective(bindings.flatMap((binding, index) => rightsIn(binding, roles[index])));
  const granted = {
    apiVersion: 'v1',
    kind: 'Rights',
    metadata: { name: serviceAccount },
    rights: Object.fromEntries(rights.map((right) => [right, true])),
  };
  return [...objects.filter((each) => !replaced.has(each)), granted];
}

function isBoundTo(object: PlainObject, serviceAccount: string): boolean {
  if (object.kind !== 'RoleBinding' && object.kind !== 'ClusterRoleBinding') return false;
  return listAt(object, 'subjects').some((each) => textAt(each, 'name') === serviceAccount);
}

function roleOf(objects: readonly PlainObject[], binding: PlainObject): PlainObject {
  const [kind, name] = [textAt(binding, 'roleRef.kind'), textAt(binding, 'roleRef.name')];
  const namespace = kind === 'ClusterRole' ? undefined : binding.metadata.namespace;
  const role = objects.find(
    ({ kind: other, metadata }) => other === kind && metadata.name === name && metadata.namespace === namespace,
  );
  if (role === undefined) throw new Error(`${kind ?? ''} ${name ?? ''} is bound, but not there`);
  return role;
}

/** `<namespace> <verb> <resource>.<group> <name>`, without a name if all are meant; `*` for all namespaces. */
function rightsIn(binding: PlainObject, role: unknown): readonly string[] {
  const namespace = binding.metadata.namespace ?? '*';
  return listAt(role, 'rules').flatMap((rule) => {
    const named = listAt(rule, 'resourceNames').length > 0 ? textsAt(rule, 'resourceNames') : [''];
    const resources = textsAt(rule, 'apiGroups').flatMap((group) =>
      textsAt(rule, 'resources').map((resource) => (group === '' ? resource : `${resource}.${group}`)),
    );
    const targets = [...resources.flatMap((each) => named.map((name) => `${each} ${name}`)), ...urlsIn(rule)];
    return textsAt(rule, 'verbs').flatMap((verb) => targets.map((each) => `${namespace} ${verb} ${each}`.trim()));
  });
}

function urlsIn(rule: unknown): readonly string[] {
  return textsAt(rule, 'nonResourceURLs');
}

/** What is granted everywhere needs no mention of one namespace. */
function effective(rights: readonly string[]): readonly string[] {
  const all = new Set(rights);
  return [...all].filter((each) => each.startsWith('* ') || !all.has(each.replace(/^\S+/, '*'))).sort();
}
