interface Declared {
  readonly apis: readonly { readonly kind: string; readonly crd: string }[];
}

/**
 * Pure: the imports for cdk8s, one per CRD file, in the order of the declaration.
 *
 * Each file gets a module name of its own, after its kind. By default, cdk8s names a module after the API group: of two
 * files of one group, the second would replace the first.
 */
export function importSpecs(declarationJson: string): string[] {
  const { apis } = JSON.parse(declarationJson) as Declared;
  const kinds = new Map(apis.map(({ kind, crd }) => [crd, kind]));
  return [...kinds].map(([crd, kind]) => `${kebabCase(kind)}:=operator/${crd}`);
}

/**
 * Pure: the text of cdk8s.yaml with `specs` as its list of imports. All other lines stay unchanged.
 *
 * Throws if `imports` is not the last key.
 */
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
