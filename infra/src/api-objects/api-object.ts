/**
 * A Kubernetes object without the fields that only the API server sets. An object without a namespace is
 * cluster-scoped.
 */
export interface ApiObjectData {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** Objects in the order in which they are written, by name in the construct tree. */
export type ApiObjects = Readonly<Record<string, ApiObjectData>>;

export function listNamesByKind(objects: ApiObjects, kind: string): string[] {
  return Object.values(objects).flatMap((object) => (object.kind === kind ? [object.metadata.name] : []));
}
