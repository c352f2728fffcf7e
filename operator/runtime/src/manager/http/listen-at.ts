import { listenHost, type Logger, getMessage, OperatorError } from '../../base/index.ts';
import type { LimitedServer } from './limited-server.ts';

/** Where a server listens. */
export interface ListenAddress {
  /** An address of this machine. `::` means every address, IPv6 and IPv4. */
  readonly address: string;
  /** The port; 0 means any free port. */
  readonly port: number;
  /** Names the server in error messages: "metrics". */
  readonly purpose: string;
}

/**
 * Makes a server listen; resolves once it does. Later errors are logged. Errors: `SETTINGS_INVALID`, with instructions.
 */
export function listenAt({ server }: LimitedServer, place: ListenAddress, logger: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(toListenError(place, cause));
    });
    server.listen(place.port, listenHost(place.address), () => {
      server.removeAllListeners('error');
      server.on('error', (error) => {
        logger.error(error, 'HTTP server failed');
      });
      resolve();
    });
  });
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; choose another one, or 0 for any free port',
  EACCES: 'the process may not use this port; choose one above 1023',
  EADDRNOTAVAIL: 'this machine does not have the address; choose another bind address',
  ENOTFOUND: 'the host name is unknown; choose another bind address',
};

function toListenError({ address, port, purpose }: ListenAddress, cause: NodeJS.ErrnoException): OperatorError {
  const what = `listen on ${address}:${String(port)} for ${purpose}`;
  return new OperatorError('SETTINGS_INVALID', what, { cause, hint: reasons[cause.code ?? ''] ?? getMessage(cause) });
}
