import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { pack } from '../../support/packed-packages.ts';
import { openProject, type UserProject } from '../../support/user-project.ts';

/** A program of a user who installs only this package and any test runner for Node. */
const program = `
import { startControlPlane } from '@kubewright/control-plane';

await using controlPlane = await startControlPlane({ components: { kwok: false, scheduler: false, controllerManager: false } });
console.log(await controlPlane.kubectl(['get', 'namespaces', 'default', '-o', 'name']));
`;

let project: UserProject;
let started: ChildProcess | undefined;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'alone-'));
  project = await openProject(folder);
  await pack(['operator/control-plane'], path.join(folder, 'packages'), { scripts: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await project.sh('npm install --offline --audit=false ./packages/*.tgz');
});

afterAll(async () => {
  if (started?.pid !== undefined && started.exitCode === null && started.signalCode === null)
    signalGroup(started, 'SIGKILL');
  await project[Symbol.asyncDispose]();
});

/** Sends a signal as Ctrl-C in a terminal does: npx, its shell and the command get it. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) throw new Error('the command did not start');
  process.kill(-pid, signal);
}

/** Starts the command as a terminal does: in its own process group. */
async function startCommand(): Promise<Readonly<Record<string, string>>> {
  started = spawn('npx', ['--no-install', 'kubewright-control-plane', '--print-env'], {
    ...{ cwd: project.folder, env: project.env, detached: true },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const variables: Record<string, string> = {};
  for await (const line of createInterface(started.stdout!)) {
    const [name = '', value = ''] = line.split('=');
    variables[name] = value;
    if (name === 'KUBECONFIG') break;
  }
  return variables;
}

describe('@kubewright/control-plane in an empty folder', { timeout: 120_000 }, () => {
  it('installs no other package, and takes few megabytes', async () => {
    expect(await readdir(path.join(project.folder, 'node_modules/@kubewright'))).toEqual(['control-plane']);
    expect(await project.sh('npm ls --all --parseable | wc -l')).toMatch(/^\s*2$/m);
    expect(Number.parseInt(await project.sh('du -sm node_modules'), 10)).toBeLessThan(8);
  });

  it('has the licences of the packages in its bundle', async () => {
    const licences = await project.read('node_modules/@kubewright/control-plane/dist/LICENSES.txt');
    const packages = licences.split(/^(?==== \S+ \S+ \(.+\) ===$)/m);
    expect(packages.map((text) => text.split(' ')[1])).toEqual(expect.arrayContaining(['commander', 'undici']));
    expect(packages.filter((text) => !text.includes('\n--- '))).toEqual([]);
  });

  it('starts a cluster whose Pods run, and Ctrl-C ends all of it', async () => {
    const { KUBECONFIG = '' } = await startCommand();
    const kubectl = (args: string): Promise<string> => project.sh(`kubectl --kubeconfig ${KUBECONFIG} ${args}`);
    await kubectl('create deployment web --image=nginx:1.27');
    await kubectl('rollout status deployment/web --timeout=60s');
    expect(await kubectl('get pods -o jsonpath="{.items[*].spec.nodeName}"')).toBe('processes');
    signalGroup(started!, 'SIGINT');
    await once(started!, 'exit');
    await expect.poll(() => stat(path.dirname(KUBECONFIG)).catch((error: unknown) => String(error))).toMatch('ENOENT');
  });

  it('starts one from a program', async () => {
    await writeFile(path.join(project.folder, 'main.js'), program);
    expect(await project.sh('node main.js')).toContain('namespace/default');
  });
});
