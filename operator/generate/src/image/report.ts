import type { BuiltImage } from './build-image.ts';
import { formatPlatform } from './oci/blob.ts';
import type { PlatformImage } from './oci/image.ts';

/** The compressed size of an image, in bytes. */
export function computeCompressedSize({ layers, baseLayers, config, manifest }: PlatformImage): number {
  const blobs = [...baseLayers, ...layers.map(({ blob }) => blob), config, manifest];
  return blobs.reduce((total, { descriptor }) => total + descriptor.size, 0);
}

/** Formats an image's digests, sizes, and number of packages per licence. */
export function formatReport({ index, images, project }: BuiltImage): string {
  const { manifest, packages } = project;
  const byLicence = [...Map.groupBy(packages, ({ license }) => license)].sort(([a], [b]) => (a < b ? -1 : 1));
  // Most licences require redistributing their text: the publisher must know which packages lack one.
  const renderWithoutText = packages.filter(({ texts }) => texts.size === 0);
  const lines = [
    `${manifest.name ?? 'operator'} ${manifest.version ?? ''}: ${index.descriptor.digest}`,
    ...images.flatMap(renderPlatform),
    '',
    `${packages.length} npm packages in the program, by licence:`,
    ...byLicence.map(([license, of]) => `  ${license}: ${of.length}`),
    ...renderWithoutText.map(({ name, version }) => `  no text: ${name}@${version}`),
  ];
  return `${lines.join('\n')}\n`;
}

function renderPlatform(image: PlatformImage): readonly string[] {
  const { platform, manifest, layers, baseLayers } = image;
  return [
    '',
    `${formatPlatform(platform)}  ${manifest.descriptor.digest}`,
    ...baseLayers.map(({ descriptor }) => renderSize(descriptor.size, `base ${descriptor.digest}`)),
    ...layers.map(({ name, blob, files }) => renderSize(blob.descriptor.size, `${name} (${files.length} files)`)),
    renderSize(computeCompressedSize(image), 'compressed'),
  ];
}

function renderSize(bytes: number, what: string): string {
  return `  ${(bytes / 1e6).toFixed(2).padStart(6)} MB  ${what}`;
}
