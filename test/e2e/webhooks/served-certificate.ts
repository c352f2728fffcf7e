import { once } from 'node:events';
import { connect } from 'node:tls';

import type { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { getAddress } from '../support/operator-process.ts';
import { type InstalledGates, webhookName } from './installed.ts';

/**
 * Returns the fingerprint of the certificate that a replica serves. Throws if it is not for the Service, or if no
 * authority in `ca` issued it.
 */
async function getServedFingerprint(
  pod: Pod,
  { namespace }: { readonly namespace: string },
  ca: string,
): Promise<string> {
  const servername = `${webhookName}.${namespace}.svc`;
  const socket = connect({ host: getAddress(pod), port: 9443, servername, ca });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(10_000) });
    return socket.getPeerX509Certificate()?.fingerprint256 ?? '';
  } finally {
    socket.destroy();
  }
}

/** Returns the fingerprints of the certificates that the replicas serve, each verified with `caBundle`. */
export async function listServedFingerprints(gates: InstalledGates, caBundle: string): Promise<readonly string[]> {
  const ca = Buffer.from(caBundle, 'base64').toString();
  const pods = await gates.operator.pods();
  return Promise.all(pods.map((pod) => getServedFingerprint(pod, gates.operator, ca)));
}
