import path from 'node:path';

import type { Plugin } from 'rolldown';

export interface BundleOptions {
  /** The program, in JavaScript or in TypeScript. */
  readonly main: string;
  /** Further programs of the image, by name. @default - none */
  readonly commands?: Readonly<Record<string, string>>;
  /** The folder for `main.js`, the chunks that it loads later, and their source maps. It is emptied first. */
  readonly directory: string;
  /** Plugins of rolldown. @default - none */
  readonly plugins?: readonly Plugin[];
}

/**
 * Bundles a program with everything that it imports: loading five hundred modules takes half of the CPU time of a start.
 * Not minified, so that stack traces can be read.
 */
export async function bundleProgram({ main, commands, directory, plugins = [] }: BundleOptions): Promise<void> {
  // Imported lazily: rolldown is a large binary, and most builds do not need to bundle.
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: { ...commands, main },
    platform: 'node',
    logLevel: 'warn',
    plugins: [...plugins],
  });
  await build.write({
    dir: directory,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    cleanDir: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    plugins: [asciiOnly],
  });
  await build.close();
}

export interface BundledOperator {
  /** The folder of the project. */
  readonly folder: string;
  /** The module that exports `operator`, relative to the folder. */
  readonly module: string;
  /** The folder for the bundle, relative to the project. */
  readonly directory: string;
}

/** Bundles a program that runs the operator of a module with the arguments and the environment of its process. */
export async function bundleOperator({ folder, module, directory }: BundledOperator): Promise<void> {
  const main = path.join(folder, 'main.js');
  const code = `import { runOperator } from '@kubewright/runtime';
import { operator } from ${JSON.stringify(`./${module}`)};

process.exitCode = await runOperator(operator, { argv: process.argv.slice(2), env: process.env });
`;
  const runsOperator: Plugin = {
    name: 'runs-operator',
    resolveId: (id) => (id === main ? id : undefined),
    load: (id) => (id === main ? code : undefined),
  };
  await bundleProgram({ main, directory: path.join(folder, directory), plugins: [runsOperator] });
}

/**
 * V8 keeps the source of a program for as long as that runs, and takes two bytes for each character if one of them is
 * not ASCII.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeNonAscii(file.code);
  },
};

function escapeNonAscii(code: string): string {
  return code.replaceAll(/[^\0-\u007F]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
