import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type OlmBundle, buildOlmBundle, buildOurBundles, renderOurCatalog, writeFolder } from '@kubewright/infra/olm';
import { loadDeclaration } from '@kubewright/infra';

import { ask, type ProgramResult } from '../../support/go-tools.ts';
import { findOlmTools, type OlmTools } from '../../support/olm-tools.ts';
import { runScorecard } from './scorecard.ts';

const root = path.join(import.meta.dirname, '../../..');

let tools: OlmTools;
let folder: string;

beforeAll(async () => {
  tools = await findOlmTools();
  folder = await mkdtemp(path.join(os.tmpdir(), 'kubewright-bundles-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const icon = {
  data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
  mediaType: 'image/svg+xml',
};

/** An operator of another project, with a cluster-scoped kind and without a description. */
const zoo = buildOlmBundle({
  declaration: loadDeclaration(path.join(root, 'infra/fixtures/zoo/declaration.json')),
  environment: {
    name: 'olm',
    namespace: 'zoo-system',
    image: { repository: 'zoo.example/operator' },
    createsEverywhere: ['pods'],
    monitoring: {},
    metrics: { secure: true },
  },
  maintainers: { Keeper: 'keeper@zoo.example' },
  provider: { name: 'Zoo' },
  minKubeVersion: '1.30.0',
  icon,
  examples: [
    { apiVersion: 'zoo.example/v1', kind: 'Animal', metadata: { name: 'ape' }, spec: {} },
    { apiVersion: 'zoo.example/v1beta1', kind: 'Park', metadata: { name: 'park' }, spec: {} },
  ],
});

const scorecardTests = [
  ...['basic-check-spec', 'olm-bundle-validation', 'olm-crds-have-validation', 'olm-crds-have-resources'],
  ...['olm-spec-descriptors', 'olm-status-descriptors'],
];

/**
 * Validates a bundle with the Operator Framework. Omits the notices that a validator is deprecated.
 */
async function verifyBundle(bundle: Pick<OlmBundle, 'name' | 'files'>): Promise<ProgramResult> {
  const target = path.join(folder, bundle.name);
  writeFolder(target, bundle.files);
  const checks = ['--operatorhub_validate', '--object_validate'];
  const { code, text } = await ask(tools['operator-verify'], ['manifests', ...checks, target]);
  const lines = text.split('\n').filter((line) => line !== '' && !line.includes('validator is deprecated'));
  return { code, text: lines.join('\n') };
}

describe('npm run package:olm', () => {
  it.each([
    [['--help'], 0, 'Usage: npm run package:olm'],
    [['--icn', 'x'], 2, "Unknown option '--icn'"],
    [['--icon', 'x.bmp'], 2, 'x.bmp as the icon: it must end with one of .svg, .png, .jpg, .gif'],
    [['bundles'], 2, "Unexpected argument 'bundles'"],
  ])('answers %j with exit code %i and its usage', async (args, code, text) => {
    const result = await ask(process.execPath, [path.join(root, 'infra/dist/package-olm.js'), ...args]);
    expect(result).toEqual({ code, text: expect.stringContaining(text) as string });
    expect(result.text).toContain('--icon <file>');
    expect(result.text).not.toContain('    at ');
  });
});

describe('the validators of the Operator Framework', () => {
  it.each([...buildOurBundles({ icon }), zoo])('MC-T11 accept $name', async (bundle) => {
    expect(await verifyBundle(bundle)).toEqual({ code: 0, text: '' });
    expect(await readdir(path.join(folder, bundle.name))).toEqual([
      'bundle.Dockerfile',
      'manifests',
      'metadata',
      'tests',
    ]);
  });

  it('accept the catalog', async () => {
    const catalog = path.join(folder, 'catalog');
    writeFolder(catalog, renderOurCatalog());
    expect(await ask(tools.opm, ['validate', catalog])).toEqual({ code: 0, text: '' });
  });
});

describe('the scorecard of the Operator SDK', () => {
  it.each([...buildOurBundles(), zoo])('MC-T11 passes every test in the configuration of $name', async (bundle) => {
    const scored = await runScorecard(bundle);
    expect(scored.map(({ name, state, errors = [] }) => [name, state, errors])).toEqual(
      scorecardTests.map((name) => [name, 'pass', []]),
    );
  });
});
