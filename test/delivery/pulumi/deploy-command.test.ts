import { execFile } from 'node:child_process';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type PulumiCluster, startPulumiCluster } from './pulumi-cluster.ts';

const command = path.resolve(import.meta.dirname, '../../../infra/dist/deploy-command.js');

interface Run {
  readonly code: number;
  /** Everything that it printed. */
  readonly text: string;
}

describe('npm run deploy', () => {
  let cluster: PulumiCluster;

  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Run> =>
    new Promise((resolve) => {
      execFile(process.execPath, [command, ...args], { env: { ...cluster.env, ...more } }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
      });
    });
  const deploy = (...args: readonly string[]): Promise<Run> => run(['embedded', '--stand-in', ...args]);
  const done = ({ code, text }: Run): string => {
    expect(code, text).toBe(0);
    return text;
  };

  beforeAll(async () => {
    cluster = await startPulumiCluster();
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  it('refuses a wrong command line, and says what is right', async () => {
    expect(await run([])).toEqual({ code: 1, text: 'name one environment: see --help\n' });
    expect((await run(['prod'])).text).toContain('there are embedded, dev');
    expect((await deploy('--preview', '--destroy')).text).toBe('choose one of --preview, --destroy\n');
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

  it('deploys the operator and all samples, which are Ready then', async () => {
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
