import path from 'node:path';

import type { InstalledOperator } from '../install-operator.ts';
import { createSourceImage, installSourceOperator, type SourceInstallOptions } from '../source-operator.ts';
import { previews } from './previews.ts';

const image = 'example.com/previews';

/** The image whose Pods run the operator of Previews from its source. */
export const previewsImage = createSourceImage(image, { main: path.join(import.meta.dirname, 'main.ts') });

/** Installs the operator of Previews and its CRDs. */
export function installPreviews(options: SourceInstallOptions): Promise<InstalledOperator> {
  return installSourceOperator(previews, image, options);
}
