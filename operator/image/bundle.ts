import { stat } from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'rolldown';

import { type BundleOptions, bundleProgram } from '../generate/src/image/bundle-program.ts';

/** Bundles a program as our image has it. */
export function bundle(options: BundleOptions): Promise<void> {
  return bundleProgram({ ...options, plugins: [withContracts] });
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
