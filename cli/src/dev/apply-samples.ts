import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { CommandError } from '../report-error.ts';
import { fieldManager } from './apply.ts';
import { type DevCluster, getReason } from './dev-cluster.ts';

const rounds = 4;
const pauseMs = 300;

/**
 * Applies the objects of `samples/` with force, so that the files override changes that someone made with kubectl. A
 * webhook may reject a sample until another one exists, so they are applied again as long as the errors change.
 * @returns the output of kubectl
 */
export async function applySamples(folder: string, cluster: Pick<DevCluster, 'kubectl'>): Promise<string> {
  const samples = path.join(folder, 'samples');
  if (!existsSync(samples) || !readdirSync(samples).some((file) => /\.(ya?ml|json)$/.test(file)))
    return 'samples/ has no objects to apply';
  const args = ['apply', '--server-side', '--force-conflicts', fieldManager, '-f', samples];
  let last: string | undefined;
  for (let round = 1; ; round += 1) {
    try {
      return (await cluster.kubectl(args)).trim();
    } catch (cause) {
      const reason = getReason(cause);
      if (reason === last || round === rounds) throw new CommandError('apply samples/', reason, cause);
      last = reason;
      // kubectl caches whether a kind has namespaces, and this command makes it forget.
      if (reason.includes('could not find the requested resource'))
        await cluster.kubectl(['api-resources', '--output=name']).catch(() => undefined);
    }
    await setTimeout(pauseMs);
  }
}
