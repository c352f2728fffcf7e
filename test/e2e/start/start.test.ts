import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { imageEnvironment, nodeFlags } from '../../../operator/generate/src/image/entrypoint.ts';
import { isStillRunning, type ProcessIdentity } from '../../../operator/control-plane/src/processes/process-table.ts';
import { parseCommands, parseExamples } from '../../../scripts/check/examples.ts';
import { root } from '../../../scripts/run.ts';
import { until } from '../../support/until.ts';
import type { UserProject } from '../../support/user-project.ts';
import { makeProject } from './project.ts';

const page = readFileSync(path.join(root, 'operator/docs/start.md'), 'utf8');
const testing = readFileSync(path.join(root, 'operator/docs/testing-control-plane.md'), 'utf8');

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly [{ readonly image: string; readonly args?: unknown; readonly command?: unknown }];
        readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
      };
    };
  };
}

// Long, because `npm install` takes a minute without a cache.
describe('the project of operator/docs/start.md', { timeout: 180_000 }, () => {
  let project: UserProject;
  /** A shell that waits until the control plane has started. */
  let shell: ChildProcess;

  beforeAll(async () => {
    project = await makeProject(page);
  });

  afterAll(() => project[Symbol.asyncDispose]());

  it('installs, compiles, tests, generates and synthesizes as on the page', async () => {
    const [make = ''] = parseCommands(page, 'Build and test');
    const printed = await project.sh(`export npm_config_prefer_offline=true npm_config_audit=false\n${make}`);
    expect(printed).toMatch(/^. pass 1$/m);
    for (const file of ['crds/example.com_cafes.yaml', 'declaration.json', 'manifests/crds.k8s.yaml'])
      expect(printed).toContain(`wrote ${file}\n`);
    expect(await project.read('crds/example.com_cafes.yaml')).toContain('How many guests can sit.');
    expect(JSON.parse(await project.read('declaration.json'))).toMatchObject({ name: 'cafes', version: '1.0.0' });
    expect(await project.read('manifests/crds.k8s.yaml')).toContain('name: cafes.example.com');
    expect(await project.read('package-lock.json')).toContain('"resolved": "file:packages/kubewright-infra-');
  });

  it('has an image that runs as in the Deployment, from its bundle alone, with compiled code', async () => {
    const dockerfile = await project.read('Dockerfile');
    const { spec } = (await readDeployment()).spec.template;
    expect(spec.containers[0]).toMatchObject({ image: 'registry.example/cafes:1.0.0' });
    expect([spec.containers[0].command, spec.containers[0].args]).toEqual([undefined, undefined]);
    expect(dockerfile).toContain(`USER ${spec.securityContext.runAsUser}:${spec.securityContext.runAsGroup}\n`);
    const copied = [...dockerfile.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    );
    expect(copied.length).toBeGreaterThan(6);
    await project.sh(`ls -d ${copied.map((from) => from.replace(/^\/app\//, '')).join(' ')}`);
    const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    expect(entry).toEqual(['node', ...nodeFlags, 'bundle/main.js']);
    for (const [name, value] of Object.entries(imageEnvironment)) expect(dockerfile).toContain(`${name}=${value}`);
    const compile = JSON.parse(/^RUN (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    // In a folder outside of the project, so that Node does not find the project's node_modules.
    const image = await mkdtemp(path.join(tmpdir(), 'kubewright-image-'));
    const run = `cd ${image} && NODE_COMPILE_CACHE=$PWD/compiled`;
    await project.sh(`cp -r package.json bundle ${image}`);
    expect(await project.sh(`${run} ${compile.join(' ')}`)).toContain('1.0.0');
    await project.sh(`ls -d ${image}/compiled/*`);
    expect(await project.sh(`${run} ${entry.join(' ')} --help`)).toContain('--kubeconfig');
    await rm(image, { recursive: true });
  });

  it('runs as a Pod under test, with the example of operator/docs/testing-control-plane.md', async () => {
    const example = parseExamples(testing, 'test').find(({ text }) => text.includes('registry.example/cafes'));
    await writeFile(path.join(project.folder, 'image.ts'), example?.text ?? '');
    expect(await project.sh('node image.ts')).toContain('"operator":"cafes","version":"1.0.0"');
  });

  it('runs on the control plane of our package, first as a process of this machine and then as Pods', async () => {
    await startControlPlane();
    const [begin = '', use = ''] = parseCommands(page, 'Run it');
    const [definitions = '', start = ''] = begin.trim().split('\n');
    await project.sh(definitions);
    expect(start).toBe('npm start');
    await until('the kind is served', () => project.sh('kubectl get cafes'));
    const operator = await project.start('start');
    await project.sh(use);
    expect(await project.end(operator)).toBe(0);
    await project.sh('kubectl delete --cascade=foreground cafe/corner');

    const [deploy = '', logs = ''] = parseCommands(page, 'Deploy it');
    await project.sh(deploy);
    expect(await project.sh('kubectl get deployment corner -o jsonpath={.status.readyReplicas}')).toBe('2');
    expect(await project.sh('kubectl get -n cafes-system pods -o jsonpath={.items[*].spec.nodeName}')).toMatch(
      /^processes( processes)*$/,
    );
    expect(await project.sh(logs)).toContain('"operator":"cafes","version":"1.0.0"');
  });

  it('has a control plane that stops cleanly when npm is stopped, although npm signals only its shell', async () => {
    const directory = path.dirname(project.env['KUBECONFIG'] ?? '');
    const record = JSON.parse(await readFile(path.join(directory, 'processes.json'), 'utf8')) as {
      supervisor: ProcessIdentity;
      processes: ProcessIdentity[];
    };
    const processes = [record.supervisor, ...record.processes];
    expect(processes.filter(isStillRunning).length).toBeGreaterThan(5);
    shell.kill('SIGTERM');
    await vi.waitFor(() => expect(processes.filter(isStillRunning)).toEqual([]), { timeout: 15_000 });
    await vi.waitFor(() => expect(stat(directory)).rejects.toThrow('ENOENT'), { timeout: 15_000 });
  });

  async function readDeployment(): Promise<Manifest> {
    const objects = parseAllDocuments(await project.read('manifests/operator.k8s.yaml'));
    return objects.map((object) => object.toJS() as Manifest).find(({ kind }) => kind === 'Deployment')!;
  }

  /** Starts the control plane with the project's script, and waits for its last line of output. */
  async function startControlPlane(): Promise<void> {
    shell = await project.startInShell('control-plane');
    for await (const line of createInterface(shell.stdout!)) {
      const file = /^export KUBECONFIG=(.+)$/.exec(line)?.[1];
      if (file !== undefined) project.env['KUBECONFIG'] = file;
      if (line.startsWith('# folder')) return;
    }
    throw new Error('the control plane ended before it was ready');
  }
});
