import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from 'vitest';

import { loadDeclaration, type OperatorDeclaration } from '@kubewright/infra';
import { environments, getKubewrightDeclaration } from '@kubewright/infra/catalogue';
import { type Installation, synthInstallation } from '@kubewright/infra/helm';

import { zooWithVersions, zooWithWebhooks } from '../../../infra/src/testing/zoo.ts';
import { findHelm, helmVersions } from '../../support/helm.ts';
import { packageAgain, getPackagedChart, runPackaging, zooFile } from '../../support/packaged-chart.ts';
import { packageChartOnce } from './package-chart-once.ts';
import { buildInstallation, pickAtRandom, createRandom, varyInstallation } from './chosen-values.ts';
import { CoveringArray } from './covering.ts';
import { expectSame, type Rendering, renderTemplate } from './rendering.ts';
import { listOptions } from './samples.ts';

const run = promisify(execFile);
const declaration = getKubewrightDeclaration();
const zoo = loadDeclaration(zooFile);
let ours: Rendering;
let archive: string;

beforeAll(async () => {
  const [helm, packaged] = await Promise.all([findHelm(), getPackagedChart()]);
  ours = { helm, chart: packaged.folder, declaration };
  archive = packaged.archive;
});

/** An operator with finalizers and with so many controllers that a chart does not list their subsets. */
const zooWithManyControllers: OperatorDeclaration = {
  ...zoo,
  settings: [...zoo.settings, { name: 'inUseName', env: 'IN_USE_NAME', type: 'string' }],
  controllers: zoo.controllers.flatMap((controller) =>
    Array.from({ length: 5 }, (_, index) => ({
      ...controller,
      name: `${controller.name}-${index}`,
      ...(index % 2 === 0 && { finalizer: 'zoo.example/finalizer' }),
    })),
  ),
};

/** Combinations that the constructs reject, regardless of the other values. */
const impossible = [
  'no serviceAccount.name with {"serviceAccount.create":false}',
  '{"serviceAccount.create":false} with {"serviceAccount.annotations":{"kwaccountannotation":"a"}}',
  '{"podDisruptionBudget.maxUnavailable":"37%"} with {"podDisruptionBudget.minAvailable":"38%"}',
  '{"podDisruptionBudget.maxUnavailable":3} with {"podDisruptionBudget.minAvailable":"38%"}',
  '{"rollingUpdate.maxSurge":0} with no rollingUpdate.maxUnavailable',
  '{"rollingUpdate.maxSurge":0} with {"rollingUpdate.maxUnavailable":0}',
  '{"metrics.plain":true} with {"metrics.secure":true}',
  '{"metrics.plain":true} with {"metrics.certificateSecret":"kwmetricscertificate"}',
  'no metrics.secure with {"metrics.certificateSecret":"kwmetricscertificate"}',
  '{"metrics.secure":false} with {"metrics.certificateSecret":"kwmetricscertificate"}',
];

/** Creates a covering array of all values: every two values occur together at least once. */
function createCovering(of: OperatorDeclaration): CoveringArray {
  const random = createRandom(20);
  return new CoveringArray({
    options: listOptions(of).filter(({ samples }) => samples.length > 0),
    mostLevels: 5,
    random,
    make(picked) {
      const installation = withImage(of, buildInstallation(of, picked, { random, isFitted: true }));
      return synthInstallation(of, installation).errors.length > 0 ? undefined : installation.environment;
    },
  });
}

/** Adds an image for an operator of another project, because its chart has no default image. */
function withImage({ name }: OperatorDeclaration, installation: Installation): Installation {
  if (name === declaration.name) return installation;
  const { environment } = installation;
  const image = { repository: 'zoo.example/operator', ...environment.image };
  return { ...installation, environment: { ...environment, image } };
}

