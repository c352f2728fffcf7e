/** A forbidden import: files that match `from` may not import files that match `to`. */
export interface ImportRule {
  readonly name: string;
  /** Patterns of the importing file's path from the repository's root. */
  readonly from: Paths;
  /** Patterns of the imported file's path (`$1` is the first group of `from`) or the package's name. */
  readonly to: Paths & { readonly circular?: true; readonly dependencyTypesNot?: ['core'] };
  /** The advice printed with each violation. */
  readonly instead: string;
}

interface Paths {
  readonly path?: string;
  readonly pathNot?: string | string[];
}

/** The modules (top folders) of the runtime, left to right. Modules in the same layer do not import each other. */
const layers = [
  ['base'],
  ['kinds', 'certificates'],
  ['api'],
  ['client'],
  ['watch'],
  ['cache'],
  ['queue'],
  ['reconcile'],
  ['controller', 'admission'],
  ['conversion'],
  ['manager'],
] as const;

/** The layers of modules within `reconcile`, with the same rule as `layers`. */
const reconcileLayers = [
  ['compare', 'declare'],
  ['events', 'progress'],
  ['write'],
  ['child', 'edit', 'status'],
  ['run'],
] as const;

/** Matches test files, which most rules exempt. */
export const tests = '\\.(test|suite|test-d)\\.ts$';

/** Matches npm packages by name. */
export const matchNpm = (...names: string[]): string => `(^|node_modules/)(${names.join('|')})(/|$)`;
const matchFolders = (names: readonly string[], within = ''): string =>
  `^operator/runtime/src/${within}(${names.join('|')})/`;

/** A row of layers, from left to right: modules import only from layers to their left. */
interface Row {
  readonly layers: readonly (readonly string[])[];
  /** The parent folder of the modules, below `operator/runtime/src`. */
  readonly within: '' | 'reconcile/';
  /** The advice for a module in the leftmost layer, which may not import other modules. */
  readonly leaf: string;
}

function buildRowRules(row: Row): ImportRule[] {
  return row.layers.flatMap((modules, position) => modules.flatMap((module) => buildModuleRule(row, position, module)));
}

function buildModuleRule({ layers, within, leaf }: Row, position: number, module: string): ImportRule[] {
  const left = layers.slice(0, position).flat();
  const others = layers
    .slice(position)
    .flat()
    .filter((other) => other !== module);
  if (others.length === 0) return [];
  const rule = {
    name: `runtime/${within}${module} imports only modules to its left`,
    from: { path: matchFolders([module], within), pathNot: tests },
    to: { path: matchFolders(others, within) },
    instead:
      left.length === 0
        ? leaf
        : `import from runtime/${within}{${left.join(',')}}, or declare the interface here and take the implementation as a parameter`,
  };
  return [rule];
}

/**
 * The modules within other modules, in layers: a module imports only from layers to the left of its own. Files directly
 * in the outer module may import all of them.
 */
const innerModules = {
  manager: [
    ['logging', 'election', 'http'],
    ['settings', 'metrics'],
    ['health', 'secure-metrics', 'webhooks'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>;

function buildInnerRules(module: string, inner: readonly (readonly string[])[]): ImportRule[] {
  const own = `^operator/runtime/src/${module}/`;
  return inner.flatMap((beside, position) => {
    const left = inner.slice(0, position).flat();
    return beside.map((name) => ({
      name: `runtime/${module}/${name} imports only modules to its left`,
      from: { path: `${own}${name}/`, pathNot: tests },
      to: { path: own, pathNot: `${own}(${[name, ...left].join('|')})/` },
      instead: `${
        left.length === 0
          ? `import from the modules before runtime/${module} in \`layers\` (scripts/check/runtime-rules.ts)`
          : `import from runtime/${module}/{${left.join(',')}}`
      }, or declare the interface here and let runtime/${module} pass the implementation`,
    }));
  });
}

/** Matches installed packages, also in a `node_modules` below one of our folders. */
export const installed = '/node_modules/';

/** The import rules of the runtime: within each row, modules import to the left only. */
export const runtimeRules: readonly ImportRule[] = [
  ...buildRowRules({
    layers,
    within: '',
    leaf: 'move the code into runtime/base, which imports no other module, or take it as a parameter',
  }),
  ...buildRowRules({
    layers: reconcileLayers,
    within: 'reconcile/',
    leaf: 'move the code into compare or declare, which import no other module of reconcile, or take it as a parameter',
  }),
  {
    name: 'modules within reconcile import only the index.ts of each other',
    from: { path: '^operator/runtime/src/reconcile/([^/]+)/', pathNot: tests },
    to: {
      path: '^operator/runtime/src/reconcile/',
      pathNot: ['^operator/runtime/src/reconcile/$1/', '^operator/runtime/src/reconcile/[^/]+/index\\.ts$'],
    },
    instead: "import from '../<module>/index.ts', and export the name there; do not import '../index.ts'",
  },
  ...Object.entries(innerModules).flatMap(([module, inner]) => buildInnerRules(module, inner)),
  {
    name: 'the runtime imports only itself and the declaration',
    from: { path: '^operator/runtime/src/', pathNot: tests },
    to: {
      path: ['^operator/', '^(infra|imports|test)/', matchNpm('@kubewright')].join('|'),
      pathNot: ['^operator/(runtime|declaration)/src/', matchNpm('@kubewright/declaration'), installed],
    },
    instead: 'take the API, the controller or the setting as a parameter',
  },
  {
    name: 'only base imports the declaration',
    from: { path: '^operator/runtime/src/', pathNot: ['^operator/runtime/src/base/', tests] },
    to: { path: ['^operator/declaration/', matchNpm('@kubewright/declaration')].join('|') },
    instead: 'import from runtime/base, and export the name there',
  },
];
