/**
 * Copies the operator's declaration, CRDs and dashboards, and the JSON Schema of an environment into `dist`, which npm
 * publishes.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'dist/operator');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const data of ['declaration.json', 'crds', 'importable', 'dashboards']) {
  cpSync(path.join(root, '../operator', data), path.join(target, data), { recursive: true });
}

const { environmentGroup, toJsonSchema } = createRequire(import.meta.url)('../dist/options/index.js') as {
  environmentGroup: object;
  toJsonSchema: (group: object) => object;
};
const schema = { ...toJsonSchema(environmentGroup), title: 'Environment' };
writeFileSync(path.join(root, 'dist/environment.schema.json'), `${JSON.stringify(schema, undefined, 2)}\n`);
