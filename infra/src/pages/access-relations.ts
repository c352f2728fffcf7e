import { groupOf, isRecord, listAt, type PlainObject, textAt, textsAt } from '../objects/index.ts';
import { named, relate, type RelationFinder } from './relation.ts';
import { resourceOf } from './rights/index.ts';

/** A binding binds a role … */
const binds: RelationFinder = (from, all) => {
  if (!/^(Cluster)?RoleBinding$/.test(from.kind)) return [];
  const kind = textAt(from, 'roleRef.kind') ?? '';
  const namespace = kind === 'ClusterRole' ? undefined : from.metadata.namespace;
  return relate(from, 'binds', named(all, [kind], { name: textAt(from, 'roleRef.name'), namespace }));
};

/** … to ServiceAccounts. */
const bindsTo: RelationFinder = (from, all) => {
  if (!/^(Cluster)?RoleBinding$/.test(from.kind)) return [];
  const subjects = listAt(from, 'subjects').flatMap((subject) =>
    named(all, [textAt(subject, 'kind') ?? ''], {
      name: textAt(subject, 'name'),
      namespace: textAt(subject, 'namespace') ?? from.metadata.namespace,
    }),
  );
  return relate(from, 'to', subjects);
};

/** A rule can be limited to objects by their names. */
const names: RelationFinder = (from, all) => {
  const rules = listAt(from, 'rules').filter(isRecord);
  const found = all.filter((each) => rules.some((rule) => isNamed(each, rule, from.metadata.namespace)));
  return relate(from, 'grants', found);
};

function isNamed(object: PlainObject, rule: Readonly<Record<string, unknown>>, namespace: string | undefined): boolean {
  const { name, namespace: itsOwn } = object.metadata;
  const resources = textsAt(rule, 'resources').map((resource) => resource.split('/', 1)[0]);
  return (
    textsAt(rule, 'resourceNames').includes(name) &&
    textsAt(rule, 'apiGroups').includes(groupOf(object)) &&
    resources.includes(resourceOf(object.kind)) &&
    (namespace === undefined || namespace === itsOwn)
  );
}

export const accessRelations: readonly RelationFinder[] = [binds, bindsTo, names];
