import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema } from './options/index.ts';

import { listDescriptions } from './testing/descriptions.ts';

const root = path.resolve(__dirname, '../..');
const installed = path.join(root, 'node_modules');
const tsc = path.join(installed, '@typescript/native/bin/tsc');
/** The compiler of a cdk8s project: TypeScript 7 rejects its `tsconfig.json`. */
const projectTsc = path.join(installed, 'typescript/bin/tsc6');

/** A valid program, and one with four type errors. */
const programs = {
  'main.ts': `
    import { App, Chart } from 'cdk8s';
    import { CustomResourceDefinitions, Operator } from '@kubewright/infra';
    import { embedded, WebServer } from '@kubewright/infra/catalogue';
    import { ChartRelease, OperatorRelease } from '@kubewright/infra/pulumi';

    const app = new App();
    const chart = new Chart(app, 'platform', { namespace: 'platform' });
    new CustomResourceDefinitions(chart, 'crds');
    new Operator(chart, 'operator', { environment: embedded, settings: { logLevel: 'debug' } });
    new WebServer(chart, 'home', { spec: { image: 'nginx:1.27', replicas: 3 } });
    app.synth();
    console.log([ChartRelease, OperatorRelease].map(({ name }) => name).join());
  `,
  'wrong.ts': `
    import { Chart, Testing } from 'cdk8s';
    import { Operator } from '@kubewright/infra';
    import { WebServer } from '@kubewright/infra/catalogue';
    import { OperatorRelease } from '@kubewright/infra/pulumi';

    const chart = new Chart(Testing.app(), 'platform');
    new Operator(chart, 'a', { settings: { logLevel: 'loud' } });
    new Operator(chart, 'b', { resources: { memory: '1Gi' } });
    new WebServer(chart, 'c', { spec: { replicas: 3 } });
    new OperatorRelease('d', {});
  `,
};

/** The TypeScript examples of README.md and docs/, which must compile. */
function listExamples(): [file: string, text: string][] {
  const pages = ['README.md', ...globSync('docs/*.md', { cwd: path.join(root, 'infra') })];
  return pages.flatMap((page) => {
    const text = readFileSync(path.join(root, 'infra', page), 'utf8');
    const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = '']) => block);
    return blocks.map((block, index): [string, string] => [`${path.basename(page)}-${index}.ts`, block]);
  });
}

/** A project of `cdk8s init typescript-app`, with this package installed as published. */
let project: string;
/** Compiler errors in the programs and the examples. */
let errors: readonly string[];

beforeAll(() => {
  execFileSync(process.execPath, [tsc, '-b', 'infra'], { cwd: root });
  execFileSync(process.execPath, [path.join(root, 'infra/scripts/copy-operator.mts')]);
  project = mkdtempSync(path.join(tmpdir(), 'consumer-'));
  for (const folder of ['operator/declaration', 'imports', 'infra']) publish(folder);
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'infra/package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const own = Object.keys(dependencies).filter((name) => !name.startsWith('@kubewright/'));
  for (const name of ['cdk8s', 'constructs', '@pulumi', '@types', ...own]) {
    symlinkSync(path.join(installed, name), path.join(project, 'node_modules', name), 'junction');
  }
  for (const [file, text] of [...Object.entries(programs), ...listExamples()])
    writeFileSync(path.join(project, file), text);
  errors = compile();
  // No timeout, because it could not interrupt the synchronous calls.
}, 0);

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Compiles with the template's options, but with the old module resolution and with type checks of libraries. */
function compile(): string[] {
  const template = path.join(installed, 'cdk8s-cli/templates/typescript-app/tsconfig.json');
  const { compilerOptions } = JSON.parse(readFileSync(template, 'utf8')) as { compilerOptions: object };
  const old = { moduleResolution: 'node10', ignoreDeprecations: '6.0', types: ['node'], skipLibCheck: false };
  const options = { ...compilerOptions, ...old, noEmitOnError: false };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
  const { stdout } = spawnSync(process.execPath, [projectTsc, '-p', '.'], { cwd: project, encoding: 'utf8' });
  return stdout.match(/^\S.*error TS\d+: .*/gm) ?? [];
}

/** Copies the files that `npm publish` would pack into the `node_modules` of the project. */
function publish(folder: string): void {
  const pack = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: path.join(root, folder),
    stdio: 'pipe',
  });
  const [{ files }] = JSON.parse(pack.toString()) as [{ files: { path: string }[] }];
  for (const file of files) {
    const target = path.join(project, 'node_modules/@kubewright', path.basename(folder), file.path);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(root, folder, file.path), target);
  }
}

/**
 * Runs a program of the project without `NODE_OPTIONS`, whose condition `@kubewright/source` would select sources that
 * the package does not contain.
 */
function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', env: { PATH: process.env['PATH'] } });
}

describe('the package in a project of cdk8s init', () => {
  it('compiles, and so does every example of the docs', () => {
    expect(listExamples().length).toBeGreaterThan(5);
    expect(errors.filter((error) => !error.startsWith('wrong.ts'))).toEqual([]);
  });

  it('has a type error for each invalid option', () => {
    expect(errors).toEqual([
      expect.stringContaining(`Type '"loud"' is not assignable`),
      expect.stringContaining(`'memory' does not exist in type 'Overrides<OperatorResources>'`),
      expect.stringContaining(`Property 'image' is missing`),
      expect.stringContaining(`'{}' is not assignable to parameter of type 'OperatorReleaseArgs'`),
    ]);
  });

  it('has the command that compares CRDs', () => {
    const command = path.join(project, 'node_modules/@kubewright/infra/dist/crd-changes/main.js');
    const crds = path.join(project, 'node_modules/@kubewright/infra/dist/operator/crds');
    expect(run(command, crds, crds)).toBe('changes since the released CRDs: 0, breaking: 0, rejected: 0\n');
  });

  it('has a JSON Schema of environments that repeats the comment of each field', () => {
    const file = path.join(project, 'node_modules/@kubewright/infra/dist/environment.schema.json');
    const descriptions = listDescriptions(JSON.parse(readFileSync(file, 'utf8')) as JsonSchema);
    // Kubernetes and RFC 6902 document these fields.
    const elsewhere = /^(pod|networkPolicy|monitoring\.scrape|patches\[\])\./;
    const without = [...descriptions].filter(([at, text]) => text === undefined && !elsewhere.test(at));
    expect(without.map(([at]) => at)).toEqual([]);
    expect(descriptions.size).toBeGreaterThan(300);
  });

  it('does not name zod in types: its types do not compile in every project', () => {
    const folder = path.join(project, 'node_modules/@kubewright/infra/dist');
    const types = globSync('**/*.d.ts', { cwd: folder });
    expect(types.length).toBeGreaterThan(100);
    expect(types.filter((file) => /["']zod/.test(readFileSync(path.join(folder, file), 'utf8')))).toEqual([]);
  });

  it('contains all files that it needs, and no tests', () => {
    const files = globSync('**/*.*', { cwd: path.join(project, 'node_modules/@kubewright/infra') });
    expect(files).toEqual(expect.arrayContaining(['dist/operator/declaration.json', 'dist/index.d.ts', 'README.md']));
    // Tests in the Helm chart are for users, who run `helm test`.
    const forUs = files.filter((file) => /test|fixtures|tsbuildinfo/.test(file.replace('helm/templates/tests/', '')));
    expect(forUs).toEqual([]);
  });
});
