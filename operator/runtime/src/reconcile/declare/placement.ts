import { type Kind, formatKind, type KubeObject, OperatorError } from '../../base/index.ts';
import type { OwnedKind } from './dependencies.ts';

/** A child whose namespace is needed: its kind, its owner, and the call. */
interface PlacedChild {
  readonly owner: KubeObject;
  /** Completes "failed to" in the error message: apply, get, delete. */
  readonly verb: string;
  readonly kind: Kind;
  /** Whether the child names its owner by a label instead of an owner reference. @default false */
  readonly anyNamespace?: boolean | undefined;
}

/**
 * Returns the namespace of a child: its owner's, or the given one if the owner is cluster-scoped, or if the kind is
 * declared with `anyNamespace`. In any other namespace the garbage collector would not find the owner, and would delete
 * the child as an orphan.
 *
 * https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents
 *
 * Errors: `DECLARATION_INVALID` if an owner reference is impossible.
 * @returns `undefined` for a cluster-scoped child
 */
export function resolveChildNamespace(
  placed: PlacedChild,
  { name, namespace }: { readonly name: string; readonly namespace?: string | undefined },
): string | undefined {
  const { owner, kind } = placed;
  const refuse = (hint: string): never => {
    const at = namespace === undefined ? name : `${namespace}/${name}`;
    throw new OperatorError('DECLARATION_INVALID', `${placed.verb} ${kind.kind} ${at}`, { hint });
  };
  const owners = owner.metadata.namespace;
  if (!kind.namespaced) {
    if (owners !== undefined) refuse(formatClusterScoped(kind, owner.kind));
    return namespace === undefined ? undefined : refuse(`${kind.kind} is cluster-scoped; omit the namespace`);
  }
  if (placed.anyNamespace === true)
    return namespace ?? refuse('children of this kind may be in any namespace; set the namespace');
  if (owners === undefined) return namespace ?? refuse(`the owner ${owner.kind} is cluster-scoped; set the namespace`);
  if (namespace === undefined || namespace === owners) return owners;
  return refuse(
    `the owner is in namespace ${owners}, and owner references cannot cross namespaces; omit the namespace, or declare anyNamespace in owns`,
  );
}

/**
 * Throws `DECLARATION_INVALID` if a namespaced API owns a cluster-scoped kind, which cannot have a namespaced owner.
 * @param name of the controller
 */
export function rejectClusterScoped(
  name: string,
  api: Kind,
  owned: Readonly<Record<string, { readonly kind: Kind }>>,
): void {
  if (!api.namespaced) return;
  for (const [property, { kind }] of Object.entries(owned)) {
    if (kind.namespaced) continue;
    const hint = `owns.${property}: ${formatClusterScoped(kind, formatKind(api))}`;
    throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, { hint });
  }
}

function formatClusterScoped(kind: Kind, owner: string): string {
  return `${formatKind(kind)} is cluster-scoped and cannot be owned by ${owner}, which is namespaced; set its scope to 'Cluster', or own a namespaced kind`;
}

/** The declarations that children in any namespace need. */
interface AnyNamespaceDeclaration {
  readonly name: string;
  readonly owns: Readonly<Record<string, Pick<OwnedKind, 'kind' | 'delete' | 'anyNamespace'>>>;
  readonly finalizer?: unknown;
}

/**
 * Throws `DECLARATION_INVALID` for children in any namespace that nothing would delete with their owner, and for
 * cluster-scoped kinds, which have no namespace.
 */
export function rejectBadAnyNamespace({ name, owns, finalizer }: AnyNamespaceDeclaration): void {
  for (const [property, { kind, delete: deletes, anyNamespace }] of Object.entries(owns)) {
    if (anyNamespace !== true) continue;
    const problem = !kind.namespaced
      ? `${formatKind(kind)} is cluster-scoped; leave anyNamespace out`
      : !deletes
        ? 'anyNamespace needs delete: true, because the runtime deletes the children with their owner'
        : finalizer === undefined
          ? "anyNamespace needs a finalizer, with which the runtime deletes the children before their owner; add finalizer: { name: '<domain>/<name>' }"
          : undefined;
    if (problem === undefined) continue;
    const hint = `owns.${property}: ${problem}`;
    throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, { hint });
  }
}
