import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, expect, it } from 'vitest';

import { pushImage, pushLayout, writeImage } from '../../../operator/generate/src/image/index.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { createAuthority } from '../../../operator/runtime/src/certificates/authority.ts';
import { address, logIn, type Registry, requirePassword, startRegistry, user } from './registry-process.ts';
import { findRegistryTools, type RegistryTools } from './registry-tools.ts';
import type { Built } from './unpacked.ts';

const run = promisify(execFile);
const registryFolder = path.join(import.meta.dirname, '../../../operator/generate/src/image/registry');

/** Pushes an image to the CNCF's registry, and reads it there with a client of another project. */
export function testRegistry(built: () => Built): void {
  let tools: RegistryTools;

  beforeAll(async () => {
    tools = await findRegistryTools();
  });

  const start = (name: string, env: Readonly<Record<string, string>> = {}): Promise<Registry> =>
    startRegistry({ command: tools.registry, folder: path.join(built().folder, name), env });

  it('is pulled from a registry as it was pushed, with its referrers, and is not sent twice', async () => {
    const { image, folder } = built();
    await using registry = await start('open');
    const name = `${registry.host}/me/operator:1.0.0`;
    await pushImage(image, name);
    const { stdout: digest } = await run(tools.crane, ['digest', name]);
    expect(digest.trim()).toBe(image.index.descriptor.digest);
    await run(tools.crane, ['validate', '--remote', name]);
    await run(tools.crane, ['pull', '--format', 'oci', name, path.join(folder, 'pulled')]);
    for (const { manifest } of image.images) {
      const listed = await listReferrers(tools.crane, registry.host, manifest.descriptor.digest);
      expect(listed).toEqual(['application/vnd.cyclonedx+json']);
    }
    const ofIndex = await listReferrers(tools.crane, registry.host, image.index.descriptor.digest);
    expect(ofIndex).toEqual(['application/vnd.in-toto+json']);

    const again: string[] = [];
    await pushImage(image, name, { onProgress: (step) => again.push(step) });
    expect(new Set(again.map((step) => step.split(' ', 1)[0]))).toEqual(new Set(['present']));
    expect(await listReferrers(tools.crane, registry.host, image.index.descriptor.digest)).toEqual(ofIndex);
  });

  it('is pushed from a layout like from memory, unless a blob of it has changed', async () => {
    const { image, folder } = built();
    await using registry = await start('layout');
    const name = `${registry.host}/me/operator:1.0.0`;
    const written = path.join(folder, 'to-push');
    await writeImage(image, written);
    const { digest } = image.index.descriptor;
    expect(await pushLayout(path.join(written, 'layout'), name)).toBe(digest);
    await run(tools.crane, ['validate', '--remote', name]);
    expect((await run(tools.crane, ['digest', name])).stdout.trim()).toBe(digest);
    expect(await listReferrers(tools.crane, registry.host, digest)).toEqual(['application/vnd.in-toto+json']);
    await writeFile(path.join(written, 'layout/blobs/sha256', digest.replace('sha256:', '')), '{}');
    await expect(pushLayout(path.join(written, 'layout'), name)).rejects.toThrow(
      'the content of the blob has the digest',
    );
  });

  it('resends a blob whose upload was interrupted', async () => {
    const { image } = built();
    await using registry = await start('interrupted');
    await using proxy = await startInterruptingProxy(registry.host);
    await pushImage(image, `${proxy.host}/me/operator:1.0.0`);
    expect(proxy.interruptions).toBe(2);
    await run(tools.crane, ['validate', '--remote', `${registry.host}/me/operator:1.0.0`]);
  });

  it('logs in with the credentials of docker login, which no output contains', async () => {
    const { folder, image } = built();
    await using registry = await start('closed', await requirePassword(folder));
    const name = `${registry.host}/me/operator:1.0.0`;
    await expect(pushImage(image, name, { credentials: path.join(folder, 'none') })).rejects.toThrow('docker login');
    await logIn(folder, registry.host, 'me:battery staple');
    const wrong: unknown = await pushImage(image, name, { credentials: folder }).catch((error: unknown) => error);
    expect(String(wrong)).toContain('answered 401');
    expect(JSON.stringify(wrong) + String(wrong)).not.toContain('battery');
    await logIn(folder, registry.host, user);
    await pushImage(image, name, { credentials: folder });
    const env = { ...process.env, DOCKER_CONFIG: folder };
    const { stdout } = await run(tools.crane, ['digest', name], { env });
    expect(stdout.trim()).toBe(image.index.descriptor.digest);
  });

  it('trusts only a registry whose certificate it can verify', async () => {
    const { folder, image } = built();
    const authority = await createAuthority('registry', { clock: systemClock, validDays: 1 });
    const leaf = { commonName: 'registry', usages: ['server'], hosts: [{ type: 'ip', value: address }] } as const;
    const { certificate, key } = await authority.issue(leaf);
    await writeFile(path.join(folder, 'tls.crt'), certificate);
    await writeFile(path.join(folder, 'tls.key'), key);
    await writeFile(path.join(folder, 'ca.crt'), authority.certificate);
    await using registry = await start('tls', {
      REGISTRY_HTTP_TLS_CERTIFICATE: path.join(folder, 'tls.crt'),
      REGISTRY_HTTP_TLS_KEY: path.join(folder, 'tls.key'),
    });
    const name = `https://${registry.host}/me/operator:1.0.0`;
    await expect(pushImage(image, name)).rejects.toThrow(/certificate/);
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.crt') };
    const moduleAt = (file: string): string => JSON.stringify(path.join(registryFolder, file));
    const script = `import { openRemote } from ${moduleAt('pull.ts')};
      import { parseReference } from ${moduleAt('reference.ts')};
      import { RegistryClient } from ${moduleAt('registry-client.ts')};
      const opened = await openRemote(new RegistryClient(parseReference(${JSON.stringify(name)}))).catch(({ message }) => ({ message }));
      console.log(JSON.stringify(opened));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env });
    // Shows that the certificate is accepted: the registry answers that it does not have the image yet.
    expect(stdout).toContain('answered 404');
  });
}

/**
 * The artifact types of an image's referrers, read from the fallback tag, because this registry has no referrers API.
 */
async function listReferrers(crane: string, host: string, digest: string): Promise<readonly (string | undefined)[]> {
  const { stdout } = await run(crane, ['manifest', `${host}/me/operator:${digest.replace(':', '-')}`]);
  const { manifests } = JSON.parse(stdout) as { manifests: readonly { artifactType?: string }[] };
  return manifests.map(({ artifactType }) => artifactType);
}

/** A proxy that breaks the first connections that send more than three megabytes. */
async function startInterruptingProxy(target: string): Promise<Registry & { readonly interruptions: number }> {
  let interruptions = 0;
  const [hostname = '', port] = target.split(':');
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    let bytes = 0;
    incoming.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes < 3_000_000 || interruptions === 2) return;
      interruptions++;
      incoming.destroy();
      // The registry still gets the data that was sent before.
      outgoing.end();
    });
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined);
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    host: `${address}:${(server.address() as AddressInfo).port}`,
    get interruptions() {
      return interruptions;
    },
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
