import { type ImportRule, installed, matchNpm, runtimeRules, tests } from './runtime-rules.ts';

/** Matches modules of our packages, by path if the file exists and by import specifier if it does not. */
const modules = (paths: string, specifiers: string): string => `^operator/(${paths})|^@kubewright/(${specifiers})`;
const facade = modules('runtime/src/(kinds/)?index\\.ts$', 'runtime(/kinds)?$');
const anyOfOurs = modules('(src|declaration|runtime|testing|generate)/', '');

const packageRules: readonly ImportRule[] = [
  {
    name: 'the declaration imports nothing',
    from: { path: '^operator/declaration/src/', pathNot: tests },
    to: { pathNot: '^operator/declaration/src/', dependencyTypesNot: ['core'] },
    instead: 'write it here in a few lines, or take it as a parameter: users of infra install this package',
  },
  {
    name: 'production code imports no test kit',
    from: { path: '^operator/(src|runtime/src|generate/src)/', pathNot: ['^operator/src/.*/testing/', tests] },
    to: { path: modules('testing/', 'testing') },
    instead: 'declare the interface in the runtime and implement it there; testing is for tests and the demo',
  },
  {
    name: 'the test kit imports the runtime only',
    from: { path: '^operator/testing/src/', pathNot: tests },
    to: {
      path: anyOfOurs,
      pathNot: [modules('(testing|runtime|declaration)/src/', '(runtime|declaration)(/|$)'), installed],
    },
    instead:
      'import from @kubewright/runtime or @kubewright/declaration, or take the API or controller under test as a parameter',
  },
  {
    name: 'the generators import the runtime only',
    from: { path: '^operator/generate/src/', pathNot: tests },
    to: {
      path: anyOfOurs,
      pathNot: [modules('(generate|runtime|declaration)/src/', '(runtime|declaration)(/|$)'), installed],
    },
    instead: 'take the operator as a parameter: the generators work for any project',
  },
];

const operatorRules: readonly ImportRule[] = [
  {
    name: 'apis are schemas without behaviour',
    from: { path: '^operator/src/apis/', pathNot: tests },
    to: { pathNot: ['^operator/src/apis/', facade] },
    instead: "import what authors import: '@kubewright/runtime'; behaviour belongs to controllers/<kind>/",
  },
  {
    name: 'controllers use the facade',
    from: { path: '^operator/src/controllers/', pathNot: ['^operator/src/controllers/[^/]+/testing/', tests] },
    to: { path: anyOfOurs, pathNot: ['^operator/src/(apis|controllers|pet-store)/', facade, installed] },
    instead: "import what authors import: '@kubewright/runtime' and apis/",
  },
  {
    name: 'controllers know a pet store by its client',
    from: { path: '^operator/src/controllers/', pathNot: tests },
    to: { path: '^operator/src/pet-store/', pathNot: '^operator/src/pet-store/client/index\\.ts$' },
    instead: "import from '../../pet-store/client/index.ts'",
  },
  {
    name: 'the Pet controller alone calls a pet store',
    from: { path: '^operator/src/controllers/', pathNot: ['^operator/src/controllers/pet/', tests] },
    to: { path: '^operator/src/pet-store/' },
    instead: 'take what it needs as a tool, declared where it is used',
  },
  {
    name: 'controllers never import each other',
    from: { path: '^operator/src/controllers/([^/]+)/', pathNot: tests },
    to: { path: '^operator/src/controllers/', pathNot: '^operator/src/controllers/($1|parts)/' },
    instead:
      'watch or read the other kind through its API (apis/), or move what both need into controllers/parts/, or into the runtime if other authors need it, too',
  },
  {
    name: 'only tests import a folder testing',
    from: { path: '^operator/src/', pathNot: ['^operator/src/.*/testing/', tests] },
    to: { path: '^operator/src/(controllers/[^/]+|pet-store)/testing/' },
    instead: 'move what production code needs beside it',
  },
  {
    name: 'the pet store stands on base',
    from: { path: '^operator/src/pet-store/', pathNot: tests },
    to: {
      path: anyOfOurs,
      pathNot: [
        '^operator/src/pet-store/',
        modules(
          'runtime/src/(base/index|manager/(logging/index|signals))\\.ts$',
          'runtime/internal/(base|manager/(logging|signals))$',
        ),
        '^operator/runtime/src/base/',
      ],
    },
    instead: 'take it as a parameter; beside base there are only the log and the signals of a process to import',
  },
  {
    name: "a store's client knows nothing of its server",
    from: { path: '^operator/src/pet-store/client/', pathNot: tests },
    to: {
      path: '^operator/src/pet-store/',
      pathNot: '^operator/src/pet-store/((client|contract)/|(pet|calendar|address)\\.ts$)',
    },
    instead: 'import from pet-store/{client,contract}, or from pet.ts, calendar.ts and address.ts',
  },
  {
    name: 'the pet store alone knows gRPC',
    from: { path: '^operator/', pathNot: ['^operator/src/pet-store/', tests] },
    to: { path: matchNpm('@grpc', 'grpc-health-check') },
    instead: 'call a store through pet-store/client/, which loads gRPC when it is needed',
  },
  {
    name: 'the operator knows no other package',
    from: { path: '^operator/', pathNot: '^operator/demo/' },
    to: { path: ['^(infra|imports|test|scripts)/', matchNpm('@kubewright/(infra|imports|test)')].join('|') },
    instead: 'infra reads operator/declaration.json and operator/crds/: generate there what it needs',
  },
];

