import { join } from 'node:path';

import { systemClock } from '../../operator/runtime/src/base/index.ts';
import { connect } from '../../operator/runtime/src/client/index.ts';
import { progressLine } from '../../operator/testing/src/control-plane/progress.ts';
import { type Written, writeFiles } from '../../operator/generate/src/write-files.ts';

const generated = 'runtime/src/kinds/generated';

/**
 * Generates the types of the built-in kinds from the OpenAPI documents of the pinned API server, which it starts.
 * Does nothing while neither the server's version nor the generator has changed, unless `all` is set.
 */
export async function generateBuiltinKinds(root: string, options: { readonly all: boolean }): Promise<Written> {
  const { generateKinds, kindsAreCurrent, kindsFingerprint, openApiSource } =
    await import('../../operator/generate/src/kinds/index.ts');
  const folder = join(root, generated);
  const fingerprint = await kindsFingerprint(join(root, 'testing/control-plane'));
  if (!options.all && (await kindsAreCurrent(folder, fingerprint))) return { changed: [], deleted: [] };

  const { startControlPlane } = await import('../../operator/testing/src/index.ts');
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
    return { changed: changed.map((path) => join(generated, path)), deleted };
  } finally {
    await client.transport.close();
  }
}
