import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findLanguageHost } from '../../support/pulumi.ts';
import { until } from '../../support/until.ts';
import type { UserProject } from '../../support/user-project.ts';
import { cloneRepository } from './clone.ts';
import { type PulumiCluster, startPulumiCluster, usePulumi } from './pulumi-cluster.ts';
import { type RunningProvider, startProvider } from './provider.ts';

/** Follows `infra/docs/pulumi.md` with Pulumi's own command line. The tests depend on each other. */
describe('pulumi up from a clone', () => {
  let cluster: PulumiCluster;
  let provider: RunningProvider;
  let clone: UserProject;

  beforeAll(async () => {
    cluster = await startPulumiCluster();
    provider = await startProvider(cluster.env);
    clone = await cloneRepository();
    usePulumi(clone, cluster, { tools: [path.dirname(await findLanguageHost())], provider });
    await clone.sh('npm run build');
  });

  afterAll(async () => {
    await clone[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  it('requires an environment with the name of the stack, and lists all', async () => {
    await clone.sh('pulumi stack init prod');
    await expect(clone.sh('pulumi preview')).rejects.toThrow('choose one of embedded, dev');
    expect(await clone.sh('pulumi preview --config environment=embedded')).toMatch(/\+ \d+ to create/);
  });

  it('has configuration with types and defaults', async () => {
    await clone.sh('pulumi stack init embedded');
    expect(await clone.sh('pulumi config')).toMatch(/^samples +true$/m);
    await clone.sh('pulumi config set samples perhaps');
    await expect(clone.sh('pulumi preview')).rejects.toThrow("'samples' must be of type 'boolean'");
    await clone.sh('pulumi config rm samples');
  });

  it('reports that the cluster is unreachable, also in a preview', async () => {
    const kubeconfig = path.join(cluster.place, 'stopped.yaml');
    const text = await readFile(cluster.env['KUBECONFIG'] ?? '', 'utf8');
    await writeFile(kubeconfig, text.replace(/https:[^"\s]+/, 'https://127.0.0.1:1'));
    await using elsewhere = await startProvider({ ...cluster.env, KUBECONFIG: kubeconfig });
    for (const command of ['preview', 'up --yes']) {
      const run = clone.sh(`PULUMI_DEBUG_PROVIDERS=${elsewhere.address} pulumi ${command}`);
      await expect(run).rejects.toThrow(/kubernetes:core\/v1:Namespace \(cluster\).*refused/s);
    }
  });

  it('deploys everything with its samples, and prints its location', async () => {
    expect(await clone.sh('pulumi up --yes')).toMatch(/\+ \d+ created/);
    expect(await cluster.notReady()).toEqual([]);
    const outputs = JSON.parse(await clone.sh('pulumi stack output --json')) as unknown;
    expect(outputs).toMatchObject({ namespace: 'kubewright-system', deployment: 'kubewright' });
  });

  it('omits the samples if the configuration disables them', async () => {
    expect(await clone.sh('pulumi preview --config samples=false')).toMatch(/- \d+ to delete\n +\d+ unchanged/);
  });

  it('has changed no tracked file, and added none', async () => {
    expect(await clone.sh('git status --porcelain')).toBe('');
  });

  it('removes at most its samples while users need the operator, and names their Pet', async () => {
    await cluster.createPet('default', 'rex');
    const samples = /\/(?!rex$).*/;
    const others = async (): Promise<readonly string[]> => {
      const all = [...(await cluster.names('all,leases,secrets,limitranges', '-n', 'kubewright-system'))];
      return [...all, ...(await cluster.leftOfOurs()), ...(await cluster.names('all', '-n', 'petstore'))];
    };
    const before = await others();
    const inUse = (pet: string): RegExp =>
      new RegExp(
        `the operator is in use: only it can remove the finalizers of pets\\.petstore\\.example\\.com \\(default/${pet}`,
      );
    // The operator updates the list of kinds in use every 2 s, so it may still name a deleted sample at first.
    await expect(clone.sh('pulumi destroy --yes')).rejects.toThrow(inUse(''));
    await until('the operator names the Pet that is left', async () => {
      const range = ['get', 'limitrange/kubewright-in-use', '-n', 'kubewright-system', '-o', 'yaml'];
      return (await cluster.kubectl(range)).includes('(default/rex');
    });
    await expect(clone.sh('pulumi destroy --yes')).rejects.toThrow(inUse('rex'));
    expect(await others()).toEqual(before);
    expect((await cluster.names('pets', '--all-namespaces')).filter((name) => samples.test(name))).toEqual([]);
    await cluster.deletePet('default', 'rex');
  });

  it('removes everything, with the CRDs', async () => {
    await clone.sh('pulumi destroy --yes');
    expect(await cluster.leftOfOurs()).toEqual([]);
  });
});
