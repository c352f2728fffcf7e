import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { root } from '../../../scripts/run.ts';
import { startRegistry } from './registry-process.ts';
import { findRegistryTools } from './registry-tools.ts';

const run = promisify(execFile);
const cli = path.join(root, 'operator/generate/src/image/cli.ts');
const user = 'me:correct horse';
/** The password as bcrypt, the only format that the registry supports. */
const htpasswd = 'me:$2b$04$AkJTskV7fGyextugdzrAZu2Rvl2qIFMtlSjpox6b20iP3JkdFpEgu\n';

it('the name and the login are checked before the build', async () => {
  const { registry: command } = await findRegistryTools();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'checked-first-'));
  const passwords = path.join(folder, 'htpasswd');
  await writeFile(passwords, htpasswd);
  const env = {
    REGISTRY_AUTH: 'htpasswd',
    REGISTRY_AUTH_HTPASSWD_REALM: 'test',
    REGISTRY_AUTH_HTPASSWD_PATH: passwords,
  };
  try {
    await using registry = await startRegistry({ command, folder: path.join(folder, 'registry'), env });
    // The build of a folder without a package.json fails, too, with another message.
    const push = async (name: string): Promise<string> => {
      const options = { env: { ...process.env, DOCKER_CONFIG: folder } };
      const { stderr } = await run(process.execPath, [cli, '--folder', folder, '--push', name], options).catch(
        (error: unknown) => error as { readonly stderr: string },
      );
      return stderr;
    };
    const name = `${registry.host}/me/cafes:1.0.0`;
    expect(await push('registry.example/Cafes:1.0.0')).toContain('with the repository in lowercase');
    expect(await push(name)).toContain(`run \`docker login ${registry.host}\` first`);
    const auth = Buffer.from(user).toString('base64');
    await writeFile(path.join(folder, 'config.json'), JSON.stringify({ auths: { [registry.host]: { auth } } }));
    expect(await push(name)).toContain('package.json');
  } finally {
    await rm(folder, { recursive: true });
  }
});
