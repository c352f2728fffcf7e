import path from 'node:path';

import type { InstalledOperator } from '../install-operator.ts';
import { createSourceImage, installSourceOperator, type SourceInstallOptions } from '../source-operator.ts';
import { previews } from './previews.ts';

const image = 'example.com/previews';

/** Runs the operator of previews. */
export const previewsImage = createSourceImage(image, { main: path.join(import.meta.dirname, 'main.ts') });

/** Installs the operator of previews and its CRDs. */
export function installPreviews(options: SourceInstallOptions): Promise<InstalledOperator> {
  return installSourceOperator(previews, image, options);
}
