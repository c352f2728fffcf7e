import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { writeProject } from '@kubewright/generate';
import type { OperatorDefinition } from '@kubewright/runtime';

import { readYaml } from '../../support/read-yaml.ts';
import { type ExampleFolder, makeExampleFolder } from '../examples/example-folder.ts';

/** The cdk8s project of a user who deploys their own operator. */
const program = `
const { ApiObject, Chart } = require('cdk8s');
const { loadDeclaration, createManifestsApp, writeManifests } = require('@kubewright/infra');

const production = {
  name: 'production',
  namespace: 'cafes-system',
  image: { repository: 'example.com/cafes' },
};

const app = createManifestsApp({
  environments: [production, { ...production, name: 'staging' }],
  declaration: loadDeclaration('operator/declaration.json'),
  addCharts(scope) {
    const chart = new Chart(scope, 'town');
    new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'town' } });
    for (const name of ['corner', 'station']) {
      new ApiObject(chart, name, {
        apiVersion: 'example.com/v1',
        kind: 'Cafe',
        metadata: { name, namespace: 'town' },
        spec: { openFor: '8h', guests: 12 },
      });
    }
  },
});

writeManifests(app, {
  gitOps: {
    name: 'cafes',
    path: 'deploy',
    argoCd: { repository: 'https://git.example/cafes.git' },
    flux: { source: { name: 'cafes' } },
  },
});
`;

const cdk8s = 'node_modules/cdk8s-cli/bin/cdk8s';

/** A folder with that project, which stands for a Git repository. Disposing it removes the folder. */
export class CafesProject implements AsyncDisposable {
  readonly #folder: ExampleFolder;

  private constructor(folder: ExampleFolder) {
    this.#folder = folder;
  }

  static async create(): Promise<CafesProject> {
    const folder = await makeExampleFolder();
    await folder.write('main.cjs', program);
    await folder.write('cdk8s.yaml', 'language: typescript\napp: node main.cjs\noutput: deploy\n');
    return new CafesProject(folder);
  }

  get repository(): string {
    return this.#folder.path;
  }

  /** Generates the files of a release of the operator, and runs `cdk8s synth`, which rewrites the manifests. */
  async release(operator: OperatorDefinition): Promise<void> {
    await writeProject(operator, path.join(this.repository, 'operator'), { description: 'Cafés.' });
    const { ok, output } = await this.#folder.node(cdk8s, 'synth', '--no-check-upgrade');
    if (!ok) throw new Error(`failed to synthesize: ${output}`);
  }

  async read(file: string): Promise<readonly unknown[]> {
    return readYaml(await readFile(path.join(this.repository, 'deploy', file), 'utf8'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder[Symbol.asyncDispose]();
  }
}
