import type { PolicyRule } from '@kubewright/declaration';

/** One request that the operator may have to make, as a SelfSubjectAccessReview has it. */
export interface Access {
  /** `undefined`: all namespaces, or a cluster-scoped resource. */
  readonly namespace?: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  /** `undefined`: all objects. */
  readonly name?: string;
  readonly verb: string;
}

/** The requests that a rule grants. @param namespace of its Role */
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

/** `deployments.apps/status "shop" in the namespace shops`. */
export function formatPlace({ group, resource, subresource, name, namespace }: Access): string {
  const full = `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  return `${full}${name === undefined ? '' : ` "${name}"`}${namespace === undefined ? '' : ` in the namespace ${namespace}`}`;
}
