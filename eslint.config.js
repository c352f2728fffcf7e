// The house rules that a machine can check. Which folder may import which is checked by scripts/check/import-rules.ts,
// layout and file names by scripts/check/*.test.ts.
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

import { noUnattendedPromise } from './scripts/check/no-unattended-promise.ts';

const generated = [
  ...['.tmp/', 'output/'],
  ...[
    '**/dist/',
    '**/generated/',
    'operator/bundle/',
    'operator/control-plane/compiled/',
    'imports/*.ts',
    'infra/manifests/',
  ],
  'infra/src/options/types.ts',
];
/** Projects of users, which are compiled where they are installed, each by its own rules. */
const ofUsers = ['test/e2e/consumers/projects/', 'cli/template/', 'guide/previews/'];
const tests = ['**/*.test.ts', '**/*.suite.ts', '**/*.test-d.ts'];

/** A generated index is a list of names already. */
const exportAll = {
  selector: 'ExportAllDeclaration[exported=null]:not([source.value="./generated/index.ts"])',
  message: 'Name what is exported: `export { a, b } from …`. `export *` hides the surface and grows it by accident.',
};
const exportDefault = {
  selector: 'ExportDefaultDeclaration',
  message: 'Use a named export, so that one thing has one name everywhere.',
};
const emptyCatch = {
  selector: 'CatchClause > BlockStatement[body.length=0]',
  message: 'Handle the error, or rethrow it: an empty catch loses it.',
};
const shouldTitle = {
  selector: 'CallExpression[callee.name=/^(it|test|describe)$/] > .arguments:first-child[value=/\\bshould\\b/i]',
  message: 'A test title states a fact in the present tense: "removes the key", not "should remove the key".',
};
/** `it.only`, `it.only.each`, `it.concurrent.only` and so on. */
const testMember = (names) =>
  `MemberExpression[property.name=/^(${names})$/]:matches([object.name=/^(it|test|describe)$/], [object.object.name=/^(it|test|describe)$/])`;
const focusedTest = {
  selector: testMember('only'),
  message: 'A focused test switches all others off; remove `.only`.',
};
const switchedOffTest = {
  selector: `:matches(${testMember('skip|todo|skipIf|runIf')}, CallExpression[callee.name=/^(it|test|describe)$/] > ObjectExpression > Property[key.name=/^(skip|todo)$/])`,
  message: 'A test that does not run proves nothing: make it run, or remove it.',
};
const wallClock = {
  selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
  message: 'Time is a parameter: ask the `Clock` (runtime/base).',
};
const plainError = {
  selector: 'NewExpression[callee.name="Error"]',
  message: 'Throw an `OperatorError` with a code (runtime/base), or a class that says what has failed.',
};
const syntax = [exportAll, exportDefault];

const clock = 'Time is a parameter: use the `Clock` (runtime/base), so that tests can turn it.';
const logger = 'Use the `Logger` (runtime/base): constant message, fields beside it.';
const environment = 'The environment is read once, in main.ts; take the setting as a parameter.';
const deterministic = {
  'no-restricted-globals': [
    'error',
    { name: 'setTimeout', message: clock },
    { name: 'setInterval', message: clock },
    { name: 'setImmediate', message: clock },
    { name: 'performance', message: clock },
    { name: 'console', message: logger },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: clock },
    { object: 'AbortSignal', property: 'timeout', message: clock },
    { object: 'globalThis', property: 'setTimeout', message: clock },
    { object: 'globalThis', property: 'setInterval', message: clock },
    { object: 'globalThis', property: 'console', message: logger },
    { object: 'process', property: 'hrtime', message: clock },
    { object: 'process', property: 'env', message: environment },
  ],
  'no-restricted-imports': [
    'error',
    {
      paths: [
        { name: 'node:timers', message: clock },
        // A turn of the event loop does not depend on the clock.
        { name: 'node:timers/promises', allowImportNames: ['setImmediate'], message: clock },
        // It measures the process itself.
        { name: 'node:perf_hooks', allowImportNames: ['monitorEventLoopDelay'], message: clock },
        { name: 'node:console', message: logger },
        { name: 'node:process', importNames: ['env', 'hrtime'], message: environment },
      ],
    },
  ],
};

