/** Who may not import what. */
export interface ImportRule {
  readonly name: string;
  /** Regular expressions on the importing file's path from the repository's root. */
  readonly from: Paths;
  /** Regular expressions on the imported file's path (`$1` is the first group of `from`) or the package's name. */
  readonly to: Paths & { readonly circular?: true; readonly dependencyTypesNot?: ['core'] };
  /** What to do instead; printed with every violation. */
  readonly instead: string;
}

interface Paths {
  readonly path?: string;
  readonly pathNot?: string | string[];
}

/** The rooms of the runtime, left to right. Rooms beside each other do not import each other. */
const layers = [
  ['base'],
  ['api', 'kinds', 'certificates'],
  ['client'],
  ['watch'],
  ['cache'],
  ['queue'],
  ['reconcile'],
  ['controller', 'admission'],
  ['manager'],
] as const;

/** The rooms within reconcile, left to right, in the same way. */
const reconcileLayers = [
  ['compare', 'declare'],
  ['events', 'progress'],
  ['write'],
  ['child', 'status'],
  ['run'],
] as const;

/** Tests may reach further than the code beside them, but never into another package. */
export const tests = '\\.(test|test-d)\\.ts$';

/** A package of one of these names. */
export const npm = (...names: string[]): string => `(^|node_modules/)(${names.join('|')})(/|$)`;
const folders = (names: readonly string[], within = ''): string =>
  `^operator/runtime/src/${within}(${names.join('|')})/`;

/** Rooms that stand in a row. */
interface Row {
  readonly layers: readonly (readonly string[])[];
  /** The folder that they lie in, below `operator/runtime/src`. */
  readonly within: '' | 'reconcile/';
  /** What a room does that has none left of it. */
  readonly leaf: string;
}

function leftOnly(row: Row): ImportRule[] {
  return row.layers.flatMap((rooms, position) => rooms.flatMap((room) => leftOnlyOf(row, position, room)));
}

function leftOnlyOf({ layers, within, leaf }: Row, position: number, room: string): ImportRule[] {
  const left = layers.slice(0, position).flat();
  const others = layers
    .slice(position)
    .flat()
    .filter((other) => other !== room);
  if (others.length === 0) return [];
  const rule = {
    name: `runtime/${within}${room} imports to the left only`,
    from: { path: folders([room], within), pathNot: tests },
    to: { path: folders(others, within) },
    instead:
      left.length === 0
        ? leaf
        : `import from runtime/${within}{${left.join(',')}}, or declare here the interface that you need and let the room on the right pass it in`,
  };
  return [rule];
}

/** The inner rooms of a room, left to right; what stands in the room itself stands on all of them. */
const innerRooms = {
  manager: [
    ['logging', 'election', 'http'],
    ['settings', 'metrics'],
    ['health', 'secure-metrics'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>;

function innerRules(room: string, inner: readonly (readonly string[])[]): ImportRule[] {
  const own = `^operator/runtime/src/${room}/`;
  return inner.flatMap((beside, position) => {
    const left = inner.slice(0, position).flat();
    return beside.map((name) => ({
      name: `runtime/${room}/${name} imports to the left only`,
      from: { path: `${own}${name}/`, pathNot: tests },
      to: { path: own, pathNot: `${own}(${[name, ...left].join('|')})/` },
      instead: `${
        left.length === 0
          ? `import from the rooms left of runtime/${room}`
          : `import from runtime/${room}/{${left.join(',')}}`
      }, or declare here the interface that you need and let runtime/${room} pass it in`,
    }));
  });
}

/** Of a package of its own, also where npm puts it below one of our folders. */
export const installed = '/node_modules/';

/** The rooms of the runtime stand in rows, and imports go to the left only. */
export const runtimeRules: readonly ImportRule[] = [
  ...leftOnly({
    layers,
    within: '',
    leaf: 'runtime/base is the leaf: move what it needs into base, or let the caller pass it in',
  }),
  ...leftOnly({
    layers: reconcileLayers,
    within: 'reconcile/',
    leaf: 'runtime/reconcile/{compare,declare} are the leaves: move what they need there, or let the caller pass it in',
  }),
  {
    name: 'a room within reconcile is entered by its index',
    from: { path: '^operator/runtime/src/reconcile/([^/]+)/', pathNot: tests },
    to: {
      path: '^operator/runtime/src/reconcile/',
      pathNot: ['^operator/runtime/src/reconcile/$1/', '^operator/runtime/src/reconcile/[^/]+/index\\.ts$'],
    },
    instead: "import from '../<room>/index.ts', and export there what you need; the rooms know nothing of ../index.ts",
  },
  ...Object.entries(innerRooms).flatMap(([room, inner]) => innerRules(room, inner)),
  {
    name: 'the runtime knows nothing outside of itself',
    from: { path: '^operator/runtime/src/', pathNot: tests },
    to: {
      path: ['^operator/', '^(infra|imports|test)/', npm('@kubewright')].join('|'),
      pathNot: ['^operator/runtime/src/', installed],
    },
    instead: 'take the API, the controller or the setting as a parameter',
  },
];
