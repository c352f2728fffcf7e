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
  paths: {
    '@kubewright/imports': [path.join(root, 'imports/index.ts')],
    '@kubewright/infra': [path.join(root, 'infra/src/index.ts')],
    '@kubewright/infra/pulumi': [path.join(root, 'infra/src/pulumi/index.ts')],
    '@kubewright/operator': [path.join(root, 'operator/src/index.ts')],
    '@kubewright/operator/kinds': [path.join(root, 'operator/src/runtime/kinds/index.ts')],
    '@kubewright/operator/pet-store': [path.join(root, 'operator/src/pet-store/index.ts')],
    '@kubewright/operator/testing': [path.join(root, 'operator/src/testing/index.ts')],
  },
};

/** The blocks of a page that are whole modules: those that begin with an import. They lie in `folder`. */
export function examplesOf(page: string, folder: string): Example[] {
  const blocks = [...page.matchAll(/^```ts\n(import [^]*?)^```/gm)].map(([, text]) => text ?? '');
  return blocks.map((text, index) => ({ file: path.join(root, folder, `example-${index + 1}.ts`), text }));
}

/** What the compiler finds wrong with the examples, against the sources of this repository. */
export function errorsOf(examples: readonly Example[]): string[] {
  const texts = new Map(examples.map(({ file, text }) => [file, text]));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => texts.has(file) || disk.fileExists(file),
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
