import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { identityOf, type PlainObject, titleOf } from '../objects/index.ts';
import { readYaml } from '../yaml/index.ts';

interface Manifests {
  /** The objects by subfolder, or by file of the folder itself. */
  readonly stages: ReadonlyMap<string, readonly PlainObject[]>;
  /** Whether this is a whole environment, not the folder of one stage, which has its file beside its kustomization. */
  readonly isWhole: boolean;
}

/** Throws if a folder has no manifests, or two of one object, as it has with several environments in it. */
export function readManifests(folder: string): Manifests {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];
  const files = entries.filter((file) => /\.ya?ml$/.test(file) && path.basename(file) !== 'kustomization.yaml');
  if (files.length === 0) throw new Error(`failed to find manifests in ${folder}: name the folder of an environment`);
  const stages = new Map<string, PlainObject[]>();
  for (const file of files) {
    const name = path.dirname(file) === '.' ? file.replace(/(\.k8s)?\.ya?ml$/, '') : path.dirname(file);
    const objects = readYaml([readFileSync(path.join(folder, file), 'utf8')]) as PlainObject[];
    stages.set(name, [...(stages.get(name) ?? []), ...objects]);
  }
  const all = [...stages.values()].flat();
  const names = all.map(identityOf);
  const twice = all.find((_, index) => names.indexOf(names[index] ?? '') < index);
  if (twice) throw new Error(`failed to compare ${folder}: it has ${titleOf(twice)} twice, name one environment`);
  return { stages, isWhole: !entries.includes('kustomization.yaml') || files.every((file) => file.includes(path.sep)) };
}
