import { globSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { bundleControlPlane } from '../bundle-control-plane.ts';
import { compile } from '../compile.ts';
import { readRepositoryText } from '../files.ts';
import { root } from '../run.ts';

/** The declaration files of the published packages. */
export interface PackedTypes {
  /** Texts of the declaration files. Each path begins with the name of the package. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of the values that each public entry point exports. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

interface PackageJson {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

const options: ts.CompilerOptions = {
  ...ts.convertCompilerOptionsFromJson(
    { target: 'es2024', lib: ['es2024', 'esnext.disposable'], module: 'nodenext', types: ['node'] },
    root,
  ).options,
  strict: true,
  exactOptionalPropertyTypes: true,
  declaration: true,
  skipLibCheck: true,
  typeRoots: [path.join(root, 'node_modules/@types')],
};

/** The project of a user who installs the packages; it does not exist on disk. */
const home = path.join(root, 'node_modules/.author');

/** Builds the packages, and reads their declarations from `dist`. Throws if they do not compile. */
export async function buildPackedTypes(folders: readonly string[]): Promise<PackedTypes> {
  if ((await compile(folders)) !== 0) throw new Error(`${folders.join(', ')} do not compile`);
  if (folders.includes('operator/control-plane')) await bundleControlPlane();
  const files = new Map(folders.flatMap(readDeclarationFiles));
  return { files, values: collectValues(files, folders.flatMap(listEntries)) };
}

function readDeclarationFiles(folder: string): readonly [string, string][] {
  const text = readRepositoryText(`${folder}/package.json`);
  const { name } = JSON.parse(text) as PackageJson;
  const declarations = globSync('dist/**/*.d.ts', { cwd: path.join(root, folder) });
  return [
    [`${name}/package.json`, text],
    ...declarations.map((file): [string, string] => [`${name}/${file}`, readRepositoryText(`${folder}/${file}`)]),
  ];
}

/** Lists the public entry points of a package: import specifier and file. Omits internal entry points. */
function listEntries(folder: string): readonly [string, string][] {
  const { name, exports } = JSON.parse(readRepositoryText(`${folder}/package.json`)) as PackageJson;
  return Object.entries(exports).flatMap(([entry, target]): [string, string][] =>
    typeof target === 'string' || entry.startsWith('./internal/')
      ? []
      : [[path.posix.join(name, entry), path.posix.join(name, target.types)]],
  );
}

function collectValues(
  files: ReadonlyMap<string, string>,
  entries: readonly [string, string][],
): ReadonlyMap<string, readonly string[]> {
  const texts = toInstalledTexts(files);
  const program = ts.createProgram(
    entries.map(([, file]) => toInstalledPath(file)),
    options,
    createHost(texts),
  );
  return new Map(entries.map(([entry, file]) => [entry, listExportedValues(program, toInstalledPath(file))]));
}

function listExportedValues(program: ts.Program, file: string): readonly string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} exports nothing`);
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => (resolveAlias(checker, symbol).flags & ts.SymbolFlags.Value) !== 0)
    .map(({ name }) => name);
}

function resolveAlias(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** Compiles a module like a user who has installed the packages, with `declaration: true`, and returns the errors. */
export function compileAuthor(text: string, { files }: PackedTypes): readonly string[] {
  const file = path.join(home, 'author.ts');
  const texts = new Map([[file, text], ...toInstalledTexts(files)]);
  const program = ts.createProgram([file], { ...options, rootDir: home, outDir: home }, createHost(texts));
  return ts.getPreEmitDiagnostics(program).map(({ start = 0, length = 0, messageText, file: source }) => {
    const at = source?.text.slice(start, start + length) ?? '';
    return `${at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** Returns the files of a project that has installed the packages, as path → text. */
function toInstalledTexts(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const packages = [...files].map(([file, text]): [string, string] => [toInstalledPath(file), text]);
  return new Map([[path.join(home, 'package.json'), '{ "type": "module" }'], ...packages]);
}

function toInstalledPath(file: string): string {
  return path.join(home, 'node_modules', file);
}

/** Parsed library files on disk, which all programs of this test share. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function parseOnce(file: string, parse: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  if (!parsed.has(file)) parsed.set(file, parse());
  return parsed.get(file);
}

/** Creates a compiler host that serves `texts` in addition to the files on disk. */
function createHost(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  const folders = new Set([...texts.keys()].flatMap(listParentFolders));
  const isOurs = (at: string): boolean => at === home || at.startsWith(`${home}/`);
  return {
    ...disk,
    fileExists: (file) => texts.has(file) || disk.fileExists(file),
    readFile: (file) => texts.get(file) ?? disk.readFile(file),
    directoryExists: (folder) => folders.has(folder) || ts.sys.directoryExists(folder),
    realpath: (at) => (isOurs(at) ? at : (disk.realpath?.(at) ?? at)),
    getSourceFile: (file, language) => {
      const text = texts.get(file);
      if (text !== undefined) return ts.createSourceFile(file, text, language);
      return parseOnce(file, () => disk.getSourceFile(file, language));
    },
  };
}

function listParentFolders(file: string): readonly string[] {
  const folder = path.dirname(file);
  return folder === home ? [folder] : [folder, ...listParentFolders(folder)];
}
