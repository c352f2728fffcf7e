import type { PolicyRule } from '@kubewright/declaration';

/** An API request that the operator may have to make, with the fields of a SelfSubjectAccessReview. */
export interface Access {
  /** `undefined` for requests to all namespaces, and for cluster-scoped resources. */
  readonly namespace?: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  /** `undefined` for requests to objects of any name. */
  readonly name?: string;
  readonly verb: string;
}

/**
 * Lists the API requests that an RBAC rule grants. @param namespace the namespace of the Role; `undefined` for a
 * ClusterRole
 */
export function expandRule(rule: PolicyRule, namespace: string | undefined): readonly Access[] {
  const { apiGroups, resources, resourceNames = [undefined], verbs } = rule;
  return apiGroups.flatMap((group) =>
    resources.flatMap((path) => {
      const [resource = '', subresource] = path.split('/');
      return resourceNames.flatMap((name) =>
        verbs.map((verb) => ({
          ...(namespace !== undefined && { namespace }),
          ...{ group, resource },
          ...(subresource !== undefined && { subresource }),
          ...(name !== undefined && { name }),
          verb,
        })),
      );
    }),
  );
}

/** Formats a resource in the form that kubectl accepts: `deployments.apps`. */
export function formatResource({ group, plural }: { readonly group: string; readonly plural: string }): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Formats the target of a request: `deployments.apps/status "shop" in the namespace shops`. */
export function formatPlace({ group, resource, subresource, name, namespace }: Access): string {
  const full = `${formatResource({ group, plural: resource })}${subresource === undefined ? '' : `/${subresource}`}`;
  return `${full}${name === undefined ? '' : ` "${name}"`}${namespace === undefined ? '' : ` in the namespace ${namespace}`}`;
}
