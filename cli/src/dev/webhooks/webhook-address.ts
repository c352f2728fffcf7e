import { execFile } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { isIP } from 'node:net';

import { loopback, type WebhookAddress } from './endpoint.ts';

/** The properties of this machine that the search reads; tests pass others. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** IP addresses of the machine's network interfaces. */
  readonly addresses: readonly string[];
  /** Lists the gateway addresses of a Docker network. @throws if Docker does not run or does not have the network */
  readonly listGateways: (network: string) => Promise<readonly string[]>;
}

const run = promisify(execFile);

const thisMachine = (): Machine => ({
  platform: process.platform,
  addresses: Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
  async listGateways(network) {
    const format = '{{range .IPAM.Config}}{{.Gateway}} {{end}}';
    const { stdout } = await run('docker', ['network', 'inspect', network, '--format', format], { timeout: 5_000 });
    return stdout.trim().split(' ');
  },
});

/**
 * Finds the address at which a context's API server reaches this machine: `host` if given, else the address that
 * clusters in containers use. The operator listens on loopback, or on the interface that has the address.
 * @returns undefined if the address is unknown
 */
export async function findWebhookAddress(
  context: string,
  host: string | undefined,
  machine: Machine = thisMachine(),
): Promise<WebhookAddress | undefined> {
  if (host !== undefined) return { host, listen: isIP(host) === 0 ? loopback.listen : host };
  const network = findNetwork(context);
  if (network === undefined) return undefined;
  // Docker Desktop forwards this host name from its virtual machine to the loopback interface.
  if (machine.platform !== 'linux') return { host: 'host.docker.internal', listen: loopback.listen };
  const gateways = await machine.listGateways(network).catch(() => []);
  const own = gateways.find((each) => isIP(each) === 4 && machine.addresses.includes(each));
  return own === undefined ? undefined : { host: own, listen: own };
}

/** Names the Docker network in which kind, k3d or minikube runs the cluster of a context. */
function findNetwork(context: string): string | undefined {
  if (context.startsWith('kind-')) return 'kind';
  return context.startsWith('k3d-') || context === 'minikube' ? context : undefined;
}
