import type { BuiltImage } from './build-image.ts';
import { formatPlatform } from './oci/blob.ts';
import type { PlatformImage } from './oci/image.ts';

/** The size of an image as it is pulled, in bytes. */
export function compressedSize({ layers, baseLayers, config, manifest }: PlatformImage): number {
  const blobs = [...baseLayers, ...layers.map(({ blob }) => blob), config, manifest];
  return blobs.reduce((total, { descriptor }) => total + descriptor.size, 0);
}

/** Reports the digests and sizes of an image, and how many packages have which licence. */
export function reportOf({ index, images, project }: BuiltImage): string {
  const { manifest, packages } = project;
  const byLicence = [...Map.groupBy(packages, ({ license }) => license)].sort(([a], [b]) => (a < b ? -1 : 1));
  // Most licences require to pass on their text: the publisher of the image should know which packages have none.
  const withoutText = packages.filter(({ texts }) => texts.size === 0);
  const lines = [
    `${manifest.name ?? 'operator'} ${manifest.version ?? ''}: ${index.descriptor.digest}`,
    ...images.flatMap(platformLines),
    '',
    `${packages.length} packages of npm in the program, by licence:`,
    ...byLicence.map(([license, of]) => `  ${license}: ${of.length}`),
    ...withoutText.map(({ name, version }) => `  no text: ${name}@${version}`),
  ];
  return `${lines.join('\n')}\n`;
}

function platformLines(image: PlatformImage): readonly string[] {
  const { platform, manifest, layers, baseLayers } = image;
  return [
    '',
    `${formatPlatform(platform)}  ${manifest.descriptor.digest}`,
    ...baseLayers.map(({ descriptor }) => sizeLine(descriptor.size, `base ${descriptor.digest}`)),
    ...layers.map(({ name, blob, files }) => sizeLine(blob.descriptor.size, `${name} (${files.length} files)`)),
    sizeLine(compressedSize(image), 'compressed'),
  ];
}

function sizeLine(bytes: number, what: string): string {
  return `  ${(bytes / 1e6).toFixed(2).padStart(6)} MB  ${what}`;
}
