import { type ImportRule, installed, matchNpm, runtimeRules, tests } from './runtime-rules.ts';

/** Matches modules of our packages, by path if the file exists and by import specifier if it does not. */
const modules = (paths: string, specifiers: string): string => `^operator/(${paths})|^@kubewright/(${specifiers})`;
const facade = modules('runtime/src/(kinds/)?index\\.ts$', 'runtime(/kinds)?$');
const anyOfOurs = modules('(src|declaration|runtime|control-plane|testing|generate)/', '');

const packageRules: readonly ImportRule[] = [
  {
    name: 'the declaration package does not import other modules',
    from: { path: '^operator/declaration/src/', pathNot: tests },
    to: { pathNot: '^operator/declaration/src/', dependencyTypesNot: ['core'] },
    instead: 'implement it here in a few lines, or take it as a parameter: users of infra install this package',
  },
  {
    name: 'production code does not import the test kit or the control plane',
    from: { path: '^operator/(src|runtime/src|generate/src)/', pathNot: ['^operator/src/.*/testing/', tests] },
    to: { path: modules('(testing|control-plane)/', '(testing|control-plane)') },
    instead:
      'declare the interface in the runtime, and implement it in the test kit; only tests and the demo import testing and control-plane',
  },
  {
    name: 'the control plane imports only itself, the runtime and the declaration',
    from: { path: '^operator/control-plane/src/', pathNot: tests },
    to: {
      path: anyOfOurs,
      pathNot: [modules('(control-plane|runtime|declaration)/src/', '(runtime|declaration)(/|$)'), installed],
    },
    instead: 'take it as a parameter: the package is for any test suite, and its bundle contains what it imports',
  },
  {
    name: 'the test kit imports only itself, the runtime, the declaration and the entry point of the control plane',
    from: { path: '^operator/testing/src/', pathNot: tests },
    to: {
      path: anyOfOurs,
      pathNot: [
        modules('(testing|runtime|declaration)/src/', '(runtime|declaration)(/|$)'),
        modules('control-plane/src/index\\.ts$', 'control-plane$'),
        installed,
      ],
    },
    instead:
      'import from @kubewright/control-plane, @kubewright/runtime or @kubewright/declaration, or take the API or controller under test as a parameter',
  },
  {
    name: 'the generators import only the runtime and the declaration',
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
    name: 'apis/ contains only schemas',
    from: { path: '^operator/src/apis/', pathNot: tests },
    to: { pathNot: ['^operator/src/apis/', facade] },
    instead: "import from '@kubewright/runtime', and move behaviour to controllers/<kind>/",
  },
  {
    name: 'controllers import only public entry points of the runtime',
    from: { path: '^operator/src/controllers/', pathNot: ['^operator/src/controllers/[^/]+/testing/', tests] },
    to: { path: anyOfOurs, pathNot: ['^operator/src/(apis|controllers|pet-store)/', facade, installed] },
    instead: "import from '@kubewright/runtime' or apis/",
  },
  {
    name: 'controllers access the pet store only via its client',
    from: { path: '^operator/src/controllers/', pathNot: tests },
    to: { path: '^operator/src/pet-store/', pathNot: '^operator/src/pet-store/client/index\\.ts$' },
    instead: "import from '../../pet-store/client/index.ts'",
  },
  {
    name: 'only the Pet controller calls a pet store',
    from: { path: '^operator/src/controllers/', pathNot: ['^operator/src/controllers/pet/', tests] },
    to: { path: '^operator/src/pet-store/' },
    instead: 'declare the interface that the controller needs, and take the implementation as a parameter',
  },
  {
    name: 'controllers do not import each other',
    from: { path: '^operator/src/controllers/([^/]+)/', pathNot: tests },
    to: { path: '^operator/src/controllers/', pathNot: '^operator/src/controllers/($1|parts)/' },
    instead:
      'watch or read the other kind via its API (apis/), or move shared code into controllers/parts/, or into the runtime if other authors need it',
  },
  {
    name: 'only tests import testing/',
    from: { path: '^operator/src/', pathNot: ['^operator/src/.*/testing/', tests] },
    to: { path: '^operator/src/(controllers/[^/]+|pet-store)/testing/' },
    instead: 'move the code that production needs out of testing/',
  },
  {
    name: 'the pet store imports only base, logging and signals of the runtime',
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
    instead: 'take it as a parameter',
  },
  {
    name: 'the pet store client does not import the server',
    from: { path: '^operator/src/pet-store/client/', pathNot: tests },
    to: {
      path: '^operator/src/pet-store/',
      pathNot: '^operator/src/pet-store/((client|contract)/|(pet|calendar|address)\\.ts$)',
    },
    instead: 'import from pet-store/{client,contract}, or from pet.ts, calendar.ts and address.ts',
  },
  {
    name: 'only the pet store imports gRPC',
    from: { path: '^operator/', pathNot: ['^operator/src/pet-store/', tests] },
    to: { path: matchNpm('@grpc', 'grpc-health-check') },
    instead: 'use pet-store/client/, which loads gRPC on first use',
  },
  {
    name: 'the operator does not import infra, imports, test or scripts',
    from: { path: '^operator/', pathNot: '^operator/demo/' },
    to: { path: ['^(infra|imports|test|scripts)/', matchNpm('@kubewright/(infra|imports|test)')].join('|') },
    instead: 'add it to operator/declaration.json or operator/crds/, which infra reads',
  },
];

