interface Declared {
  readonly apis: readonly { readonly kind: string; readonly crd: string }[];
}

/**
 * Pure: what cdk8s is to import for a declaration, in its order.
 *
 * Each file has a module name of its own, after its kind: two files of one API group would otherwise become the same
 * module, and the second would replace the first.
 */
export function importSpecs(declarationJson: string): string[] {
  const { apis } = JSON.parse(declarationJson) as Declared;
  const kinds = new Map(apis.map(({ kind, crd }) => [crd, kind]));
  return [...kinds].map(([crd, kind]) => `${kebabCase(kind)}:=operator/${crd}`);
}

/** Pure: cdk8s.yaml with this list of imports; it must be the last key, and every other line stays as it is. */
export function withImports(configuration: string, specs: readonly string[]): string {
  const [before, list, ...more] = configuration.split(/^imports:.*\n/m);
  if (before === undefined || list === undefined || more.length > 0 || !/^( *- .*\n)*$/.test(list)) {
    throw new Error('failed to update cdk8s.yaml: "imports:" and its list must be at the end, once');
  }
  return specs.length === 0
    ? `${before}imports: []\n`
    : `${before}imports:\n${specs.map((spec) => `  - ${spec}\n`).join('')}`;
}

function kebabCase(kind: string): string {
  return kind.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
}
