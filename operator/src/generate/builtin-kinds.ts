import { join } from 'node:path';

import { systemClock } from '../runtime/base/index.ts';
import { connect } from '../runtime/client/index.ts';
import { progressLine } from '../testing/control-plane/progress-line.ts';
import { type Written, writeFiles } from './write-files.ts';

/**
 * Makes the types of the built-in kinds from the OpenAPI documents of the pinned API server, which it starts for that.
 * That is left out while neither the server's version nor the generator has changed since the last time.
 */
export async function generateBuiltinKinds(root: string, options: { readonly all: boolean }): Promise<Written> {
  const { generateKinds, kindsAreCurrent, kindsFingerprint, openApiSource } = await import('./kinds/index.ts');
  const folder = join(root, 'src/runtime/kinds');
  const fingerprint = await kindsFingerprint(join(root, 'control-plane'));
  if (!options.all && (await kindsAreCurrent(folder, fingerprint))) return { changed: [], deleted: [] };

  const { startControlPlane } = await import('../testing/index.ts');
  const progress = progressLine(process.stderr);
  await using controlPlane = await startControlPlane({
    components: { controllerManager: false, scheduler: false, kwok: false },
    onProgress: progress.show,
  });
  progress.clear();
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock });
  try {
    const files = await generateKinds(openApiSource(client.transport), { fingerprint });
    const { changed, deleted } = await writeFiles(folder, files, ['.']);
    return { changed: changed.map((path) => join('src/runtime/kinds', path)), deleted };
  } finally {
    await client.transport.close();
  }
}