describe('the chart', () => {
  it('passes helm lint', async () => {
    expect(await ours.helm('lint', ours.chart, '--strict', '--kube-version', '1.36.4')).toMatchObject({ code: 0 });
  });

  describe.each(helmVersions)('of Helm %i', (version) => {
    it.each(environments)('renders what cdk8s synthesizes for $name', async (environment) => {
      const rendering = { ...ours, helm: await findHelm(undefined, version) };
      expect(await expectSame(rendering, { environment, name: 'kubewright' })).toBe('same');
    });
  });

  it('renders what cdk8s synthesizes for every two values together', async () => {
    const { environments: matrix, pairs, rejected } = createCovering(declaration);
    expect(matrix.length).toBeGreaterThan(60);
    expect(pairs).toBeGreaterThan(10_000);
    expect(rejected).toEqual(impossible);
    for (const [index, environment] of matrix.entries()) {
      const name = index % 2 === 0 ? 'kubewright' : 'other-name-of-the-installation';
      expect(await expectSame(ours, varyInstallation({ environment, name }))).toBe('same');
    }
  });

  it('rejects the same as the constructs, with their messages', async () => {
    const random = createRandom(21);
    const installations = Array.from({ length: 60 }, () =>
      buildInstallation(declaration, pickAtRandom(listOptions(declaration), random), { random, isFitted: false }),
    );
    const rejected = installations.filter((each) => synthInstallation(declaration, each).errors.length > 0);
    expect(rejected.length).toBeGreaterThan(30);
    for (const each of rejected) expect(await expectSame(ours, each)).toBe('rejected');
  });
});

describe("an author's operator", () => {
  const authors = [
    { what: 'without webhooks', author: zoo, pairs: 4000, environments: 20 },
    { what: 'with webhooks', author: zooWithWebhooks, pairs: 5000, environments: 20 },
    { what: 'with several versions', author: zooWithVersions, pairs: 5000, environments: 20 },
    { what: 'with finalizers and many controllers', author: zooWithManyControllers, pairs: 4000, environments: 20 },
  ];

  it.each(authors)(
    '$what has a chart that renders what cdk8s synthesizes for every two values together',
    async (each) => {
      const { author } = each;
      const rendering = { helm: ours.helm, chart: await packageChartOnce(author), declaration: author };
      const given = ['--set', 'image.repository=zoo.example/operator', '--kube-version', '1.36.4'];
      expect(await ours.helm('lint', rendering.chart, '--strict', ...given)).toMatchObject({ code: 0 });
      const { environments: matrix, pairs } = createCovering(author);
      expect(pairs).toBeGreaterThan(each.pairs);
      expect(matrix.length).toBeGreaterThan(each.environments);
      for (const [index, environment] of matrix.entries()) {
        const name = index % 2 === 0 ? 'zoo' : 'other-name-of-the-installation';
        expect(await expectSame(rendering, varyInstallation({ environment, name }))).toBe('same');
      }
    },
  );

  it.each(authors)('$what rejects the same as the constructs', async ({ author }) => {
    const random = createRandom(22);
    const rendering = { helm: ours.helm, chart: await packageChartOnce(author), declaration: author };
    for (let count = 0; count < 20; count += 1) {
      const picked = pickAtRandom(listOptions(author), random);
      await expectSame(rendering, withImage(author, buildInstallation(author, picked, { random, isFitted: false })));
    }
  });

  it('requires its image as a value', async () => {
    const rendering = { helm: ours.helm, chart: await packageChartOnce(zoo), declaration: zoo };
    const { code, stderr } = await renderTemplate(rendering, { name: 'zoo', namespace: 'zoo', values: {} });
    expect(code).not.toBe(0);
    expect(stderr).toContain('image.repository is missing');
  });
});

describe('packaging', () => {
  it('writes the same bytes each time, with the files of the folder', async () => {
    const again = await packageAgain();
    expect((await readFile(again.archive)).equals(await readFile(archive))).toBe(true);
    const { stdout } = await run('tar', ['-xzOf', archive, 'kubewright/values.schema.json']);
    expect(stdout).toBe(await readFile(path.join(ours.chart, 'values.schema.json'), 'utf8'));
  });

  it.each([
    [['none.json'], 'none.json'],
    [['package.json'], 'package.json'],
    [['a.json', 'b.json'], 'expected one declaration'],
    [['--folder', 'x'], "Unknown option '--folder'"],
  ])('rejects %j with its usage', async (args, text) => {
    const { code, text: output } = await runPackaging(args);
    expect(code).toBe(2);
    expect(output).toContain(text);
    expect(output).toContain('Usage: npm run package:helm');
    expect(output).not.toContain('    at ');
  });
});
