/** Copies the operator's declaration, CustomResourceDefinitions and dashboards into `dist`, which npm publishes. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'dist/operator');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const data of ['declaration.json', 'crds', 'dashboards']) {
  cpSync(path.join(root, '../operator', data), path.join(target, data), { recursive: true });
}
