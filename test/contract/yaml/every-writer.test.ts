import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeYaml } from '@kubewright/declaration';

import { renderManifests } from '../../../infra/src/synthesis/manifests.ts';
import { renderCrds, renderFields } from '../../../operator/generate/src/index.ts';
import { defineApi, t } from '../../../operator/runtime/src/api/index.ts';
import { useKubectl } from '../../e2e/support/kubectl.ts';
import { anyNumber, nastyText, nastyWords } from './nasty-texts.ts';
import { createReaders } from './readers.ts';

const kubectl = useKubectl();
const readers = createReaders(kubectl);
const numRuns = Number(process.env['YAML_RUNS'] ?? 5);

/** Hundreds of texts and numbers at a time, because kubectl takes longer to start than to read them. */
const many = fc.record({
  texts: fc.array(nastyText, { minLength: 200, maxLength: 300, size: 'max' }),
  numbers: fc.array(anyNumber, { minLength: 50, maxLength: 100, size: 'max' }),
});

interface NastyValues {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** An object that contains all texts and numbers: as values, as keys, in lists and in maps. */
function buildObject({ texts, numbers }: NastyValues) {
  const keys = texts.map((text) => ({ [text]: { [text]: [text], number: numbers[0] ?? 0 } }));
  return { apiVersion: 'yaml.example/v1', kind: 'Thing', metadata: { name: 'thing' }, spec: { texts, keys, numbers } };
}

async function readBack(text: string, written: readonly object[]): Promise<void> {
  for (const [name, read] of Object.entries(readers)) expect({ [name]: await read(text) }).toEqual({ [name]: written });
}

/** The manifest and the kustomization that `cdk8s synth` writes for a chart with one object. */
function renderObject(object: ReturnType<typeof buildObject>): readonly [manifest: string, kustomization: string] {
  const app = new App();
  const chart = new Chart(new Construct(app, 'on'), 'off', { disableResourceNameHashes: true });
  new ApiObject(chart, 'thing', object);
  const files = renderManifests(app);
  return [files.get('on/off/off.k8s.yaml') ?? '', files.get('on/off/kustomization.yaml') ?? ''];
}

/** An API with ambiguous words: as values of an enum and their default, as fields, and in its descriptions. */
function buildApi(texts: readonly string[]) {
  const words = [...new Set(texts)];
  const names = words.filter((word) => /^[A-Za-z_][A-Za-z0-9_-]*$/.test(word));
  const field = (word: string) => t.string({ default: word, description: word, example: word });
  return defineApi({
    group: 'yaml.example',
    version: 'v1',
    kind: 'Nasty',
    description: words.join(' '),
    spec: t.object({
      choice: t.enum(words as [string, ...string[]], { default: words[0] ?? '' }),
      fields: t.object(Object.fromEntries(names.map((name) => [name, field(name)])), { default: {} }),
    }),
  });
}

describe('generated YAML', () => {
  it('is read back unchanged by kubectl, cdk8s and yaml', async () => {
    await readBack(writeYaml(buildObject({ texts: nastyWords, numbers: [] })), [
      buildObject({ texts: nastyWords, numbers: [] }),
    ]);
    await fc.assert(
      fc.asyncProperty(many, async (nasty) => readBack(writeYaml(buildObject(nasty)), [buildObject(nasty)])),
      { numRuns },
    );
  });

  it('of a manifest is read back unchanged by kubectl, cdk8s and yaml', async () => {
    await fc.assert(
      fc.asyncProperty(many, async (nasty) => readBack(renderObject(buildObject(nasty))[0], [buildObject(nasty)])),
      { numRuns },
    );
  });

  it('of a kustomization is read back by kubectl kustomize, with the manifest that it lists', async () => {
    // Omits texts that kustomize itself changes in any file, because it converts YAML to JSON and reads that as YAML.
    const texts = nastyWords.filter((word) => word !== '<<' && !/[\u007f-\u009f\ufffe]/.test(word));
    const object = buildObject({ texts, numbers: [] });
    const folder = await mkdtemp(path.join(os.tmpdir(), 'kustomization-'));
    try {
      const [manifest, kustomization] = renderObject(object);
      await writeFile(path.join(folder, 'off.k8s.yaml'), manifest);
      await writeFile(path.join(folder, 'kustomization.yaml'), kustomization);
      expect(await readers.kubectl(await kubectl(['kustomize', folder]))).toEqual([object]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('of a CustomResourceDefinition is read back unchanged by kubectl, cdk8s and yaml', async () => {
    await fc.assert(
      fc.asyncProperty(many, async ({ texts }) => {
        const api = buildApi([...nastyWords, ...texts]);
        const [text = ''] = renderCrds([api]).values();
        await readBack(text, [JSON.parse(JSON.stringify(api.crd)) as object]);
      }),
      { numRuns },
    );
  });

  it('of default values on a docs page can be copied into a manifest', async () => {
    const words = nastyWords.filter((word) => /^[^\s`|\\]+$/.test(word));
    const row =
      renderFields(buildApi(words))
        .split('\n')
        .find((line) => line.includes('| `choice` ')) ?? '';
    const values = [...(row.split(' | ')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, value]) => value ?? '');
    const lines = values.map((value) => `  - ${value}\n`).join('');
    const manifest = `apiVersion: yaml.example/v1\nkind: Thing\nmetadata: {name: a}\nspec:\n${lines}`;
    expect(values.length).toBeGreaterThan(50);
    for (const read of Object.values(readers)) expect(await read(manifest)).toMatchObject([{ spec: words }]);
  });
});
