import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type OlmBundle, renderOlmCatalog, buildOurBundles, writeFolder } from '@kubewright/infra/olm';

import { buildBundleImage, pushImage } from '../../../operator/generate/src/image/index.ts';
import { ask } from '../../support/go-tools.ts';
import { findOlmTools } from '../../support/olm-tools.ts';
import { readYaml } from '../../support/read-yaml.ts';
import { type Registry, startRegistry } from '../image/registry-process.ts';
import { findRegistryTools, type RegistryTools } from '../image/registry-tools.ts';

const cli = path.join(import.meta.dirname, '../../../operator/generate/src/image/cli.ts');

let folder: string;
let tools: RegistryTools;
let registry: Registry;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kubewright-bundle-image-'));
  // opm pulls only images that a policy file of the user allows.
  const policies = path.join(folder, '.config/containers');
  await mkdir(policies, { recursive: true });
  await writeFile(path.join(policies, 'policy.json'), '{ "default": [{ "type": "insecureAcceptAnything" }] }');
  tools = await findRegistryTools();
  registry = await startRegistry({ command: tools.registry, folder: path.join(folder, 'registry'), env: {} });
});

afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Pushes the image of a bundle, and returns its name. */
async function pushBundle(bundle: OlmBundle): Promise<string> {
  const at = path.join(folder, bundle.name);
  writeFolder(at, bundle.files);
  const name = `${registry.host}/${bundle.package}-bundle:v${bundle.version}`;
  await pushImage(await buildBundleImage(at), name);
  return name;
}

interface Entry {
  readonly name: string;
  readonly image: string;
  readonly properties: readonly { readonly type: string; readonly value: unknown }[];
  readonly relatedImages: readonly object[];
}

const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** Picks the parts of a catalog entry that can be compared; the format of the objects differs. */
function toComparable({ name, image, properties, relatedImages }: Entry): object {
  const kept = properties.filter(({ type }) => type === 'olm.gvk' || type === 'olm.package');
  return { name, image, properties: kept.toSorted(byText), relatedImages: relatedImages.toSorted(byText) };
}

it('names the folder into which the image of a bundle was written', async () => {
  const [bundle] = buildOurBundles() as [OlmBundle];
  const [at, out] = [path.join(folder, 'of-the-command'), path.join(folder, 'image')];
  writeFolder(at, bundle.files);
  const { code, text } = await ask(process.execPath, [cli, '--folder', folder, '--olm', at, '--out', out]);
  expect([code, text]).toEqual([0, expect.stringContaining(`written to ${path.relative('', out)}\n`)]);
  const standard = await ask(process.execPath, [cli, '--folder', folder, '--olm', at]);
  expect(standard.text).toContain(`written to ${path.relative('', path.join(folder, 'oci-bundle'))}\n`);
});

it.each(buildOurBundles())('opm pulls the image of $name, and lists it like our catalog', async (bundle) => {
  const image = await pushBundle(bundle);
  const { opm } = await findOlmTools();
  const { code, text } = await ask('env', [`HOME=${folder}`, opm, 'render', image, '--use-http']);
  expect([code, code === 0 ? '' : text]).toEqual([0, '']);
  const rendered = JSON.parse(text) as Entry;
  const single = { ...bundle, clusterServiceVersion: withoutReplaces(bundle) };
  const [catalog = ''] = renderOlmCatalog([{ bundle: single, image }]).values();
  const entry = (readYaml(catalog) as readonly (Entry & { readonly schema: string })[]).find(
    ({ schema }) => schema === 'olm.bundle',
  );
  expect(entry && toComparable(rendered)).toEqual(entry && toComparable(entry));
});

function withoutReplaces({ clusterServiceVersion }: OlmBundle): OlmBundle['clusterServiceVersion'] {
  const { replaces: _, ...spec } = clusterServiceVersion.spec;
  return { ...clusterServiceVersion, spec };
}

it('has the annotations of the bundle as labels, with the values of bundle.Dockerfile', async () => {
  const [bundle] = buildOurBundles() as [OlmBundle];
  const { text } = await ask(tools.crane, ['config', await pushBundle(bundle)]);
  const { config } = JSON.parse(text) as { readonly config: { readonly Labels: Readonly<Record<string, string>> } };
  const [{ annotations }] = readYaml(bundle.files.get('metadata/annotations.yaml') ?? '') as [{ annotations: object }];
  const lines = (bundle.files.get('bundle.Dockerfile') ?? '').matchAll(/^LABEL (\S+?)=(.*)$/gm);
  expect(config.Labels).toEqual(annotations);
  expect(Object.fromEntries([...lines].map(([, name, value]) => [name, value]))).toEqual(annotations);
});
