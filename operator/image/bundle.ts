import { stat } from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'rolldown';

export interface BundleOptions {
  /** The program, in JavaScript or in TypeScript. */
  readonly main: string;
  /** Further programs of the image, by name. @default - none */
  readonly commands?: Readonly<Record<string, string>>;
  /** Where `main.js` is written, with the parts that are loaded when they are needed, and the source maps. */
  readonly directory: string;
}

/**
 * Bundles a program and all that it imports, as an image has it: half of the CPU time of a start is that of finding and
 * loading five hundred modules. Not minified, so that stack traces can be read.
 */
export async function bundle({ main, commands, directory }: BundleOptions): Promise<void> {
  // Most builds find nothing to do, and need not load it.
  const { rolldown } = await import('rolldown');
  const inputs = await rolldown({
    input: { ...commands, main },
    platform: 'node',
    logLevel: 'warn',
    plugins: [withContracts],
  });
  await inputs.write({
    dir: directory,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    cleanDir: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    plugins: [asciiOnly],
  });
  await inputs.close();
}

/** `bundle`, unless nothing is newer than the last one. */
export async function bundleIfChanged(options: BundleOptions, sources: readonly string[]): Promise<void> {
  const bundledAtMs = await readChangedAtMs(path.join(options.directory, 'main.js'));
  const changes = await Promise.all(sources.map(readChangedAtMs));
  if (bundledAtMs === 0 || changes.some((atMs) => atMs > bundledAtMs)) await bundle(options);
}

/** 0 for a file that does not exist. */
async function readChangedAtMs(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/**
 * gRPC's health and reflection services read their contract from a `.proto` file beside their modules, which a bundle does
 * not have: this puts it into the code.
 */
const withContracts: Plugin = {
  name: 'with-contracts',
  transform: {
    filter: { id: /\/(grpc-health-check|@grpc\/reflection)\/build\/.*\.js$/, code: /\.loadSync\b/ },
    async handler(code, id) {
      const [, file = ''] = /'(?:\.\.\/\.\.\/proto\/)?(\w+\/[\w/]+\.proto)'/.exec(code) ?? [];
      const { default: protobuf } = await import('protobufjs');
      const contract = JSON.stringify(protobuf.loadSync(path.resolve(path.dirname(id), '../../proto', file)).toJSON());
      const loaded = code.replace(/\.loadSync(\)?)\([^,]+,/, (_, end = '') => `.fromJSON${end}(${contract},`);
      return { code: loaded.replaceAll('__dirname', "''"), map: null };
    },
  },
};

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
