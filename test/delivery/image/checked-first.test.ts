import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { root } from '../../../scripts/run.ts';
import { logIn, requirePassword, startRegistry, user } from './registry-process.ts';
import { findRegistryTools } from './registry-tools.ts';

const run = promisify(execFile);
const cli = path.join(root, 'operator/generate/src/image/cli.ts');

it('the name and the login are checked before the build', async () => {
  const { registry: command } = await findRegistryTools();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'checked-first-'));
  try {
    const env = await requirePassword(folder);
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
    await logIn(folder, registry.host, user);
    expect(await push(name)).toContain('package.json');
  } finally {
    await rm(folder, { recursive: true });
  }
});
