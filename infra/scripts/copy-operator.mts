/**
 * Puts data into `dist`, which npm publishes: the operator's declaration, CustomResourceDefinitions and dashboards, and the
 * JSON Schema of an environment, which is made from the compiled code and the comments of the sources.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { described } from './described.mts';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'dist/operator');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const data of ['declaration.json', 'crds', 'dashboards']) {
  cpSync(path.join(root, '../operator', data), path.join(target, data), { recursive: true });
}

const { environmentShape } = createRequire(import.meta.url)('../dist/environments/index.js') as {
  environmentShape: { schema: Readonly<Record<string, unknown>> };
};
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Environment',
  ...described(environmentShape.schema, path.join(root, 'src/environments/environment.ts'), 'Environment'),
};
writeFileSync(path.join(root, 'dist/environment.schema.json'), `${JSON.stringify(schema, undefined, 2)}\n`);
