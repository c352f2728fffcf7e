/** Fields of one log line. `error` passes an error as `err`. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The destination of log lines. The message is constant, so that you can search and count it; varying values are in
 * `fields`.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(error: unknown, message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to each of its lines. */
  child(fields: LogFields): Logger;
}

function discard(): void {
  // Drops the line.
}

/** Drops every line. */
export const silentLogger: Logger = {
  debug: discard,
  info: discard,
  warn: discard,
  error: discard,
  child: () => silentLogger,
};
