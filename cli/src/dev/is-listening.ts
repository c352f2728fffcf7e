import { connect, type NetConnectOpts } from 'node:net';

/** Whether a process listens on a TCP address or a Unix socket. */
export function isListening(at: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at);
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => {
      end(true);
    });
    socket.once('error', () => {
      end(false);
    });
  });
}
