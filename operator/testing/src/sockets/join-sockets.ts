import type { Socket } from 'node:net';

/**
 * Copies data in both directions, and the end of each: one side may still send when the other has ended. When a socket
 * fails, both are given to `breakOff`. Nothing waits for more: the next piece may come only after an answer.
 */
export function joinSockets(client: Socket, server: Socket, breakOff: (socket: Socket) => void): void {
  for (const socket of [client, server]) socket.setNoDelay();
  client.pipe(server).pipe(client);
  const breakBoth = (): void => {
    breakOff(client);
    breakOff(server);
  };
  client.on('error', breakBoth);
  server.on('error', breakBoth);
  client.once('close', () => server.destroy());
  server.once('close', () => client.destroySoon());
}
