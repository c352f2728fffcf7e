import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { loadDeclaration } from '@kubewright/infra';
import { getKubewrightDeclaration } from '@kubewright/infra/catalogue';

import type { PlainObject } from '@kubewright/declaration';
import { findHelm, type Helm, helmVersions } from '../../support/helm.ts';
import { getPackagedChart, zooFile } from '../../support/packaged-chart.ts';
import { runDirectory } from '../../support/run-directory.ts';
import { parseObjects } from './rendering.ts';

const [ours, zoo] = [getKubewrightDeclaration(), loadDeclaration(zooFile)];
let umbrella: string;

/** An umbrella chart with two operators; one has an alias and a condition. */
beforeAll(async () => {
  umbrella = await mkdtemp(path.join(runDirectory(), 'umbrella-'));
  await mkdir(path.join(umbrella, 'charts'));
  for (const declaration of [undefined, zooFile]) {
    const { archive } = await getPackagedChart(declaration);
    await cp(archive, path.join(umbrella, 'charts', path.basename(archive)));
  }
  const dependencies = [
    { name: ours.name, version: ours.version, alias: 'ops', condition: 'ops.enabled' },
    { name: zoo.name, version: zoo.version },
  ];
  const chart = { apiVersion: 'v2', name: 'platform', version: '1.0.0', dependencies };
  const values = {
    global: { region: 'eu' },
    ops: { enabled: true, replicas: 3, settings: { workers: 5 } },
    zoo: { image: { repository: 'zoo.example/operator' } },
  };
  await writeFile(path.join(umbrella, 'Chart.yaml'), JSON.stringify(chart));
  await writeFile(path.join(umbrella, 'values.yaml'), JSON.stringify(values));
});

describe.each(helmVersions)('a subchart, with Helm %i', (version) => {
  const render = async (helm: Helm, ...args: readonly string[]): Promise<readonly PlainObject[]> => {
    const result = await helm('template', 'platform', umbrella, '--kube-version', '1.36.4', ...args);
    expect(result.stderr).toBe('');
    return parseObjects(result);
  };
  const deployments = (objects: readonly PlainObject[]): readonly PlainObject[] =>
    objects.filter(({ kind }) => kind === 'Deployment');

  it('has an alias, a condition and globals, beside one of another operator', async () => {
    const found = deployments(await render(await findHelm(undefined, version)));
    expect(found).toMatchObject([
      { metadata: { name: 'platform-ops', labels: { 'app.kubernetes.io/name': 'kubewright' } }, spec: { replicas: 3 } },
      { metadata: { name: 'platform-zoo', labels: { 'app.kubernetes.io/name': 'zoo' } }, spec: { replicas: 2 } },
    ]);
    expect(JSON.stringify(found[0])).toContain('{"name":"WORKERS","value":"5"}');
  });

  it('is omitted by its condition', async () => {
    const objects = await render(await findHelm(undefined, version), '--set', 'ops.enabled=false');
    expect(deployments(objects).map(({ metadata }) => metadata.name)).toEqual(['platform-zoo']);
    expect(JSON.stringify(objects)).not.toContain('webservers.my.domain');
  });

  it('rejects a wrong value by its own schema', async () => {
    const helm = await findHelm(undefined, version);
    const { code, stderr } = await helm('template', 'platform', umbrella, '--set', 'ops.replicas=none');
    expect(code).not.toBe(0);
    expect(stderr).toContain("'/replicas': got string, want null or integer");
  });
});
