import path from 'node:path';

import ts from 'typescript';

import { root } from './run.ts';

/** A TypeScript example of a page, as a file that could lie at `file`. */
export interface Example {
  readonly file: string;
  readonly text: string;
}

const options: ts.CompilerOptions = {
  ...ts.convertCompilerOptionsFromJson(
    { target: 'es2024', lib: ['es2024', 'esnext.disposable'], module: 'nodenext', types: ['node'] },
    root,
  ).options,
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  // The packages below operator/ lead to their sources by their own exports; infra and imports do not.
  customConditions: ['@kubewright/source'],
  paths: {
    '@kubewright/imports': [path.join(root, 'imports/index.ts')],
    '@kubewright/infra': [path.join(root, 'infra/src/index.ts')],
    '@kubewright/infra/pulumi': [path.join(root, 'infra/src/pulumi/index.ts')],
  },
};

/** The files that a page gives whole, by their paths: each is the first block below a heading that is its path. */
export function filesOf(page: string): ReadonlyMap<string, string> {
  const sections = page.matchAll(/^### `([^`\n]+)`\n(?:(?!#|```).*\n)*```\w+\n([^]*?)^```/gm);
  return new Map([...sections].map(([, file = '', text = '']) => [file, text]));
}

/** The commands that a page gives below a heading, block by block. */
export function commandsOf(page: string, heading: string): readonly string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text]) => text ?? '');
}

/**
 * The blocks of a page that are whole modules: those that begin with an import. They lie in `folder`, under their own
 * paths if the page names them, so that one may import another.
 */
export function examplesOf(page: string, folder: string): Example[] {
  const paths = new Map([...filesOf(page)].map(([file, text]) => [text, file]));
  return modulesIn(page).map((text, index) => {
    const file = paths.get(text) ?? `example-${index + 1}.ts`;
    return { file: path.join(root, folder, file), text };
  });
}

/** Those of a list are indented: by as much as their fence. */
function modulesIn(page: string): readonly string[] {
  const blocks = page.matchAll(/^( *)```ts\n( *import [^]*?)^\1```/gm);
  return [...blocks].map(([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** What the compiler finds wrong with the examples, against the sources of this repository. */
export function errorsOf(examples: readonly Example[]): string[] {
  const texts = new Map(examples.map(({ file, text }) => [file, text]));
  const folders = new Set(examples.map(({ file }) => path.dirname(file)));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => texts.has(file) || disk.fileExists(file),
    directoryExists: (folder) => folders.has(folder) || disk.directoryExists?.(folder) !== false,
    readFile: (file) => texts.get(file) ?? disk.readFile(file),
    getSourceFile: (file, language) => {
      const text = texts.get(file);
      return text === undefined ? disk.getSourceFile(file, language) : ts.createSourceFile(file, text, language);
    },
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return examples.flatMap(({ file }) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).map((diagnostic) => describe(file, diagnostic)),
  );
}

function describe(file: string, { messageText, start, file: source }: ts.Diagnostic): string {
  const line = source && start !== undefined ? source.getLineAndCharacterOfPosition(start).line + 1 : 0;
  return `${path.relative(root, file)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
}
