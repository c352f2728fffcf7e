/** Selects namespaces by their names, as an item of the `matchExpressions` of a selector. */
export interface NamespacesByName {
  readonly key: string;
  readonly operator: 'In' | 'NotIn';
  readonly values: readonly string[];
}

/** Pure: selects these namespaces. The API server sets the label on each. */
export function namespacesByName(operator: NamespacesByName['operator'], names: readonly string[]): NamespacesByName {
  return { key: 'kubernetes.io/metadata.name', operator, values: [...names] };
}
