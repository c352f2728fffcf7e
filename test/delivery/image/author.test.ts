import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { makeProject } from '../../e2e/start/project.ts';
import { parseCommands } from '../../../scripts/check/examples.ts';
import { root } from '../../../scripts/run.ts';
import { startRegistry } from './registry-process.ts';
import { findRegistryTools } from './registry-tools.ts';
import { unpack } from './unpacked.ts';

const run = promisify(execFile);
const read = (page: string): string => readFileSync(path.join(root, 'operator/docs', page), 'utf8');

it('an author builds an image of the project of start.md with the commands of image.md', async () => {
  const { registry: command, crane } = await findRegistryTools();
  await using project = await makeProject(read('start.md'));
  await using registry = await startRegistry({ command, folder: path.join(project.folder, 'registry'), env: {} });
  const [commands = ''] = parseCommands(read('image.md'), 'Build');
  expect(commands).toContain('--push registry.example/cafes:1.0.0');
  const name = `${registry.host}/cafes:1.0.0`;
  const output = await project.sh(`npm install\n${commands.replace('registry.example/cafes:1.0.0', name)}`);
  expect(output).toContain('cafes 1.0.0: sha256:');
  await run(crane, ['validate', '--remote', name]);

  const at = path.join(project.folder, 'unpacked');
  const layout = path.join(project.folder, 'oci-image/layout');
  const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const { config } = await unpack(layout, architecture, at);
  expect(config.config?.Labels).toMatchObject({ 'org.opencontainers.image.title': 'cafes' });
  expect(await project.sh(`${at}/usr/local/bin/node ${at}/app/bundle/main.js --version`)).toContain('1.0.0');
});
