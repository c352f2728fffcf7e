/**
 * Writes `operator/runtime/src/kinds/generated`: readonly types and `Kind` values of the built-in kinds, from the OpenAPI
 * documents and the discovery of the pinned API server, which it starts. Does nothing while neither the server's version
 * nor the generator has changed, unless you pass `--all`.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';

import { writeFiles, writtenText } from '../../../operator/generate/src/write-files.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { connect } from '../../../operator/runtime/src/client/index.ts';
import { progressLine } from '../../../operator/testing/src/control-plane/progress.ts';
import { root } from '../../run.ts';
import { openApiSource } from './api-documents.ts';
import { generateKinds } from './generate-kinds.ts';
import { kindsAreCurrent, kindsFingerprint } from './seal.ts';

const folder = path.join(root, 'operator/runtime/src/kinds/generated');
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const fingerprint = await kindsFingerprint(path.join(root, 'operator/testing/control-plane'));

if (values.all || !(await kindsAreCurrent(folder, fingerprint))) {
  const files = await readKinds();
  process.stdout.write(writtenText(await writeFiles(folder, files, ['.'])));
}

async function readKinds(): Promise<ReadonlyMap<string, string>> {
  const { startControlPlane } = await import('../../../operator/testing/src/index.ts');
  const progress = progressLine(process.stderr);
  await using controlPlane = await startControlPlane({
    components: { controllerManager: false, scheduler: false, kwok: false },
    onProgress: progress.show,
  });
  progress.clear();
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock });
  try {
    return await generateKinds(openApiSource(client.transport), { fingerprint });
  } finally {
    await client.transport.close();
  }
}
