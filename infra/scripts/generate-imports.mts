/**
 * Generates `imports/` from `operator/declaration.json` and `operator/crds/`: the typed constructs of every kind
 * (`cdk8s import`), an index with named exports, and the list in cdk8s.yaml. Deletes the files of kinds that are no
 * longer declared.
 *
 * Run as `node infra/scripts/generate-imports.mts`. If the import fails, no file changes.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { importSpecs, withImports } from './imports-list.mts';
import { renderImports } from './render-imports.mts';

const root = path.resolve(import.meta.dirname, '../..');
const directory = path.join(root, 'imports');
const configuration = path.join(root, 'cdk8s.yaml');

const specs = importSpecs(readFileSync(path.join(root, 'operator/declaration.json'), 'utf8'));
const list = withImports(readFileSync(configuration, 'utf8'), specs);
const files = renderImports(root);

for (const file of readdirSync(directory).filter((each) => each.endsWith('.ts'))) rmSync(path.join(directory, file));
for (const [file, text] of files) writeFileSync(path.join(directory, file), text);
writeFileSync(configuration, list);
