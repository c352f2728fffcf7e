import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

import { OperatorError } from '@kubewright/runtime/internal/base';

/** A range of loopback addresses that only one control plane uses. */
export interface Subnet extends AsyncDisposable {
  /**
   * The first three parts of the addresses: `127.x.y` with an x below 96. The address `.1` is taken, because it holds
   * the claim; all others are free, and so are those of `127.(x+128).y`.
   */
  readonly prefix: string;
}

/** The port that claims a range: below the systems' range for outgoing connections, and unused by known services. */
const claimPort = 19_127;
const attempts = 50;
/** Upper bound of x: Pods show their address as `10.x.y.n`, and ClusterIPs start at 10.96. */
const ends = 96;

/**
 * Claims `127.x.y.0/24` by listening on a fixed port of its first address: all processes of this machine use the same
 * port, so two cannot hold the same subnet, and a claim ends with its process.
 *
 * Returns `undefined` on systems with a single loopback address (macOS).
 */
export async function claimSubnet(candidates: Iterable<string> = generatePrefixes()): Promise<Subnet | undefined> {
  for (const prefix of candidates) {
    const claim = await tryListen(`${prefix}.1`);
    if (claim === 'no such address') return undefined;
    if (claim === 'taken') continue;
    return { prefix, [Symbol.asyncDispose]: () => close(claim) };
  }
  throw new OperatorError('CLUSTER_FAILED', 'claim a loopback subnet', {
    hint: `port ${claimPort} is in use on every address that was tried`,
  });
}

function* generatePrefixes(): Generator<string> {
  for (let i = 0; i < attempts; i++) yield `127.${randomInt(1, ends)}.${randomInt(0, 255)}`;
}

function tryListen(address: string): Promise<Server | 'taken' | 'no such address'> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      else if (error.code === 'EADDRNOTAVAIL') resolve('no such address');
      else reject(error);
    });
    // `unref`: the claim does not keep the process alive.
    server.listen(claimPort, address, () => resolve(server.unref()));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
