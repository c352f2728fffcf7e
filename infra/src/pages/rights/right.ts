import type { PolicyRule } from '../../declaration/index.ts';
import { listAt, type PlainObject, textsAt } from '../../objects/index.ts';

/** Verbs on one resource, or on URLs that are no resources. */
export interface Right {
  readonly verbs: readonly string[];
  readonly group: string;
  /** In plural, without its subresource. */
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** The names of the objects to which it is limited; empty for all. */
  readonly names: readonly string[];
}

/** The rights of a Role or ClusterRole, in the order of its rules. */
export function rightsOf(role: PlainObject): readonly Right[] {
  return listAt(role, 'rules').flatMap((rule) => {
    const [verbs, names] = [textsAt(rule, 'verbs'), textsAt(rule, 'resourceNames')];
    return textsAt(rule, 'apiGroups').flatMap((group) =>
      textsAt(rule, 'resources').map((each) => {
        const [resource = '', subresource = ''] = each.split('/', 2);
        return { verbs, group, resource, subresource, names };
      }),
    );
  });
}

/** The rules of a role about URLs: `get /metrics`. */
export function urlRightsOf(role: PlainObject): readonly string[] {
  return listAt(role, 'rules').flatMap((rule) => {
    const verbs = textsAt(rule, 'verbs').join(', ');
    return textsAt(rule, 'nonResourceURLs').map((url) => `${verbs} \`${url}\``);
  });
}

/** Whether a right has all verbs of a declared rule, on the same objects. */
export function covers(right: Right, { apiGroups, resources, verbs, resourceNames = [] }: PolicyRule): boolean {
  const resource = right.subresource === '' ? right.resource : `${right.resource}/${right.subresource}`;
  const isAbout = apiGroups.includes(right.group) && resources.includes(resource);
  const isOfSame = [...resourceNames].sort().join() === [...right.names].sort().join();
  return isAbout && isOfSame && verbs.every((verb) => right.verbs.includes(verb));
}
