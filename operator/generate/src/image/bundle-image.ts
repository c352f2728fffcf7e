import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { parsePlatform } from './build-image.ts';
import { failed } from './failed.ts';
import {
  type Blob,
  type ImageFile,
  imageOf,
  indexOf,
  layerOf,
  type PlatformImage,
  type Referrer,
} from './oci/index.ts';

/** What is pushed and written of an image. */
export interface ImageContents {
  readonly images: readonly PlatformImage[];
  readonly index: Blob;
  /** Documents about the image. */
  readonly referrers: readonly Referrer[];
}

/**
 * The image of a bundle for the Operator Lifecycle Manager, as `bundle.Dockerfile` in its folder says it: labels, and folders
 * that are copied. It runs nothing, so the image of each platform has the same layer.
 *
 * Throws: if the folder has no such file, or that does anything else.
 */
export async function buildBundleImage(folder: string): Promise<ImageContents> {
  const { labels, copies } = await readDockerfile(path.join(folder, 'bundle.Dockerfile'));
  const files = await Promise.all(copies.map(([from, to]) => filesIn(path.join(folder, from), to)));
  const layer = await layerOf('the bundle', files.flat());
  const images = ['linux/amd64', 'linux/arm64'].map((platform) =>
    imageOf({ platform: parsePlatform(platform), layers: [layer], process: { Labels: labels }, created: epoch }),
  );
  return { images, index: indexOf(images, labels), referrers: [] };
}

/** The time in the image. */
const epoch = '1970-01-01T00:00:00Z';

interface Instructions {
  readonly labels: Readonly<Record<string, string>>;
  readonly copies: readonly (readonly [from: string, to: string])[];
}

async function readDockerfile(file: string): Promise<Instructions> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw failed(`read ${file}`, 'name the folder of a bundle: `olmBundle` of @kubewright/infra/olm makes one', cause);
  });
  const lines = text.split('\n').map((line) => line.trim());
  const labels = matches(lines, /^LABEL ([^=\s]+)="?([^"]*)"?$/);
  const copies = matches(lines, /^COPY (\S+) (\S+)$/);
  const other = lines.filter((line) => !/^($|#|FROM scratch$|LABEL \S+=|COPY \S+ \S+$)/.test(line));
  if (other.length === 0) return { labels: Object.fromEntries(labels), copies };
  throw failed(`read ${file}`, `it has ${JSON.stringify(other[0])}, but a bundle only has labels and copies`);
}

function matches(lines: readonly string[], pattern: RegExp): (readonly [string, string])[] {
  return lines.flatMap((line) => {
    const [, one, other] = pattern.exec(line) ?? [];
    return one === undefined || other === undefined ? [] : [[one, other] as const];
  });
}

async function filesIn(folder: string, to: string): Promise<readonly ImageFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        return { path: path.posix.join('/', to, pathIn(folder, file)), data: await readFile(file) };
      }),
  );
}

function pathIn(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll(path.sep, '/');
}
