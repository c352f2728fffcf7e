import { imageEnvironment, nodeFlags } from '../../operator/generate/src/image/entrypoint.ts';
import { operatorMain } from '../../operator/image/operator-image.ts';
import { findPackageExecutables } from '../../operator/control-plane/src/images/package-executables.ts';
import { defaultImages, type ImageProgram } from '../../operator/testing/src/index.ts';
import { cacheCompiledCode } from './started-programs.ts';

/** The command of the operator's image, to run as a process on this machine. */
export const operatorProgram = [process.execPath, ...nodeFlags, operatorMain] as const;

/** Returns the environment that the operator's image sets. */
export function buildOperatorEnvironment(): Readonly<Record<string, string>> {
  return { ...imageEnvironment, NODE_COMPILE_CACHE: cacheCompiledCode() };
}

const operatorImage: ImageProgram = {
  match: 'ghcr.io/kubewright/operator',
  // The operator's image has a second command: the pet store.
  program: () => ({
    command: operatorProgram,
    executables: findPackageExecutables(operatorMain),
    env: buildOperatorEnvironment(),
  }),
};

/** The images whose Pods run as processes in tests and in the demo. */
export const images: readonly ImageProgram[] = [operatorImage, ...defaultImages];
