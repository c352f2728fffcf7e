import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DeployRun, done } from './deploy-run.ts';
import { type PulumiCluster, startPulumiCluster } from './pulumi-cluster.ts';

/** What `npm run deploy` runs, with the stand-in that it starts itself. The tests follow one another. */
describe('the deploy command', () => {
  let cluster: PulumiCluster;
  let context: string;

  const start = (args: readonly string[], more: NodeJS.ProcessEnv = {}): DeployRun =>
    new DeployRun(args, { ...cluster.env, ...more });
  const run: (...args: Parameters<typeof start>) => ReturnType<DeployRun['ended']> = (...args) =>
    start(...args).ended();
  const deploy = (...args: readonly string[]): ReturnType<typeof run> => run(['embedded', '--stand-in', ...args]);
  /** Those that keep others from changing a stack. */
  const locks = async (): Promise<readonly string[]> => {
    const entries = await readdir(path.join(cluster.place, '.pulumi/locks'), { recursive: true });
    return entries.filter((name) => name.endsWith('.json'));
  };

  beforeAll(async () => {
    cluster = await startPulumiCluster();
    context = (await cluster.kubectl(['config', 'current-context'])).trim();
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  it('refuses a wrong command line, and says what is right', async () => {
    expect(await run([])).toEqual({ code: 1, text: 'name one environment: see --help\n' });
    expect((await run(['prod'])).text).toContain('there are embedded, dev');
    expect((await deploy('--preview', '--destroy')).text).toBe('choose one of --preview, --destroy\n');
    expect(done(await run(['--help']))).toContain('Environments: embedded, dev');
  });

  it('uses the context that it is given, and says first which cluster that is', async () => {
    const { code, text } = await deploy('--preview', '--context', 'elsewhere');
    expect({ code, text }).toEqual({
      code: 1,
      text: `failed to find the context elsewhere: there are ${context}. Nothing was changed.\n`,
    });
    const kubeconfig = path.join(cluster.place, 'two-contexts.yaml');
    await copyFile(cluster.env['KUBECONFIG'] ?? '', kubeconfig);
    const config = ['config', '--kubeconfig', kubeconfig];
    await cluster.kubectl([...config, 'set-context', 'stopped', '--cluster=stopped', '--user=admin']);
    await cluster.kubectl([...config, 'set-cluster', 'stopped', '--server=https://127.0.0.1:1']);
    await cluster.kubectl([...config, 'use-context', 'stopped']);
    const both = await deploy('--preview', '--kubeconfig', kubeconfig);
    expect(both.text).toMatch(/^embedded: preview in context stopped, https:\/\/127\.0\.0\.1:1\nfailed to reach/);
    const chosen = done(await deploy('--preview', '--kubeconfig', kubeconfig, '--context', context));
    expect(chosen.startsWith(`embedded: preview in context ${context}, https://`)).toBe(true);
    expect(chosen).toMatch(/\+ \d+ to create/);
  });

  it('says what to install if there is no pulumi', async () => {
    const [, ...withoutPulumi] = (cluster.env['PATH'] ?? '').split(path.delimiter);
    const { code, text } = await run(['embedded'], { PATH: withoutPulumi.join(path.delimiter) });
    expect(code).toBe(1);
    expect(text).toContain('failed to run pulumi: install it');
  });

  it('says what to install if there is no provider plugin, and deploys nothing', async () => {
    const { code, text } = await run(['embedded']);
    expect(code).toBe(1);
    expect(text).toMatch(/pulumi plugin install resource kubernetes v4\.\d+\.\d+$/m);
    expect(text).toContain('--stand-in');
    expect(await cluster.names('namespaces')).not.toContain('namespace/kubewright-system');
  });

  it('says that the cluster is not reached, also in a preview', async () => {
    const args = ['embedded', '--preview', '--stand-in', '--kubeconfig', path.join(cluster.place, 'none.yaml')];
    const { code, text } = await run(args);
    expect(code).toBe(1);
    expect(text).toContain('failed to reach the cluster (context: none)');
    expect(text).not.toContain('to create');
  });

  it('shows everything as new before the definitions exist, and changes nothing', async () => {
    const text = done(await deploy('--preview'));
    expect(text).toMatch(/\+ \d+ to create/);
    expect(await cluster.names('namespaces')).not.toContain('namespace/kubewright-system');
  });

  it('stops on a signal when what is under way is done, and leaves no lock', async () => {
    const terminated = start(['embedded', '--stand-in']);
    await terminated.printed(/CustomResourceDefinition .* creating/);
    terminated.signal('SIGTERM', 'process');
    const { code, text } = await terminated.ended();
    expect(code).toBe(1);
    expect(text).toContain('stopped by SIGTERM');
    expect(text).not.toContain('WebServer');
    expect(await locks()).toEqual([]);

    const interrupted = start(['embedded', '--stand-in']);
    await interrupted.printed(/Deployment .* creating/);
    interrupted.signal('SIGINT', 'group');
    expect((await interrupted.ended()).text).toContain('stopped by SIGINT');
    expect(await locks()).toEqual([]);
  });

  it('goes on from there: deploys the operator and all samples, which are Ready then', async () => {
    expect(done(await deploy())).toMatch(/\+ \d+ created/);
    expect(await cluster.notReady()).toEqual([]);
  });

  it('changes nothing the second time', async () => {
    const text = done(await deploy());
    expect(text).toMatch(/^ {4}\d+ unchanged$/m);
    expect(text).not.toMatch(/created|updated|deleted/);
  });

  it('sees only by --refresh what others changed, names who did, and takes it back if it is to', async () => {
    const scaled = ['deployment/kubewright', '--namespace', 'kubewright-system'];
    await cluster.kubectl(['scale', ...scaled, '--replicas=1']);
    expect(done(await deploy())).toMatch(/^ {4}\d+ unchanged$/m);
    expect(done(await deploy('--refresh'))).toMatch(/~ 1 updated/);
    const { code, text } = await deploy();
    expect(code).toBe(1);
    expect(text).toContain('failed to up embedded:\n- Deployment kubewright-system/kubewright:');
    expect(text).toContain('kubectl has changed a field that the environment sets');
    done(await deploy('--force-conflicts'));
    expect(await cluster.kubectl(['get', ...scaled, '-o', 'jsonpath={.spec.replicas}'])).toBe('2');
  });

  it('refuses to remove what users need, names it, and deletes nothing', async () => {
    await cluster.createPet('default', 'rex');
    const pets = await cluster.names('pets', '--all-namespaces');
    const { code, text } = await deploy('--destroy');
    expect(code).toBe(1);
    expect(text).toContain('the operator is in use');
    expect(text).toContain('\n- Pet default/rex\n');
    expect(text).not.toContain('pet-sample');
    expect(await cluster.names('pets', '--all-namespaces')).toEqual(pets);
    await cluster.deletePet('default', 'rex');
  });

  it('names what holds a deletion, and goes on when it is gone', async () => {
    const patch = (value: string): Promise<string> =>
      cluster.kubectl([
        'patch',
        'configmap/held',
        '--namespace=petstore',
        '--type=merge',
        '-p',
        `{"metadata":${value}}`,
      ]);
    await cluster.kubectl(['create', 'configmap', 'held', '--namespace=petstore']);
    await patch('{"finalizers":["zoo.example/wait"]}');
    const { code, text } = await run(['embedded', '--stand-in', '--destroy'], { STAND_IN_DELETE_TIMEOUT: '15s' });
    expect(code).toBe(1);
    expect(text).toContain('failed to destroy embedded:\n- Namespace petstore:');
    expect(text).toContain('zoo.example/wait in 1 resource instances');
    await patch('{"finalizers":null}');
  });

  it('removes everything, with the definitions', async () => {
    done(await deploy('--destroy'));
    expect(await cluster.leftOfOurs()).toEqual([]);
  });
});
