/** Layout rules of the repository: each function returns the files or folders that break its rule. */

const topLevel = new Set([
  ...[
    'cli',
    'guide',
    'infra',
    'operator',
    'imports',
    'scripts',
    'site',
    'test',
    'cdk8s.yaml',
    'Pulumi.yaml',
    'package.json',
    'tsconfig.json',
  ],
  ...[
    'README.md',
    'AGENTS.md',
    'llms.txt',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'LICENSE',
    'package-lock.json',
    'eslint.config.js',
    '.ci',
    '.github',
  ],
  ...['.editorconfig', '.gitattributes', '.gitignore', '.npmrc', '.prettierignore', '.prettierrc.json'],
]);
const vagueNames = new Set(['utils', 'util', 'common', 'helpers', 'misc', 'shared']);
const generated = /^(imports\/[^/]+\.ts|infra\/(manifests\/|src\/options\/types\.ts$))|\/generated\//;
const code = /\.(ts|mts|js)$/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|test-d|suite|real|delivery|config|contract|d))*\.(ts|mts|js)$/;

/** Maximum lines of a file. From 300 lines on, ESLint demands a waiver with a reason. */
const hardStop = 500;

/** Paths below an unknown top-level name. The top level is fixed, because newcomers read it first. */
export function findStrayAtTopLevel(files: readonly string[]): string[] {
  return files.filter((file) => !topLevel.has(file.split('/', 1)[0] ?? ''));
}

/** Paths with a folder whose name does not describe its content. */
export function findVaguelyNamed(files: readonly string[]): string[] {
  return files.filter((file) =>
    file
      .split('/')
      .slice(0, -1)
      .some((folder) => vagueNames.has(folder)),
  );
}

export function findNotKebabCase(files: readonly string[]): string[] {
  return filterHandwritten(files).filter((file) => !kebabCase.test(file.split('/').at(-1) ?? ''));
}

export function findTooLong(files: readonly string[], readText: (file: string) => string): string[] {
  return filterHandwritten(files).filter((file) => readText(file).split('\n').length > hardStop);
}

/** Finds modules (top folders) of the runtime that lack an `index.ts`. */
export function findModulesWithoutIndex(files: readonly string[]): string[] {
  const moduleFolders = new Set(files.flatMap((file) => /^operator\/runtime\/src\/[^/]+(?=\/)/.exec(file) ?? []));
  return [...moduleFolders].filter((moduleFolder) => !files.includes(`${moduleFolder}/index.ts`));
}

/** Finds entry points of the operator without a module doc, which should describe the modules of the folder. */
export function findWithoutModuleDoc(files: readonly string[], readText: (file: string) => string): string[] {
  const entries = files.filter((file) =>
    /^operator\/((runtime|control-plane|testing)\/src\/.*|src\/)index\.ts$/.test(file),
  );
  return entries.filter((file) => !generated.test(file) && !/^\/\*\*\s*(\*\s*)?[^\s*/]/.test(readText(file)));
}

/** Finds index files with code other than named exports and imports for side effects. */
export function findWithLogic(files: readonly string[], readText: (file: string) => string): string[] {
  const entries = files.filter((file) => file.endsWith('/index.ts') && !generated.test(file));
  return entries.filter((file) => removeNamedExports(readText(file)) !== '');
}

function removeNamedExports(text: string): string {
  return text
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    .replaceAll(/export (type )?\{[^}]*\} from '[^']+';/g, '')
    .replaceAll("export * from './generated/index.ts';", '')
    .replaceAll(/import '[^']+';/g, '')
    .trim();
}

function filterHandwritten(files: readonly string[]): string[] {
  return files.filter((file) => code.test(file) && !generated.test(file));
}
