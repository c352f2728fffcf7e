import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { buildOlmBundle, parsePackageJson, type PlainObject, renderOlmCatalog } from '@kubewright/infra/olm';
import { parseAllDocuments } from 'yaml';

import { declareOperator, getImage, type Project } from '../project.ts';
import type { Rendered } from '../write-rendered.ts';
import { inSystemNamespace } from './environments.ts';

const folder = 'output/olm';

/** Renders the OLM bundle of the current version, and a catalog that contains only this bundle. */
export async function renderBundle(project: Project): Promise<Rendered> {
  const declaration = await declareOperator(project);
  const bundle = buildOlmBundle({
    ...parsePackageJson(project.packageJson),
    declaration,
    environment: { ...inSystemNamespace(project, declaration), name: 'olm' },
    examples: readSamples(project),
  });
  const image = `${getImage(project)}-bundle:v${bundle.version}`;
  const files = [
    ...addFolder(`${folder}/bundle`, bundle.files),
    ...addFolder(`${folder}/catalog`, renderOlmCatalog([{ bundle, image }])),
  ];
  return {
    files: new Map(files),
    owned: [folder],
    notes: bundle.omitted.map((each) => `the bundle omits ${each}`),
  };
}

function addFolder(name: string, files: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...files].map(([file, text]) => [`${name}/${file}`, text]);
}

/** Reads the objects of `samples/`, which consoles show as examples. */
function readSamples({ folder: project }: Project): readonly PlainObject[] {
  const files = globSync('samples/*.{yaml,yml}', { cwd: project }).sort();
  const texts = files.map((file) => readFileSync(path.join(project, file), 'utf8'));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as PlainObject));
}
