import { nodeFlags } from '../../operator/image/entrypoint.ts';
import { operatorMain } from '../../operator/image/operator-image.ts';
import { packageExecutables } from '../../operator/testing/src/images/index.ts';
import { defaultImages, type ImageProgram } from '../../operator/testing/src/index.ts';
import { cacheCompiledCode } from './started-programs.ts';

/** The command of the operator's image, as a process on this machine. */
export const operatorProgram = [process.execPath, ...nodeFlags, operatorMain] as const;

const operatorImage: ImageProgram = {
  match: 'ghcr.io/kubewright/operator',
  // The image also has the command of the pet store.
  program: () => ({
    command: operatorProgram,
    executables: packageExecutables(operatorMain),
    env: { NODE_COMPILE_CACHE: cacheCompiledCode() },
  }),
};

/** The images whose Pods run as processes in tests and in the demo. */
export const images: readonly ImageProgram[] = [operatorImage, ...defaultImages];
