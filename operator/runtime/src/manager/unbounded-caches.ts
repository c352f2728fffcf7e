import type { ControllerDefinition, LiveKind, NamedKind, ReadKind } from '../reconcile/index.ts';

/** A cache whose size depends on the cluster, not on the number of the controller's resources. */
export interface UnboundedCache {
  readonly controller: string;
  /** Where the cache is declared: `reads.secrets`. */
  readonly declared: string;
  readonly kind: string;
}

/** Core kinds with large data, of which every cluster has many objects that no controller needs. */
const large: ReadonlySet<string> = new Set(['Secret', 'ConfigMap']);

/**
 * Finds caches that hold every Secret or ConfigMap with its data: without a selector, without `trim`, and not only
 * metadata.
 */
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
