import { readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { root } from './run.ts';

/** The declarations of packages, as they are published. */
export interface PackedTypes {
  /** Texts by path; a path begins with the name of the package. */
  readonly files: ReadonlyMap<string, string>;
  /** The names of the values that each public entry point exports. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

interface PackageJson {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

const options: ts.CompilerOptions = {
  ...ts.convertCompilerOptionsFromJson(
    {
      customConditions: ['@kubewright/source'],
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable'],
      module: 'nodenext',
      types: ['node'],
    },
    root,
  ).options,
  strict: true,
  exactOptionalPropertyTypes: true,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  typeRoots: [path.join(root, 'node_modules/@types')],
};

/** The project of a user who has installed the packages; it does not exist on disk. */
const home = path.join(root, 'node_modules/.author');

/** Emits the declarations of the packages in memory: a `dist` on disk may be older than the sources. */
export function packedTypes(folders: readonly string[]): PackedTypes {
  const packed = folders.map(packedTypesOf);
  return {
    files: new Map(packed.flatMap(({ files }) => [...files])),
    values: new Map(packed.flatMap(({ values }) => [...values])),
  };
}

function packedTypesOf(folder: string): PackedTypes {
  const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8');
  const manifest = JSON.parse(text) as PackageJson;
  const sources = path.join(root, folder, 'src');
  const entries = entriesOf(manifest, sources);
  const inside = path.join(sources, path.sep);
  const program = ts.createProgram([...entries.values()], { ...options, outDir: path.join(sources, '../dist') });
  const files = new Map([[`${manifest.name}/package.json`, text]]);
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(inside))) {
    const keep = (_file: string, declarations: string): void =>
      void files.set(`${manifest.name}/dist/${distPathOf(source.fileName.slice(inside.length))}`, declarations);
    program.emit(source, keep, undefined, true);
  }
  const values = [...entries].map(([entry, file]): [string, readonly string[]] => [entry, valuesOf(program, file)]);
  return { files, values: new Map(values) };
}

function distPathOf(source: string): string {
  return source.replace(/\.ts$/, '.d.ts');
}

/** The source files of the public entry points, by import specifier. Internal entry points are left out. */
function entriesOf({ name, exports }: PackageJson, sources: string): ReadonlyMap<string, string> {
  const entries = Object.entries(exports).flatMap(([entry, target]): [string, string][] => {
    if (typeof target === 'string' || entry.startsWith('./internal/')) return [];
    const source = target.types.replace(/^\.\/dist\//, '').replace(/\.d\.ts$/, '.ts');
    return [[path.posix.join(name, entry), path.join(sources, source)]];
  });
  return new Map(entries);
}

function valuesOf(program: ts.Program, file: string): readonly string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} exports nothing`);
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => (resolved(checker, symbol).flags & ts.SymbolFlags.Value) !== 0)
    .map(({ name }) => name);
}

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** The errors when a user who has installed the packages compiles a module with `declaration: true`. */
export function errorsOfAuthor(text: string, { files }: PackedTypes): readonly string[] {
  const file = path.join(home, 'author.ts');
  const installed = [...files].map(([at, content]): [string, string] => [path.join(home, 'node_modules', at), content]);
  const texts = new Map([[file, text], [path.join(home, 'package.json'), '{ "type": "module" }'], ...installed]);
  const program = ts.createProgram([file], { ...options, rootDir: home, outDir: home }, hostOf(texts));
  return ts.getPreEmitDiagnostics(program).map(({ start = 0, length = 0, messageText, file: source }) => {
    const at = source?.text.slice(start, start + length) ?? '';
    return `${at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** A compiler host that serves `texts` in addition to the files on disk. */
function hostOf(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  const folders = new Set([...texts.keys()].flatMap(foldersOf));
  const isOurs = (at: string): boolean => at === home || at.startsWith(`${home}/`);
  return {
    ...disk,
    fileExists: (file) => texts.has(file) || disk.fileExists(file),
    readFile: (file) => texts.get(file) ?? disk.readFile(file),
    directoryExists: (folder) => folders.has(folder) || ts.sys.directoryExists(folder),
    realpath: (at) => (isOurs(at) ? at : (disk.realpath?.(at) ?? at)),
    getSourceFile: (file, language) => {
      const text = texts.get(file);
      return text === undefined ? disk.getSourceFile(file, language) : ts.createSourceFile(file, text, language);
    },
  };
}

function foldersOf(file: string): readonly string[] {
  const folder = path.dirname(file);
  return folder === home ? [folder] : [folder, ...foldersOf(folder)];
}
