import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, test } from 'vitest';

import { type ContainerFiles, type Mount, serviceAccountPath } from './container-files.ts';
import { createLinkedFiles } from './linked-files.ts';
import { hasMountNamespaces, createNamespaceFiles } from './mount-namespace.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let folder = '';
useTemporaryFolder((path) => void (folder = path));

async function createVolume(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder, 'volumes of a Pod', name);
  await mkdir(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text);
  return path;
}

async function runScript(files: ContainerFiles, script: string, cwd = '/'): Promise<string> {
  const {
    command,
    args,
    cwd: from,
  } = files.run(['/bin/sh', '-c', files.rewritePaths(script)], await files.ensureFolder(cwd));
  const env = { PATH: process.env['PATH'], ...files.variables };
  return (await promisify(execFile)(command, args, { cwd: from, env })).stdout;
}

const variables = new Map([
  ['KUBERNETES_SERVICE_HOST', '127.0.0.1'],
  ['KUBERNETES_SERVICE_PORT', '6443'],
]);
const ways: Record<string, (mounts: readonly Mount[], workingDir?: string) => Promise<ContainerFiles>> = {
  'a mount namespace': (mounts, workingDir) =>
    createNamespaceFiles(join(folder, 'root'), mounts, { folder: workingDir }),
  links: (mounts) => createLinkedFiles(join(folder, 'root'), mounts, variables),
};
const allowed = await hasMountNamespaces();

describe.each(Object.keys(ways).filter((name) => name === 'links' || allowed))('by %s', (name) => {
  const openFiles = (mounts: readonly Mount[], workingDir?: string): Promise<ContainerFiles> =>
    ways[name]?.(mounts, workingDir) ?? expect.fail();

  test('volumes are at their mount paths, in folders of this machine, new ones, and other volumes', async () => {
    const files = await openFiles([
      { path: '/data', target: await createVolume('data', { x: 'one' }) },
      { path: '/etc/app', target: await createVolume('app', { y: 'two' }) },
      { path: '/data/inner', target: await createVolume('inner', { z: 'three' }) },
      { path: '/etc/app.yaml', target: join(folder, 'volumes of a Pod/app/y') },
    ]);
    expect(await runScript(files, 'cat /data/x /etc/app/y "/data/inner/z" /etc/app.yaml; test -e /etc/passwd')).toBe(
      'onetwothreetwo',
    );
    await runScript(files, 'echo written > /data/x');
    expect(await readFile(join(folder, 'volumes of a Pod/data/x'), 'utf8')).toBe('written\n');
    for (const path of ['/data', '/etc/app', '/etc/app.yaml']) expect(existsSync(path)).toBe(false);
  });

  test('the working folder is created in the container only', async () => {
    const files = await openFiles([], '/kubewright-work/here');
    expect(await runScript(files, 'echo x > y; cat y; basename $PWD', '/kubewright-work/here')).toBe('x\nhere\n');
    expect(existsSync('/kubewright-work')).toBe(false);
  });

  test('a client finds the token of the ServiceAccount', async () => {
    const files = await openFiles([
      { path: serviceAccountPath, target: await createVolume('account', { token: 'secret' }) },
    ]);
    const config = await runScript(files, 'test -z "$KUBECONFIG" || cat "$KUBECONFIG"');
    const { users } = JSON.parse(config || '{}') as { users?: [{ user: { tokenFile: string } }] };
    const tokenFile = users?.[0].user.tokenFile ?? `${serviceAccountPath}/token`;
    expect(await runScript(files, `cat '${tokenFile}'`)).toBe('secret');
  });
});

test('only paths in a mount are replaced', async () => {
  const { home, rewritePaths } = await createLinkedFiles(
    join(folder, 'root'),
    [{ path: '/data', target: folder }],
    new Map(),
  );
  expect(rewritePaths('cp /data/x=/data "/data" x/data /data2 /data.txt $X/data')).toBe(
    `cp ${home}/data/x=${home}/data "${home}/data" x/data /data2 /data.txt $X/data`,
  );
});

test('a program in a folder that a volume hides can still be run', async () => {
  if (!allowed) return;
  const program = join(await createVolume('program', { 'main.sh': `cat ${tmpdir()}/x; ls ${tmpdir()}` }), 'main.sh');
  const mounts = [{ path: tmpdir(), target: await createVolume('tmp', { x: 'own ' }) }];
  const files = await createNamespaceFiles(join(folder, 'root'), mounts, { programs: [program] });
  expect(await runScript(files, `sh '${program}'`)).toBe(`own ${basename(folder)}\nx\n`);
});

test('a command is passed unchanged', async () => {
  const words = ['a b', '$HOME', "it's", '', '`x`'];
  const files = allowed
    ? await createNamespaceFiles(join(folder, 'root'), [])
    : await createLinkedFiles(folder, [], new Map());
  const { command, args, cwd } = files.run(['printf', '%s|', ...words], '/');
  expect((await promisify(execFile)(command, args, { cwd })).stdout).toBe(`${words.join('|')}|`);
});
