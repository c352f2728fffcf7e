import { readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DevCommand } from './dev-command.ts';
import { beginProject } from './project.ts';

// `npm pack` compiles what has changed. `npm install` takes seconds, or a minute without a cache.
let project: Awaited<ReturnType<typeof beginProject>>;

beforeAll(async () => {
  project = await beginProject('coffee-shops');
}, 300_000);

afterAll(() => project[Symbol.asyncDispose]());

async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  await writeFile(path.join(project.folder, file), (await project.read(file)).replace(from, to));
}

describe('the project of kubewright init', { timeout: 180_000 }, () => {
  it('has the files that the command has listed, and is not overwritten', async () => {
    const listed = [...project.printed.matchAll(/^wrote coffee-shops\/(.*)$/gm)].map(([, file = '']) => file);
    const present = (await readdir(project.folder)).filter(
      (name) => !/^(node_modules|packages|package-lock)/.test(name),
    );
    expect(new Set(listed.map((file) => file.split('/')[0]))).toEqual(new Set(present));
    expect(project.printed).toContain('Next:\n  cd coffee-shops\n  npm install\n  npm run dev\n');
    await expect(project.sh('kubewright init . --yes')).rejects.toThrow(
      /already contains package\.json, .*: choose another folder/,
    );
  });

  it('is named by an absolute path if the user gave one', async () => {
    const folder = path.join(project.folder, '../tea-shops');
    const printed = await project.sh(`kubewright init ${folder} --no-install --yes`);
    expect(printed).toContain(`wrote ${folder}/package.json\n`);
    expect(printed).toContain(`Next:\n  cd ${folder}\n`);
  });

  it('compiles and passes its test at once', async () => {
    await project.sh('npm run check');
    expect(await project.sh('npm test -- --test-reporter=tap')).toMatch(/^# pass 1$/m);
  });

  it.each([
    ['generate', 'wrote crds/example.com_coffeeshops.yaml'],
    ['synth', 'wrote manifests/production/operator/operator.k8s.yaml'],
    ['package helm', 'wrote output/helm/coffee-shops-0.1.0.tgz'],
    ['package olm', 'wrote output/olm/bundle/manifests/coffee-shops.clusterserviceversion.yaml'],
  ])('has the files of kubewright %s, which its --check holds', async (command, written) => {
    const check = `kubewright ${command} --check`;
    await expect(project.sh(check)).rejects.toThrow(`run \`kubewright ${command}\` and commit the result`);
    expect(await project.sh(`kubewright ${command}`)).toContain(`${written}\n`);
    expect(await project.sh(check)).toContain('all generated files are up to date');
  });

  it('gets a warning if its versions differ', async () => {
    await edit('src/operator.ts', "version: '0.1.0'", "version: '0.2.0'");
    try {
      await expect(project.sh('kubewright generate --check')).rejects.toThrow(
        'warning: the operator in src/operator.ts has version 0.2.0, but package.json has 0.1.0',
      );
    } finally {
      await edit('src/operator.ts', "version: '0.2.0'", "version: '0.1.0'");
    }
  });

  it('synthesizes each file of environments/ instead, if there is one', async () => {
    await project.sh('mkdir environments && printf "name: north\\nnamespace: shops\\n" > environments/north.yaml');
    const printed = await project.sh('kubewright synth');
    expect(printed).toContain('wrote manifests/north/operator/operator.k8s.yaml\n');
    expect(printed).toContain('deleted manifests/production/operator/operator.k8s.yaml\n');
    await project.sh('rm -r environments');
  });

  it('has a bundle of its program for the image', async () => {
    expect(await project.sh('kubewright package bundle')).toContain('wrote output/bundle\n');
    expect(await project.sh('node output/bundle/main.js --version')).toContain('0.1.0');
  });

  it('names its folders in the help of kubewright package image', async () => {
    const help = await project.sh('kubewright package image --help');
    expect(help).toMatch(/\(default:\s+"output\/bundle"\)[^]*\(default:\s+"output\/image"\)/);
  });

  it('says how to name a cluster if kubewright plan has none, with the exit code that kubectl diff has for errors', async () => {
    const printed = await project.sh('KUBECONFIG=/dev/null kubewright plan 2>&1 || echo "exit code $?"');
    expect(printed).toContain(
      'failed to reach a cluster: your kubeconfig has none; set KUBECONFIG, or start one: kubewright dev\n',
    );
    expect(printed).toContain('exit code 2\n');
  });

  it.each([
    'init',
    'dev',
    'run',
    'test',
    'diff',
    'plan',
    'doctor',
    'control-plane',
    'add api',
    'add version',
    'add webhook',
    'import',
    'generate',
    'synth',
    'package helm',
    'package image',
    'package bundle',
  ])('has an example in the help of kubewright %s', async (command) => {
    expect(await project.sh(`kubewright ${command} --help`)).toContain(`Examples:\n  kubewright ${command}`);
  });

  it('prints only JSON with --json, in a project whose modules print', async () => {
    await edit('src/operator.ts', /$/, "\nconsole.log('loading');\n");
    try {
      const printed = await project.sh('kubewright package helm --json 2>/dev/null');
      expect(Object.keys(JSON.parse(printed) as object)).toEqual(['changed', 'deleted']);
    } finally {
      await edit('src/operator.ts', /\nconsole.*\n$/, '');
    }
  });

  it('passes arguments on to the programs that a command runs', async () => {
    expect(await project.sh('kubewright run --help')).toContain('kubewright run --watch-namespaces shops');
    expect(await project.sh('kubewright diff --help')).toContain('Usage: kubewright-diff');
    expect(await project.sh('kubewright control-plane --help')).toContain('Usage: kubewright-control-plane');
  });

  it('ends quietly if the reader of its output has gone, with the exit code of a broken pipe if exit codes matter', async () => {
    const unread = (command: string): Promise<string> =>
      project.sh(`(set +e; ${command}; echo "exit code $?" >&2) 2> status | true; cat status; rm status`);
    expect(await unread('kubewright completion bash')).toBe('exit code 0\n');
    for (const command of ['kubewright diff', 'kubewright-diff', 'kubewright-crd-changes'])
      expect(await unread(`${command} --help`)).toBe('exit code 141\n');
  });

  it.each([
    ['kubewright synth --project', "unknown option '--project'"],
    ['kubewright --project /missing synth', 'failed to open /missing: the folder does not have a package.json'],
    ['kubewright package', 'Usage: kubewright package'],
    ['kubewright begin', "unknown command 'begin'"],
    ['kubewright dev shops', 'failed to pass shops to the operator: only flags can follow `--`'],
    ['kubewright dev --context kind --not-installed Oven', 'with --context, kubewright dev installs no imported kinds'],
    ['kubewright dev --seats=3', "unknown option '--seats=3'"],
    ['kubewright init Cafes --yes', 'failed to use "Cafes" as the name of the operator: use up to 50 lower-case'],
  ])('gets a clear error, without a stack, for %s', async (command, message) => {
    const error = await project.sh(command).then(String, String);
    expect(error).toContain(message);
    expect(error).not.toMatch(/^\s+at .*dist\/(?!main)/m);
  });

  it('gets the line of an error in its sources', async () => {
    await edit('src/operator.ts', /$/, "\nthrow new TypeError('no beans');\n");
    try {
      await expect(project.sh('kubewright generate')).rejects.toThrow(/no beans\n +at .*\/src\/operator\.ts:\d+:7/);
    } finally {
      await edit('src/operator.ts', /\nthrow .*\n$/, '');
    }
  });
});

describe('kubewright dev', { timeout: 180_000 }, () => {
  let dev: DevCommand;

  beforeAll(async () => {
    dev = new DevCommand(project);
    await dev.start('--', '--workers', '7');
  });

  afterAll(() => dev.end());

  /** Saves a file as editors do: they replace it by another file. */
  async function save(from: string | RegExp, to: string): Promise<void> {
    dev.clear();
    const file = path.join(project.folder, 'src/coffee-shop.ts');
    await writeFile(`${file}.new`, (await project.read('src/coffee-shop.ts')).replace(from, to));
    await rename(`${file}.new`, file);
  }

  it('runs the operator with the flags after --, and applies its samples', async () => {
    await dev.awaitPrinted(/controller started .*workers=7/);
    expect(await project.sh('kubectl wait coffeeshop/sample --for=condition=Ready --timeout=60s')).toContain('met');
  });

  it('reconciles with the new code after each save', async () => {
    for (const name of ['pot', 'cup']) {
      await save(/containers: \[\{ name: '\w+'/, `containers: [{ name: '${name}'`);
      await dev.awaitPrinted(/updated a child/);
      expect(await project.sh('kubectl get deployment sample -o jsonpath={..containers[0].name}')).toBe(name);
    }
  });

  it('applies a changed schema, and says what it breaks', async () => {
    await save(
      'replicas: t.integer',
      "tables: t.optional(t.string({ description: 'Where.' })),\n    replicas: t.integer",
    );
    await dev.awaitPrinted(/compatible +coffeeshops\.example\.com v1 spec\.tables: a new field/);
    expect(await project.sh('kubectl explain coffeeshop.spec.tables')).toContain('Where.');
    await save(/tables: .*\n/, '');
    await dev.awaitPrinted(
      /applied the changed CRDs:\nkubewright +BREAKING +coffeeshops\.example\.com v1 spec\.tables: /,
    );
    await dev.awaitPrinted(/controller started/);
    expect(dev.printed.match(/BREAKING/g)).toHaveLength(1);
    expect(dev.printed).not.toContain('storage is (re)initializing');
  });

  it('names the line of an error, and runs on with the last code that worked', async () => {
    await save(/$/, "throw new TypeError('no tea');\n");
    await dev.awaitPrinted(/no tea\nkubewright +at .*\/src\/coffee-shop\.ts:\d+:7\n/);
    await project.sh('kubectl delete deployment sample --wait=false');
    await dev.awaitPrinted(/created a child/);
    await save(/throw .*\n/, '');
    await dev.awaitPrinted(/controller started/);
  });

  it('starts the operator again by a save after its process has ended', async () => {
    await save(/$/, 'process.exit(3);\n');
    await dev.awaitPrinted(/the process of the operator ended \(exit code 3\): save a file/);
    await save(/process\.exit.*\n/, '');
    await dev.awaitPrinted(/controller started/);
  });

  it('waits for a fix if the module has no operator', async () => {
    const file = 'src/operator.ts';
    const text = await project.read(file);
    await dev.write({ [file]: text.replace('const operator', 'const shops') });
    await dev.awaitPrinted(
      /the module does not export `operator`[^]*the operator still runs your last working code: fix the error/,
    );
    await dev.write({ [file]: text });
    await dev.awaitPrinted(/controller started/);
  });

  it('prints why a sample is invalid, and applies it once it is valid', async () => {
    dev.clear();
    await edit('samples/coffee-shop.yaml', 'replicas: 2', 'replicas: -2');
    await dev.awaitPrinted(/failed to apply samples\/: [^]*spec\.replicas/);
    // Another schema could make it valid.
    await save(/$/, '\n');
    await dev.awaitPrinted(/failed to apply samples\/: [^]*spec\.replicas/);
    dev.clear();
    await edit('samples/coffee-shop.yaml', 'replicas: -2', 'replicas: 2');
    await dev.awaitPrinted(/coffeeshop\.example\.com\/sample serverside-applied/);
  });

  it('uses its cluster alone', async () => {
    await expect(project.sh('kubewright dev')).rejects.toThrow('another `kubewright dev` uses this cluster');
    expect(await project.sh('kubectl get coffeeshop sample -o name')).toContain('sample');
  });

  it('ends in order, and the cluster has its objects when it runs again', async () => {
    expect(await dev.end()).toBe(0);
    expect(dev.printed).toContain('operator stopped');
    await dev.start();
    expect(await project.sh('kubectl get deployment sample -o jsonpath={..containers[0].name}')).toBe('cup');
    expect(await dev.end()).toBe(0);
  });
});
