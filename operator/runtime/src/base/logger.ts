/** Fields of one log line. An error is passed as `err`, by `error` itself. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where log lines go. The message is constant, so that it can be searched and counted; values that vary are in
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
