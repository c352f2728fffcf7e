import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { root, run } from '../../repo/run.ts';
import { type PulumiCluster, startPulumiCluster } from './pulumi-cluster.ts';
import { type RunningProvider, startProvider } from './provider.ts';

/** As a user runs it from a checkout: the state is where it is by default. The tests follow one another. */
describe('npm run deploy', () => {
  let cluster: PulumiCluster;
  let provider: RunningProvider;
  let state: string;

  const deploy = async (...args: readonly string[]): Promise<string> => {
    const env = { ...cluster.env, PULUMI_BACKEND_URL: undefined, PULUMI_DEBUG_PROVIDERS: provider.address };
    const argv = ['npm', 'run', '--silent', 'deploy', '--', 'embedded', ...args] as const;
    const { ok, output } = await run({ name: 'npm run deploy', argv: [...argv] }, { env });
    expect(ok, output).toBe(true);
    return output;
  };

  beforeAll(async () => {
    cluster = await startPulumiCluster();
    provider = await startProvider(cluster.env);
    const uid = await cluster.kubectl(['get', 'namespace', 'kube-system', '-o', 'jsonpath={.metadata.uid}']);
    state = path.join(root, 'infra/.pulumi', uid);
  });

  afterAll(async () => {
    await rm(state, { recursive: true, force: true });
    await provider[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  it('deploys the operator and all samples, which are Ready then', async () => {
    expect(await deploy()).toMatch(/\+ \d+ created/);
    expect(await cluster.notReady()).toEqual([]);
    expect(await readdir(path.join(state, 'state/.pulumi/stacks/kubewright'))).toContain('embedded.json');
  });

  it('changes nothing the second time', async () => {
    const text = await deploy();
    expect(text).toMatch(/^ {4}\d+ unchanged$/m);
    expect(text).not.toMatch(/created|updated|deleted/);
  });

  it('removes everything, with the definitions', async () => {
    await deploy('--destroy');
    expect(await cluster.leftOfOurs()).toEqual([]);
  });
});
