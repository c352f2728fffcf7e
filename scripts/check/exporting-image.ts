/**
 * Exports of an author who builds an image. `exported-types.test.ts` appends this module to `exporting-author.ts`.
 *
 * @module
 */
import {
  buildBundleImage,
  bundleOperator,
  type BundledOperator,
  buildImage,
  imageEnvironment,
  nodeFlags,
  pinPackages,
  pushImage,
  pushLayout,
  formatReport,
  writeImage,
} from '@kubewright/generate/image';

export const image = buildImage({ platforms: ['linux/amd64'], onProgress: (text) => text });
export const toFolder = image.then((built) => [writeImage(built, formatReport(built)), pinPackages(built)]);
export const toRegistry = buildBundleImage('bundle').then((built) => pushImage(built, 'registry.example/cafes:1.0.0'));
export const fromFolder = pushLayout('oci-image/layout', 'registry.example/cafes:1.0.0');
const bundled: BundledOperator = { folder: '.', module: 'src/operator.ts', directory: 'bundle' };
export const toBundle = bundleOperator(bundled);
export const started = { nodeFlags, imageEnvironment };
