import path from 'node:path';

import ts from 'typescript';

import { root } from '../run.ts';

/** A TypeScript example of a page, compiled as if it were the content of `file`. */
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
  // With this condition, packages below operator/ resolve to their sources. It has no effect on infra and imports.
  customConditions: ['@kubewright/source'],
  paths: {
    '@kubewright/imports': [path.join(root, 'imports/index.ts')],
    '@kubewright/infra': [path.join(root, 'infra/src/index.ts')],
    '@kubewright/infra/catalogue': [path.join(root, 'infra/src/catalogue/index.ts')],
    '@kubewright/infra/crd-changes': [path.join(root, 'infra/src/crd-changes/index.ts')],
    '@kubewright/infra/pulumi': [path.join(root, 'infra/src/pulumi/index.ts')],
  },
};

/** Returns the complete files on a page, by path: the first code block below each heading that is a path. */
export function parseFiles(page: string): ReadonlyMap<string, string> {
  const sections = page.matchAll(/^### `([^`\n]+)`\n(?:(?!#|```).*\n)*```\w+\n([^]*?)^```/gm);
  return new Map([...sections].map(([, file = '', text = '']) => [file, text]));
}

/** Returns the commands in the shell blocks below a heading of a page. */
export function parseCommands(page: string, heading: string): readonly string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text]) => text ?? '');
}

/**
 * The blocks of a page that are whole modules: those that begin with an import. Each gets a path in `folder`: the one
 * that the page names for it, so that examples can import each other, or else a numbered one.
 */
export function parseExamples(page: string, folder: string): Example[] {
  const paths = new Map([...parseFiles(page)].map(([file, text]) => [text, file]));
  return listModules(page).map((text, index) => {
    const file = paths.get(text) ?? `example-${index + 1}.ts`;
    return { file: path.join(root, folder, file), text };
  });
}

/** Returns the text of each module block. Removes the indentation of blocks in a Markdown list. */
function listModules(page: string): readonly string[] {
  const blocks = page.matchAll(/^( *)```ts\n( *import [^]*?)^\1```/gm);
  return [...blocks].map(([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** Compiles the examples against the sources of this repository, and returns the errors. */
export function compileExamples(examples: readonly Example[]): string[] {
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
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map((diagnostic) => formatDiagnostic(file, diagnostic)),
  );
}

function formatDiagnostic(file: string, { messageText, start, file: source }: ts.Diagnostic): string {
  const line = source && start !== undefined ? source.getLineAndCharacterOfPosition(start).line + 1 : 0;
  return `${path.relative(root, file)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
}
