import { chmod, cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadDeclaration } from '@kubewright/infra';

import { root } from '../../../scripts/run.ts';
import { findYamlHost, version } from '../../support/pulumi.ts';
import { openProject, type UserProject } from '../../support/user-project.ts';
import { type PulumiCluster, startPulumiCluster, usePulumi } from './pulumi-cluster.ts';
import { type RunningProvider, startProvider } from './provider.ts';

const digest = `sha256:${'ab12'.repeat(16)}`;

/**
 * Runs the programs of `infra/docs/pulumi-languages.md` with Pulumi's own engine. The tests depend on each other. Needs
 * Python 3.9 or newer with `venv` and PyPI.
 */
describe('a Pulumi program', () => {
  let cluster: PulumiCluster;
  let provider: RunningProvider;
  let project: UserProject;

  beforeAll(async () => {
    cluster = await startPulumiCluster();
    provider = await startProvider(cluster.env);
    project = await openProject(await mkdtemp(path.join(tmpdir(), 'pulumi-yaml-')));
    // Creates the link that npm would create in `node_modules/.bin`.
    const plugin = path.join(root, 'infra/dist/pulumi/plugin.js');
    await chmod(plugin, 0o755);
    await symlink(plugin, path.join(project.folder, 'pulumi-resource-kubewright'));
    project.env['PATH'] = [project.folder, project.env['PATH']].join(path.delimiter);
    usePulumi(project, cluster, { tools: [path.dirname(await findYamlHost())], provider });
    await write(await readProgramOfPage('yaml'));
    await project.sh('pulumi stack init test');
  });

  afterAll(async () => {
    await project[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  const write = (text: string): Promise<void> => writeFile(path.join(project.folder, 'Pulumi.yaml'), text);
  const withInputs = (inputs: object): Promise<void> =>
    write(
      JSON.stringify({
        ...{ name: 'platform', runtime: 'yaml' },
        resources: { operator: { type: 'kubewright:infra:OperatorRelease', properties: inputs } },
      }),
    );

  const tokenInCluster = (): Promise<string> => {
    const env = 'jsonpath={.spec.template.spec.containers[0].env[?(@.name=="TOKEN")].value}';
    return cluster.kubectl(['get', 'deployment', 'kubewright', '-n', 'kubewright-system', '-o', env]);
  };

  it('in any language gets a schema from the plugin, with the inputs and outputs of OperatorRelease', async () => {
    const schema = JSON.parse(await project.sh('pulumi package get-schema ./pulumi-resource-kubewright')) as {
      resources: Record<string, { inputProperties: object; required: readonly string[] }>;
    };
    const release = schema.resources['kubewright:infra:OperatorRelease'];
    expect(Object.keys(release?.inputProperties ?? {})).toEqual(['declaration', 'environment', 'name', 'samples']);
    expect(release?.required).toContain('deployment');
  });

  it('in YAML shows every object in a preview', async () => {
    expect(await project.sh('pulumi config set --secret token open-sesame && pulumi preview')).toMatch(
      /\+ \d\d to create/,
    );
  });

  it('in YAML deploys our operators from data, with a secret of its configuration', async () => {
    expect(await project.sh('pulumi up --yes')).toMatch(/\+ \d+ created/);
    const outputs = JSON.parse(await project.sh('pulumi stack output --json')) as unknown;
    expect(outputs).toEqual({ deployment: 'kubewright', image: 'registry.example/kubewright:0.1.0' });
    expect(await tokenInCluster()).toBe('open-sesame');
    // Compares the inputs: the fake provider returns objects in clear text, so only the inputs show what the release
    // marks as secret.
    const { deployment } = JSON.parse(await project.sh('pulumi stack export')) as Exported;
    expect(JSON.stringify(deployment.resources.map(({ inputs }) => inputs))).not.toContain('open-sesame');
  });

  it('in YAML changes nothing the second time, and removes everything', async () => {
    expect(await project.sh('pulumi up --yes')).not.toMatch(/\d+ (created|updated|deleted)/);
    await project.sh('pulumi destroy --yes');
    expect(await cluster.leftOfOurs()).toEqual([]);
  });

  it('in Python deploys the same objects, and removes them', async () => {
    await project.sh(`rm Pulumi.yaml; python3 -m venv .venv && .venv/bin/pip install --quiet pulumi==${version}`);
    await writeFile(path.join(project.folder, '__main__.py'), await readProgramOfPage('python'));
    await cp(path.join(import.meta.dirname, 'run-inline.py'), path.join(project.folder, 'run-inline.py'));
    expect(await project.sh('.venv/bin/python run-inline.py up')).toMatch(/^kubewright \{.*'create': \d\d/m);
    expect(await tokenInCluster()).toBe('open-sesame');
    await project.sh('.venv/bin/python run-inline.py destroy');
    expect(await cluster.leftOfOurs()).toEqual([]);
  });

  it('in YAML deploys another operator from its declaration', async () => {
    const declaration = loadDeclaration(path.join(root, 'infra/fixtures/zoo/declaration.json'));
    const environment = {
      name: 'berlin',
      namespace: 'zoo-system',
      image: { repository: 'zoo.example/operator', digest },
    };
    await withInputs({ environment, declaration });
    expect(await project.sh('pulumi preview --diff')).toContain('animals.zoo.example');
  });

  it.each<readonly [string, object, string]>([
    [
      'a wrong value',
      { environment: { name: 'x', namespace: 'x', replicas: 'two' } },
      'environment.replicas must be a whole number',
    ],
    ['an unknown field', { environment: { name: 'x', namespace: 'x', replica: 2 } }, 'replicas'],
    ['no environment', { environment: 3 }, 'environment must be an object, or the path of its file, but is 3'],
    ['no declaration', { environment: { name: 'x', namespace: 'x' }, declaration: { name: 'x' } }, 'declaration'],
  ])('in YAML fails with our message about %s', async (_, inputs, message) => {
    await withInputs(inputs);
    await expect(project.sh('pulumi preview')).rejects.toThrow(message);
  });
});

interface Exported {
  readonly deployment: { readonly resources: readonly { readonly inputs?: object }[] };
}

async function readProgramOfPage(language: 'yaml' | 'python'): Promise<string> {
  const page = await readFile(path.join(root, 'infra/docs/pulumi-languages.md'), 'utf8');
  const program = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1];
  if (program === undefined) throw new Error(`infra/docs/pulumi-languages.md must have a program in ${language}`);
  return program;
}
