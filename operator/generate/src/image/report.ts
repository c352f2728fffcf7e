import { type BuiltImage, nameOf } from './build-image.ts';
import type { BundledPackage } from './layers/bundled-packages.ts';
import type { ImageFile, PlatformImage } from './oci/index.ts';

export interface ReportOptions {
  /** Whether each file and each licence is listed. @default false */
  readonly files?: boolean;
}

/** What an image weighs, compressed as it is pulled. In bytes. */
export interface Weight {
  readonly total: number;
  readonly node: number;
  /** All but Node, over Node. */
  readonly overNode: number;
}

export function weightOf({ layers, baseLayers, config, manifest }: PlatformImage): Weight {
  const blobs = [...baseLayers, ...layers.map(({ blob }) => blob), config, manifest];
  const total = sum(blobs.map(({ descriptor }) => descriptor.size));
  const node = sum(layers.filter(({ name }) => name.startsWith('Node')).map(({ blob }) => blob.descriptor.size));
  return { total, node, overNode: (total - node) / node };
}

/** What was built, for people: digests and sizes; on demand each file and the licence of each package, too. */
export function reportOf(image: BuiltImage, { files = false }: ReportOptions = {}): string {
  const { index, images, project } = image;
  const lines = [
    `${project.manifest.name ?? 'operator'} ${project.manifest.version ?? ''}: ${index.descriptor.digest}`,
    ...images.flatMap(platformLines),
    '',
    `${project.packages.length} packages of npm in the program, by licence:`,
    ...licenceLines(project.packages, files),
    ...withoutText(project.packages),
    ...(files ? images.flatMap(fileLines) : []),
  ];
  return `${lines.join('\n')}\n`;
}

function platformLines(image: PlatformImage): readonly string[] {
  const { platform, manifest, layers, baseLayers } = image;
  const { total, overNode } = weightOf(image);
  return [
    '',
    `${nameOf(platform)}  ${manifest.descriptor.digest}`,
    ...baseLayers.map(({ descriptor }) => layerLine(descriptor.size, `base ${descriptor.digest}`)),
    ...layers.map(({ name, blob, files }) => layerLine(blob.descriptor.size, `${name} (${files.length} files)`)),
    `  ${megabytes(total)} MB compressed, ${(overNode * 100).toFixed(1)} % over Node itself`,
  ];
}

function layerLine(size: number, what: string): string {
  return `  ${megabytes(size).padStart(6)} MB  ${what}`;
}

function licenceLines(packages: readonly BundledPackage[], all: boolean): readonly string[] {
  const byLicence = Map.groupBy(packages, ({ license }) => license);
  return [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, of]) => {
      const names = of.map(({ name, version }) => `${name}@${version}`).join(', ');
      return `  ${license}: ${all ? names : of.length}`;
    });
}

/** Most licences want their text to be passed on: whoever publishes the image should know which packages have none. */
function withoutText(packages: readonly BundledPackage[]): readonly string[] {
  const names = packages.filter(({ texts }) => texts.size === 0).map(({ name, version }) => `${name}@${version}`);
  return names.length === 0 ? [] : [`  no text: ${names.join(', ')}`];
}

function fileLines({ platform, layers }: PlatformImage): readonly string[] {
  return layers.flatMap(({ name, files }) => ['', `${nameOf(platform)}: ${name}`, ...files.map(fileLine)]);
}

function fileLine(file: ImageFile): string {
  if ('linkTo' in file) return `             ${file.path} -> ${file.linkTo}`;
  if ('folder' in file) return `             ${file.path}/`;
  return `  ${String(file.data.byteLength).padStart(10)} ${file.path}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
