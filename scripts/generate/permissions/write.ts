/** Writes the page about the permissions of every environment, from the committed manifests and the declaration. */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { OperatorDeclaration } from '@kubewright/infra';

import { readYaml } from '../../../test/support/read-yaml.ts';
import { root } from '../../run.ts';
import { type ManifestObject, renderPermissionsPage } from './permissions-page.ts';

const manifests = path.join(root, 'infra/manifests');
const declaration = JSON.parse(await readFile(path.join(root, 'operator/declaration.json'), 'utf8')) as object;
const objects = new Map<string, readonly ManifestObject[]>();
for (const environment of (await readdir(manifests)).sort()) {
  const file = path.join(manifests, environment, 'operator/operator.k8s.yaml');
  if (!existsSync(file)) continue; // argo-cd has no operator
  objects.set(environment, readYaml(await readFile(file, 'utf8')) as readonly ManifestObject[]);
}
await writeFile(
  path.join(root, 'infra/docs/permissions.md'),
  renderPermissionsPage(objects, declaration as OperatorDeclaration),
);