const yamlRules: readonly ImportRule[] = [
  {
    name: 'YAML is written in one place, and read in one',
    from: {
      path: '^(operator|test|infra|scripts)/',
      pathNot: [
        '^infra/src/yaml/',
        '^infra/scripts/own-declaration',
        '^test/support/read-yaml\\.ts$',
        '^test/contract/yaml/',
        tests,
      ],
    },
    to: { path: matchNpm('yaml') },
    instead:
      'use writeYaml of @kubewright/declaration, and readYaml of infra/src/yaml/ or test/support/: every reader reads the same',
  },
];

const infraRules: readonly ImportRule[] = [
  {
    name: 'infra reads data, never code, of the operator',
    from: { path: '^infra/' },
    to: {
      path: ['^(operator|test|scripts)/', matchNpm('@kubewright/(operator|runtime|testing|generate|test)')].join('|'),
      pathNot: '^operator/(declaration\\.json$|declaration/src/(index|kubectl)\\.ts$|crds/)',
    },
    instead:
      'read operator/declaration.json or operator/crds/; what is missing there is added by operator/generate/src',
  },
  {
    name: 'infra/src/pulumi alone uses Pulumi',
    from: { path: '^infra/', pathNot: '^infra/src/(pulumi/|program\\.)' },
    to: { path: matchNpm('@pulumi') },
    instead: 'put it into infra/src/pulumi/; @pulumi/* are optional peers that a cdk8s user does not install',
  },
  {
    name: 'what infra deploys is planned without constructs',
    from: { path: '^infra/src/(plan|api-objects)/', pathNot: tests },
    to: {
      path: ['^infra/src/', matchNpm('cdk8s', 'cdk8s-plus-28', 'constructs', '@kubewright/imports')].join('|'),
      pathNot: '^infra/src/(plan|api-objects|options|declaration|yaml)/',
    },
    instead: 'return plain data: constructs/ and charts/ place it in a tree',
  },
  {
    name: 'a plan knows no objects',
    from: { path: '^infra/src/plan/' },
    to: { path: '^infra/src/api-objects/' },
    instead: 'put the name, label, port or rule that both need into the plan',
  },
  {
    name: 'a construct knows no chart',
    from: { path: '^infra/src/constructs/', pathNot: tests },
    to: { path: '^infra/src/(charts|synthesis|environments|gitops|helm|olm|pulumi|diff)/' },
    instead: 'take it as a prop: charts and what deploys them stand on the constructs',
  },
  {
    name: 'infra is built from cdk8s only',
    from: { path: '^infra/src/', pathNot: tests },
    to: {
      path: matchNpm('[^/.]+', '@[^/]+/[^/]+'),
      pathNot: [
        '^(infra|imports|operator)/',
        matchNpm('cdk8s', 'cdk8s-plus-28', 'constructs', '@kubewright/(imports|declaration)', '@pulumi'),
        // Reads YAML, validates options, suggests corrections, and uses the types of Kubernetes objects.
        matchNpm('yaml', 'zod', 'fastest-levenshtein', 'kubernetes-types'),
      ],
      dependencyTypesNot: ['core'],
    },
    instead:
      'use cdk8s, cdk8s-plus-28, constructs, @kubewright/imports or @kubewright/declaration; every further package is one that users install',
  },
  {
    name: 'imports is built from cdk8s only',
    from: { path: '^imports/' },
    to: { pathNot: ['^imports/', matchNpm('cdk8s', 'constructs')] },
    instead: 'these files are generated: change operator/src/apis and run npm run generate',
  },
];

/**
 * Import boundaries between folders. Imports go one way, so that reading, testing or replacing a folder requires only
 * the folders to its left. Each rule names the alternative; `imports.test.ts` breaks each rule once.
 */
export const importRules: readonly ImportRule[] = [
  {
    name: 'no circular imports',
    from: {},
    to: { circular: true },
    instead: 'move what both need into a file of its own that imports neither',
  },
  ...runtimeRules,
  ...packageRules,
  ...operatorRules,
  ...infraRules,
  ...yamlRules,
];
