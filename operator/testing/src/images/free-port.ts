import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A TCP port of `address` on which no process listens at this moment. */
export async function freePort(address: string): Promise<number> {
  const server = createServer();
  server.listen({ host: address, port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
