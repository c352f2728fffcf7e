import type { ControllerDefinition, LiveKind, NamedKind, ReadKind } from '../reconcile/index.ts';

/** A cache that grows with the cluster, not with the controller's resources. */
export interface UnboundedCache {
  readonly controller: string;
  /** Its place in the declaration: `reads.secrets`. */
  readonly declared: string;
  readonly kind: string;
}

/** Core kinds with large data, of which every cluster has many that no controller needs. */
const large: ReadonlySet<string> = new Set(['Secret', 'ConfigMap']);

/** The caches that hold every Secret or ConfigMap with its data: no selector, no `trim`, not only metadata. */
export function findUnboundedCaches(
  controllers: readonly Pick<ControllerDefinition, 'name' | 'reads' | 'watches' | 'edits'>[],
): readonly UnboundedCache[] {
  return controllers.flatMap(({ name, reads, watches, edits }) =>
    Object.entries<Readonly<Record<string, ReadKind | LiveKind>>>({ reads, watches, edits }).flatMap(([group, kinds]) =>
      Object.entries(kinds)
        .filter(([, read]) => isUnbounded(read))
        .map(([property, { kind }]) => ({ controller: name, declared: `${group}.${property}`, kind: kind.kind })),
    ),
  );
}

function isUnbounded(read: ReadKind | LiveKind | NamedKind): boolean {
  if ('live' in read || 'named' in read) return false;
  const { kind, labelSelector, fieldSelector, trim } = read;
  const isWhole = trim === undefined && kind.metadataOnly !== true;
  return kind.group === '' && large.has(kind.kind) && isWhole && (labelSelector ?? fieldSelector) === undefined;
}
