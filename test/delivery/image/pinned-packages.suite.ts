import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { expect, it } from 'vitest';

import { loadSystem } from '../../../operator/generate/src/image/layers/system-layer.ts';
import { createLayer } from '../../../operator/generate/src/image/oci/layer.ts';
import { root } from '../../../scripts/run.ts';
import { address } from './registry-process.ts';
import type { Built } from './unpacked.ts';

const loaded = path.join(root, 'operator/node_modules/.cache/kubewright-image/archives');

/** Builds the system layer of an image when the Debian archive no longer has the pinned packages. */
export function testPins(built: () => Built): void {
  it('has the pinned packages of Debian, which come from an archive once they are no longer served', async () => {
    const { image } = built();
    const [amd64] = image.images;
    await using archive = await startArchive();
    const source = (name: string): Parameters<typeof loadSystem>[0] => ({
      architecture: 'amd64',
      cache: path.join(built().folder, name),
      // Simulates an archive that only has newer versions.
      pinned: Object.fromEntries(
        Object.entries(image.pins['amd64'] ?? {}).map(([of, pin]) => [of, { ...pin, version: '0.0' }]),
      ),
      archive: archive.url,
    });
    const { files } = await loadSystem(source('other-machine'));
    const { blob } = await createLayer('system', files);
    expect(blob.descriptor.digest).toBe(amd64?.layers[0]?.blob.descriptor.digest);

    archive.answers = 'something else';
    await expect(loadSystem(source('wrong-content'))).rejects.toThrow(
      /^failed to load libc6 0\.0 for amd64, which image-lock\.json pins: neither .* with the hash sha256:.*\(--lock\)$/,
    );
    // The packages are cached, so neither archive is needed.
    await loadSystem(source('other-machine'));
    await expect(loadSystem({ ...source('incomplete'), pinned: {} })).rejects.toThrow(
      'failed to find libc6 for amd64 in image-lock.json: pin it with `kubewright-image --lock`',
    );
  });
}

interface Archive extends AsyncDisposable {
  readonly url: string;
  /** The response to every request. @default - the packages that were loaded for the image */
  answers: string | undefined;
}

/** An archive of packages on loopback, with the same paths as Debian's archive. */
async function startArchive(): Promise<Archive> {
  const archives = await Promise.all((await readdir(loaded)).map((name) => readFile(path.join(loaded, name))));
  const bySha1 = new Map(archives.map((each) => [createHash('sha1').update(each).digest('hex'), each]));
  const server = createServer((request, response) => {
    const found = archive.answers ?? bySha1.get(request.url?.replace('/file/', '') ?? '');
    response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  server.listen(0, address);
  await once(server, 'listening');
  const archive: Archive = {
    url: `http://${address}:${String((server.address() as AddressInfo).port)}`,
    answers: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return archive;
}
