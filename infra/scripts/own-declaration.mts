/**
 * Generates `infra/src/declaration/kubewright.json`: `operator/declaration.json` with the CustomResourceDefinitions and
 * the dashboard that it names. As code imports it, a bundler puts it into the bundle.
 *
 * Run as `node infra/scripts/own-declaration.mts`, after a build of infra, which then has it, too.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const { loadDeclaration } = createRequire(import.meta.url)('../dist/declaration/load.js') as {
  loadDeclaration: (file: string) => object;
};
const declaration = loadDeclaration(path.join(root, '../operator/declaration.json'));
for (const folder of ['src', 'dist']) {
  writeFileSync(
    path.join(root, folder, 'declaration/kubewright.json'),
    `${JSON.stringify(declaration, undefined, 1)}\n`,
  );
}
