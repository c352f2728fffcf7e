import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { inspect, promisify } from 'node:util';

import { expect, it } from 'vitest';

import { pushImage } from '../../../operator/generate/src/image/index.ts';
import { logIn, startRegistry } from './registry-process.ts';
import { findRegistryTools } from './registry-tools.ts';
import { startTokenService } from './token-service.ts';
import type { Built } from './unpacked.ts';

const run = promisify(execFile);
const [password, wrong] = ['correct horse', 'battery staple'];

/**
 * Pushes an image to the CNCF's registry, which requires tokens of a separate service, like registries on the internet.
 */
export function testTokens(built: () => Built): void {
  it('gets a token for its repository alone, and reports why it gets none', async () => {
    const { image } = built();
    const folder = path.join(built().folder, 'tokens');
    await mkdir(folder);
    await using service = await startTokenService(folder, {
      me: { password, actions: ['pull', 'push'] },
      reader: { password, actions: ['pull'] },
    });
    const { registry: command, crane } = await findRegistryTools();
    const storage = path.join(folder, 'storage');
    await using registry = await startRegistry({ command, folder: storage, env: service.env });
    const name = `${registry.host}/me/operator:1.0.0`;
    const push = async (user?: string): Promise<void> => {
      await logIn(folder, registry.host, user);
      await pushImage(image, name, { credentials: folder });
    };
    const failure = async (user?: string): Promise<string> => {
      const error: unknown = await push(user).then(
        () => 'it was pushed',
        (reason: unknown) => reason,
      );
      const text = inspect(error, { depth: Infinity });
      const secrets = [password, wrong, ...service.tokens, user && Buffer.from(user).toString('base64')];
      expect(secrets.filter((secret) => secret !== undefined && text.includes(secret))).toEqual([]);
      return error instanceof Error ? error.message : String(error);
    };
    const log = `failed to log in to ${registry.host}: the token service of the registry answered 401: run \`docker login ${registry.host}\``;

    expect(await failure()).toBe(`${log} first; credential helpers are not supported`);
    expect(await failure(`me:${wrong}`)).toBe(`${log} again`);
    expect(await failure(`reader:${password}`)).toContain(
      `check the permissions of the user of \`docker login ${registry.host}\``,
    );
    await push(`me:${password}`);

    // The registry lists the actions of a scope in the order of a Go map.
    expect(new Set(service.scopes.map((scope) => scope.replace('push,pull', 'pull,push')))).toEqual(
      new Set(['repository:me/operator:pull', 'repository:me/operator:pull,push']),
    );
    // crane uses no token service on loopback, so it reads the same storage through a registry without authentication.
    await using open = await startRegistry({ command, folder: storage, env: {} });
    const { stdout } = await run(crane, ['digest', name.replace(registry.host, open.host)]);
    expect(stdout.trim()).toBe(image.index.descriptor.digest);
  });
}