const heavy = (instead) => `It loads megabytes that no operator needs; import its types, and take ${instead}.`;
/** What would be in the memory of every operator. */
const light = [
  'error',
  {
    paths: [
      { name: 'node:http', allowTypeImports: true, message: heavy("`process.getBuiltinModule('node:http')`") },
      { name: 'undici', allowTypeImports: true, message: heavy('the parts in runtime/client/undici.ts') },
      { name: 'prom-client', allowTypeImports: true, message: heavy('`promClient` of runtime/manager/metrics') },
    ],
  },
];

const gateway = 'Write through `run.environment.gateway`; read through `LiveReader` and `CacheView`.';
/** What can write to the API server, or to a cache. */
const writing = [
  {
    group: ['**/client/*.ts'],
    allowImportNames: [
      'ApiError',
      'isApiError',
      'isKindGone',
      'isNamespaceTerminating',
      'LiveReader',
      'Part',
      'PermittedClient',
      'SentByName',
    ],
    message: gateway,
  },
  {
    group: ['**/cache/*.ts'],
    allowImportNames: ['CacheIndex', 'CacheView', 'isOwnedByUpdate', 'findOwnFields', 'buildEditor', 'listEdits'],
    message: gateway,
  },
];

export default defineConfig(
  { ignores: [...generated, ...ofUsers] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    name: 'typescript',
    files: ['**/*.ts', '**/*.mts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      complexity: ['error', 10],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-depth': ['error', 3],
      'max-lines': ['error', 300],
      'max-params': ['error', 3],
      'no-restricted-syntax': ['error', ...syntax],
      'object-shorthand': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingAny: true, allowThrowingUnknown: true }],
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      '@typescript-eslint/prefer-readonly': 'error',
      // A function that implements an asynchronous interface need not wait for anything itself.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    name: 'what is packed throws errors with a code',
    files: ['operator/control-plane/src/**/*.ts', 'operator/testing/src/**/*.ts', 'operator/generate/src/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...syntax, plainError] },
  },
  {
    name: 'what runs in the cluster is small',
    files: ['operator/runtime/src/**/*.ts', 'operator/src/controllers/**/*.ts', 'operator/src/apis/**/*.ts'],
    ignores: tests,
    rules: { '@typescript-eslint/no-restricted-imports': light },
  },
  {
    name: 'what runs in the cluster is deterministic, except for its Clock',
    files: ['operator/runtime/src/**/*.ts', 'operator/src/controllers/**/*.ts', 'operator/src/apis/**/*.ts'],
    ignores: ['operator/runtime/src/base/clock.ts', ...tests],
    plugins: { kubewright: { rules: { 'no-unattended-promise': noUnattendedPromise } } },
    rules: {
      ...deterministic,
      'no-restricted-syntax': ['error', ...syntax, emptyCatch, plainError, wallClock],
      'kubewright/no-unattended-promise': 'error',
    },
  },
  {
    name: 'the gateway is the one way to write',
    files: ['operator/runtime/src/reconcile/**/*.ts'],
    // A reconcile does not write events: the recorder sends them, or not, while a term lasts.
    ignores: [
      'operator/runtime/src/reconcile/write/gateway.ts',
      'operator/runtime/src/reconcile/events/*.ts',
      ...tests,
    ],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: writing }] },
  },
  {
    name: 'what infra writes and reads is the same to every reader of YAML',
    files: ['infra/src/**/*.ts'],
    ignores: ['infra/src/yaml/*.ts', ...tests],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'cdk8s',
              importNames: ['Yaml'],
              message: 'Use writeYaml of @kubewright/declaration, and readYaml of infra/src/yaml.',
            },
          ],
        },
      ],
    },
  },
  {
    name: 'tests',
    files: tests,
    rules: {
      'max-lines': ['error', 500],
      'no-restricted-syntax': ['error', ...syntax, shouldTitle, focusedTest, switchedOffTest],
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    name: 'files whose tool insists on a default export',
    files: ['**/*.config.ts', 'test/support/global-*.ts', 'scripts/ci/outcome-reporter.ts', 'site/.vitepress/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', exportAll] },
  },
);
