import type { ControllerDefinition, ReadKind } from '../reconcile/index.ts';

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
  controllers: readonly Pick<ControllerDefinition, 'name' | 'reads' | 'watches'>[],
): readonly UnboundedCache[] {
  return controllers.flatMap(({ name, reads, watches }) =>
    Object.entries({ reads, watches }).flatMap(([group, kinds]) =>
      Object.entries(kinds).flatMap(([property, read]) =>
        'live' in read || !isUnbounded(read)
          ? []
          : [{ controller: name, declared: `${group}.${property}`, kind: read.kind.kind }],
      ),
    ),
  );
}

function isUnbounded({ kind, labelSelector, fieldSelector, trim }: ReadKind): boolean {
  const isWhole = trim === undefined && kind.metadataOnly !== true;
  return kind.group === '' && large.has(kind.kind) && isWhole && (labelSelector ?? fieldSelector) === undefined;
}
