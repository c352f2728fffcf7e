import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { OperatorError } from '@kubewright/runtime/internal/base';
import type { ImageProgram } from '../images/image-program.ts';
import { findPackageExecutables } from '../images/package-executables.ts';

/**
 * The image program for `--image example.com/operator=dist/main.js`: Pods of that image run as `node dist/main.js`,
 * with the executables of the package that the script belongs to.
 *
 * Throws: if there is no image, or no such script.
 */
export function parseNodeProgram(text: string): ImageProgram & { readonly match: string } {
  const separator = text.indexOf('=');
  const match = text.slice(0, separator);
  const script = resolve(text.slice(separator + 1));
  if (separator < 1)
    throw new OperatorError('SETTINGS_INVALID', `read ${text}`, {
      hint: 'give <image>=<script>, for example example.com/operator=dist/main.js',
    });
  if (!existsSync(script))
    throw new OperatorError('SETTINGS_INVALID', `read ${text}`, { hint: `there is no file ${script}; is it built?` });
  return {
    match,
    program: () => ({ command: [process.execPath, script], executables: findPackageExecutables(script) }),
  };
}
