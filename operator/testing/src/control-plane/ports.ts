import { createServer, type AddressInfo, type Server } from 'node:net';

/**
 * `count` different TCP ports of 127.0.0.1 on which no process listens right now.
 *
 * Caveat: another process may take one before it is used; the caller then tries again with others.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(server));
  });
}
