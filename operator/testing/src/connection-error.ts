/** A connection that fails, as Node reports it. https://nodejs.org/api/errors.html#common-system-errors */
export class ConnectionError extends Error {
  readonly code: 'ECONNREFUSED' | 'ECONNRESET';

  constructor(code: ConnectionError['code'], message = code === 'ECONNRESET' ? 'read' : 'connect') {
    super(message);
    this.code = code;
  }
}
