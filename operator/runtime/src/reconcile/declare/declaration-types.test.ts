import { join } from 'node:path';

import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

import * as facade from '../../index.ts';
import { accepted, bookShop } from '../../../fixtures/declaration-accepted.ts';
import { rejectedUses } from '../../../fixtures/declaration-rejected.ts';

const values = Object.keys(facade);
const types = ['Action', 'ContextOf', 'Desired', 'Owns', 'OwnsAndDeletes', 'ProcessView', 'StatusWriter', 'ValuesOf'];

/** An author's modules, in the folder of the runtime's entry point; none of them is on disk. */
const folder = join(import.meta.dirname, '../../author');
const runtime = join(import.meta.dirname, '../../..');

/** An error, and the part of the source that the compiler underlines. */
interface Diagnostic {
  readonly at: string;
  readonly start: number;
  readonly says: string;
}

let complaints: ReadonlyMap<string, readonly Diagnostic[]>;

/** Compiles all snippets as one program, because most of the time goes into the library and the runtime's sources. */
beforeAll(() => {
  complaints = compile(
    new Map([
      ['book-shop.ts', bookShop],
      ...Object.entries(accepted).map(([title, code]): [string, string] => [toFileName(title), renderModule(code)]),
      ...rejectedUses.map(({ title, code }): [string, string] => [
        toFileName(title),
        renderModule(code).replace(/[«»]/g, ''),
      ]),
    ]),
  );
}, 180_000);

describe('the compiler accepts', () => {
  it('the API of the snippets', () => {
    expect(complaints.get('book-shop.ts')).toEqual([]);
  });

  it.each(Object.keys(accepted))('%s', (title) => {
    expect(complaints.get(toFileName(title))).toEqual([]);
  });
});

describe('the compiler reports at the right place:', () => {
  it.each(rejectedUses.map((use) => [use.title, use] as const))('%s', (title, { code, says }) => {
    const start = renderModule(code).indexOf('«');
    const at = code.slice(code.indexOf('«') + 1, code.indexOf('»'));
    const text = expect.stringMatching(buildPattern([says].flat())) as string;
    expect(complaints.get(toFileName(title))).toEqual([{ at, start, says: text }]);
  });
});

function buildPattern(lines: readonly string[]): RegExp {
  return new RegExp(
    `^${lines.map((line) => line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')).join('\n')}$`,
  );
}

function toFileName(title: string): string {
  return `${title.replace(/[^a-z]+/gi, '-')}.ts`;
}

/** `code` with an import of every name that it uses from the runtime's entry point. */
function renderModule(code: string): string {
  const named = (name: string): boolean => new RegExp(`\\b${name}\\b(?!: )`).test(code);
  const imports = [...values.filter(named), ...types.filter(named).map((name) => `type ${name}`)];
  const shop = named('BookShop') ? "import { BookShop } from './book-shop.ts';\n" : '';
  return `import { ${imports.join(', ')} } from '../index.ts';\n${shop}\n${code}`;
}

/** Compiles `files` with the repository's flags. */
function compile(files: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Diagnostic[]> {
  const options = readOptions(join(runtime, 'tsconfig.json'));
  const host = ts.createCompilerHost(options);
  const findText = (path: string): string | undefined =>
    path.startsWith(`${folder}/`) ? files.get(path.slice(folder.length + 1)) : undefined;
  const program = ts.createProgram({
    rootNames: [...files.keys()].map((name) => join(folder, name)),
    options,
    host: {
      ...host,
      fileExists: (path) => findText(path) !== undefined || host.fileExists(path),
      directoryExists: (path) => path === folder || ts.sys.directoryExists(path),
      readFile: (path) => findText(path) ?? host.readFile(path),
      getSourceFile: (path, version) => {
        const text = findText(path);
        return text === undefined ? host.getSourceFile(path, version) : ts.createSourceFile(path, text, version);
      },
    },
  });
  return new Map([...files.keys()].map((name) => [name, listDiagnostics(program, join(folder, name))]));
}

/** The repository's compiler flags, except those about output. */
function readOptions(path: string): ts.CompilerOptions {
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    readDirectory: () => [],
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  };
  return { ...ts.getParsedCommandLineOfConfigFile(path, {}, host)?.options, composite: false, noEmit: true };
}

function listDiagnostics(program: ts.Program, path: string): readonly Diagnostic[] {
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`${path} was not compiled`);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ start = 0, length = 0, messageText }) => ({
      at: file.text.slice(start, start + length),
      start,
      says: ts.flattenDiagnosticMessageText(messageText, '\n'),
    }),
  );
}
