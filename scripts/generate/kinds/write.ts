/**
 * Writes `operator/runtime/src/kinds/generated`: readonly types and `Kind` values of the built-in kinds, from the OpenAPI
 * documents and the discovery of the pinned API server, which it starts. Does nothing while neither the server's version
 * nor the generator has changed, unless you pass `--all`.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';

import { writeFiles, formatWritten } from '../../../operator/generate/src/write-files.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { connect } from '../../../operator/runtime/src/client/index.ts';
import { createProgressLine } from '../../../operator/control-plane/src/control-plane/progress.ts';
import { root } from '../../run.ts';
import { createOpenApiSource } from './api-documents.ts';
import { generateKinds } from './generate-kinds.ts';
import { areKindsCurrent, computeKindsFingerprint } from './seal.ts';

const folder = path.join(root, 'operator/runtime/src/kinds/generated');
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const fingerprint = await computeKindsFingerprint(path.join(root, 'operator/control-plane/pins'));

if (values.all || !(await areKindsCurrent(folder, fingerprint))) {
  const files = await readKinds();
  process.stdout.write(formatWritten(await writeFiles(folder, files, ['.'])));
}

async function readKinds(): Promise<ReadonlyMap<string, string>> {
  const { startControlPlane } = await import('../../../operator/testing/src/index.ts');
  const progress = createProgressLine(process.stderr);
  await using controlPlane = await startControlPlane({
    components: { controllerManager: false, scheduler: false, kwok: false },
    onProgress: progress.show,
  });
  progress.clear();
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock });
  try {
    return await generateKinds(createOpenApiSource(client.transport), { fingerprint });
  } finally {
    await client.transport.close();
  }
}
