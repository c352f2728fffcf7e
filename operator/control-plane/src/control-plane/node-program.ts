import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { OperatorError } from '@kubewright/runtime/internal/base';
import type { ImageProgram } from '../images/image-program.ts';
import { findPackageExecutables } from '../images/package-executables.ts';

/**
 * Parses `--image example.com/operator=dist/main.js`: Pods of that image run as `node dist/main.js`, with the
 * executables of the script's package.
 *
 * Throws: if the image is missing, or the script does not exist.
 */
export function parseNodeProgram(text: string): ImageProgram & { readonly match: string } {
  const separator = text.indexOf('=');
  const match = text.slice(0, separator);
  const script = resolve(text.slice(separator + 1));
  if (separator < 1)
    throw new OperatorError('SETTINGS_INVALID', `read ${text}`, {
      hint: 'use <image>=<script>, for example example.com/operator=dist/main.js',
    });
  if (!existsSync(script))
    throw new OperatorError('SETTINGS_INVALID', `read ${text}`, { hint: `${script} does not exist; build it first` });
  return {
    match,
    program: () => ({ command: [process.execPath, script], executables: findPackageExecutables(script) }),
  };
}
