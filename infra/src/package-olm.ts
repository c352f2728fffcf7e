/** `npm run package:olm`: writes the bundles and the catalog for the Operator Lifecycle Manager into `output/olm`. */
import path from 'node:path';

import { ourBundles, ourCatalog, writeFolder } from './olm/index.ts';

const folder = path.resolve(__dirname, '../../output/olm');

for (const bundle of ourBundles()) {
  writeFolder(path.join(folder, 'bundles', bundle.package, `v${bundle.version}`), bundle.files);
  process.stdout.write(`output/olm/bundles/${bundle.package}/v${bundle.version}\n`);
  for (const each of bundle.leftOut) process.stdout.write(`  without ${each}\n`);
}
writeFolder(path.join(folder, 'catalog'), ourCatalog());
process.stdout.write('output/olm/catalog\n');