const cliRules: readonly ImportRule[] = [
  {
    name: 'nothing imports the command line',
    from: { path: '^(operator|infra|imports|scripts)/' },
    to: { path: ['^cli/', matchNpm('@kubewright/cli')].join('|') },
    instead: 'move the code into the package whose users need it; the command line only calls it',
  },
  {
    name: 'the command line imports only public entry points',
    from: { path: '^cli/', pathNot: tests },
    to: {
      path: '^(operator|infra|imports|test|scripts)/|^@kubewright/.*/internal/',
      pathNot: [
        '^operator/(declaration|generate|runtime|control-plane|testing)/src/(index|kubectl|image/index)\\.ts$',
        '^infra/(src|dist)/index\\.',
        '^infra/(src|dist)/[a-z-]+/index\\.',
        installed,
      ],
    },
    instead: 'export it from the package: an author who writes a program of their own needs it, too',
  },
];

const yamlRules: readonly ImportRule[] = [
  {
    name: 'only the shared YAML writer and readers import yaml',
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
      'use writeYaml of @kubewright/declaration, and readYaml of infra/src/yaml/ or test/support/, so that all parse YAML alike',
  },
];

const infraRules: readonly ImportRule[] = [
  {
    name: 'infra does not import code of the operator',
    from: { path: '^infra/' },
    to: {
      path: [
        '^(operator|test|scripts)/',
        matchNpm('@kubewright/(operator|runtime|control-plane|testing|generate|test)'),
      ].join('|'),
      pathNot: '^operator/(declaration\\.json$|declaration/src/(index|kubectl)\\.ts$|crds/)',
    },
    instead: 'read operator/declaration.json or operator/crds/; if they lack the data, add it in operator/generate/src',
  },
  {
    name: 'only infra/src/pulumi imports Pulumi',
    from: { path: '^infra/', pathNot: '^infra/src/(pulumi/|program\\.)' },
    to: { path: matchNpm('@pulumi') },
    instead: 'move the code to infra/src/pulumi/: @pulumi/* are optional peers, which cdk8s users do not install',
  },
  {
    name: 'plan/ and api-objects/ do not import constructs',
    from: { path: '^infra/src/(plan|api-objects)/', pathNot: tests },
    to: {
      path: ['^infra/src/', matchNpm('cdk8s', 'cdk8s-plus-28', 'constructs', '@kubewright/imports')].join('|'),
      pathNot: '^infra/src/(plan|api-objects|options|declaration|yaml)/',
    },
    instead: 'return plain data; constructs/ and charts/ build constructs from it',
  },
  {
    name: 'plan/ does not import api-objects/',
    from: { path: '^infra/src/plan/' },
    to: { path: '^infra/src/api-objects/' },
    instead: 'move the shared name, label, port or rule into plan/',
  },
  {
    name: 'constructs/ does not import charts, or code that deploys them',
    from: { path: '^infra/src/constructs/', pathNot: tests },
    to: { path: '^infra/src/(charts|synthesis|environments|gitops|helm|olm|pulumi|diff)/' },
    instead: 'take the value as a prop, because charts depend on constructs',
  },
  {
    name: 'infra imports only approved packages',
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
      'use cdk8s, cdk8s-plus-28, constructs, @kubewright/imports or @kubewright/declaration: users install every other dependency, too',
  },
  {
    name: 'imports/ imports only cdk8s and constructs',
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
    instead: 'move the shared code into a third file that imports neither',
  },
  ...runtimeRules,
  ...packageRules,
  ...operatorRules,
  ...infraRules,
  ...cliRules,
  ...yamlRules,
];
