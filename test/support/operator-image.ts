import path from 'node:path';

import { packageExecutables } from '../../operator/testing/src/images/index.ts';
import { defaultImages, type ImageProgram } from '../../operator/testing/src/index.ts';
import { cacheCompiledCode } from './source-aliases.ts';

/** The operator as it is built: what its container image would run. */
const main = path.join(import.meta.dirname, '../../operator/dist/main.js');

/**
 * What the operator's image runs, as a process of this machine: the compiled program, on this Node. The heap's young
 * generation is what the image sets, too: without it, a burst of objects doubles the memory at no gain.
 */
export const operatorProgram = [process.execPath, '--max-semi-space-size=2', main] as const;

const operatorImage: ImageProgram = {
  match: 'ghcr.io/kubewright/operator',
  // Its other program is the pet store.
  program: () => ({
    command: operatorProgram,
    executables: packageExecutables(main),
    env: { NODE_COMPILE_CACHE: cacheCompiledCode() },
  }),
};

/** What runs as processes in tests and in the demo. */
export const images: readonly ImageProgram[] = [operatorImage, ...defaultImages];
