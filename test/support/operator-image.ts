import path from 'node:path';

import { packageExecutables } from '../../operator/testing/src/images/index.ts';
import { defaultImages, type ImageProgram } from '../../operator/testing/src/index.ts';
import { cacheCompiledCode } from './started-programs.ts';

/** The compiled operator, which its container image runs. */
const main = path.join(import.meta.dirname, '../../operator/dist/main.js');

/**
 * The command of the operator's image, as a process on this machine. The image also limits the young generation of the
 * heap: without the limit, a burst of objects doubles the memory use for no benefit.
 */
export const operatorProgram = [process.execPath, '--max-semi-space-size=2', main] as const;

const operatorImage: ImageProgram = {
  match: 'ghcr.io/kubewright/operator',
  // The image also has the command of the pet store.
  program: () => ({
    command: operatorProgram,
    executables: packageExecutables(main),
    env: { NODE_COMPILE_CACHE: cacheCompiledCode() },
  }),
};

/** The images whose Pods run as processes in tests and in the demo. */
export const images: readonly ImageProgram[] = [operatorImage, ...defaultImages];
