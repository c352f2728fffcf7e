/** The rules of the repository's layout, as functions from paths and texts to what breaks them. */

const topLevel = new Set([
  ...['infra', 'operator', 'imports', 'test', 'cdk8s.yaml', 'Pulumi.yaml', 'package.json', 'tsconfig.json'],
  ...['README.md', 'CONTRIBUTING.md', 'LICENSE', 'package-lock.json', 'eslint.config.js', '.ci'],
  ...['.editorconfig', '.gitattributes', '.gitignore', '.npmrc', '.prettierignore', '.prettierrc.json'],
]);
const vagueNames = new Set(['utils', 'util', 'common', 'helpers', 'misc', 'shared']);
const generated =
  /^(imports\/[^/]+\.ts|infra\/manifests\/|operator\/(runtime\/src\/kinds|src\/pet-store\/contract\/generated)\/)/;
const code = /\.(ts|mts|js)$/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|test-d|real|config|contract|d))*\.(ts|mts|js)$/;

/** Where code may not grow any further, whatever the reason. ESLint asks for one (a waiver) from 300 lines on. */
const hardStop = 500;

/** Paths whose first part is not one of the top level's. The top level is what a newcomer reads first. */
export function strayAtTopLevel(files: readonly string[]): string[] {
  return files.filter((file) => !topLevel.has(file.split('/', 1)[0] ?? ''));
}

/** Paths with a folder whose name says nothing about what lies in it. */
export function vaguelyNamed(files: readonly string[]): string[] {
  return files.filter((file) =>
    file
      .split('/')
      .slice(0, -1)
      .some((folder) => vagueNames.has(folder)),
  );
}

export function notKebabCase(files: readonly string[]): string[] {
  return handwritten(files).filter((file) => !kebabCase.test(file.split('/').at(-1) ?? ''));
}

export function tooLong(files: readonly string[], textOf: (file: string) => string): string[] {
  return handwritten(files).filter((file) => textOf(file).split('\n').length > hardStop);
}

/** Rooms (folders) of the runtime without an `index.ts`. */
export function roomsWithoutIndex(files: readonly string[]): string[] {
  const rooms = new Set(files.flatMap((file) => /^operator\/runtime\/src\/[^/]+(?=\/)/.exec(file) ?? []));
  return [...rooms].filter((room) => !files.includes(`${room}/index.ts`));
}

/** Entry points of the operator that do not begin with a module doc, the tour of their folder. */
export function withoutModuleDoc(files: readonly string[], textOf: (file: string) => string): string[] {
  const entries = files.filter((file) => /^operator\/((runtime|testing)\/src\/.*|src\/)index\.ts$/.test(file));
  return entries.filter((file) => !generated.test(file) && !/^\/\*\*\s*(\*\s*)?[^\s*/]/.test(textOf(file)));
}

/** Entry points that do more than to name what the folder exports. */
export function withLogic(files: readonly string[], textOf: (file: string) => string): string[] {
  const entries = files.filter((file) => file.endsWith('/index.ts') && !generated.test(file));
  return entries.filter((file) => namedExportsRemoved(textOf(file)) !== '');
}

function namedExportsRemoved(text: string): string {
  return text
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    .replaceAll(/export (type )?\{[^}]*\} from '[^']+';/g, '')
    .replaceAll(/import '[^']+';/g, '')
    .trim();
}

function handwritten(files: readonly string[]): string[] {
  return files.filter((file) => code.test(file) && !generated.test(file));
}
