import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { buildGenerateError } from '../generate-error.ts';
import { parsePlatform } from './oci/blob.ts';
import { type ImageContents, createImage, createIndex } from './oci/image.ts';
import { type ImageFile, createLayer } from './oci/layer.ts';

/**
 * Builds the image of an Operator Lifecycle Manager bundle from its `bundle.Dockerfile`: labels, and folders to copy.
 * It has no program, so all platforms share one layer.
 *
 * Throws: if the folder has no such file, or the file has another instruction.
 */
export async function buildBundleImage(folder: string): Promise<ImageContents> {
  const { labels, copies } = await readDockerfile(path.join(folder, 'bundle.Dockerfile'));
  const files = await Promise.all(copies.map(([from, to]) => listFiles(path.join(folder, from), to)));
  const layer = await createLayer('the bundle', files.flat());
  const created = '1970-01-01T00:00:00Z';
  const images = ['linux/amd64', 'linux/arm64'].map((platform) =>
    createImage({ platform: parsePlatform(platform), layers: [layer], process: { Labels: labels }, created }),
  );
  return { images, index: createIndex(images, labels), documents: [] };
}

interface Instructions {
  readonly labels: Readonly<Record<string, string>>;
  readonly copies: readonly (readonly [from: string, to: string])[];
}

async function readDockerfile(file: string): Promise<Instructions> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw buildGenerateError(
      `read ${file}`,
      'use the folder of a bundle, which `buildOlmBundle` of @kubewright/infra/olm writes',
      cause,
    );
  });
  const labels: Record<string, string> = {};
  const copies: [from: string, to: string][] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, label, value = ''] = /^LABEL ([^=\s]+)="?([^"]*)"?$/.exec(line) ?? [];
    const [, from, to = ''] = /^COPY (\S+) (\S+)$/.exec(line) ?? [];
    if (label !== undefined) labels[label] = value;
    else if (from !== undefined) copies.push([from, to]);
    else if (!/^($|#|FROM scratch$)/.test(line)) {
      throw buildGenerateError(
        `read ${file}`,
        `the file contains ${JSON.stringify(line)}, but the Dockerfile of a bundle may contain only LABEL and COPY`,
      );
    }
  }
  return { labels, copies };
}

async function listFiles(folder: string, to: string): Promise<readonly ImageFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const toImagePath = (file: string): string => path.relative(folder, file).replaceAll(path.sep, '/');
  return Promise.all(
    files.map(async (file) => ({ path: path.posix.join('/', to, toImagePath(file)), data: await readFile(file) })),
  );
}
