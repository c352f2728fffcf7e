/** An object of the Kubernetes API, without what only the API server sets. It is cluster-scoped if it has no namespace. */
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

/** Objects in the order in which they are written, by their names in the construct tree. */
export type ApiObjects = Readonly<Record<string, ApiObjectData>>;

/** The names of objects by their kinds. */
export function listNamesByKind(objects: ApiObjects, kind: string): string[] {
  return Object.values(objects).flatMap((object) => (object.kind === kind ? [object.metadata.name] : []));
}
