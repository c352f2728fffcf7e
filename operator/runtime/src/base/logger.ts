/** Fields of one log line. Pass an error as the field `error`; it is written as `err`. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Writes log lines. Keep the message constant, so that users can search for it and count it; put varying values into
 * `fields`.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(error: unknown, message: string, fields?: LogFields): void;
  /** Returns a logger that adds `fields` to each of its lines. */
  child(fields: LogFields): Logger;
}

function discard(): void {
  // A silent logger has nothing to do.
}

/** Drops every line. */
export const silentLogger: Logger = {
  debug: discard,
  info: discard,
  warn: discard,
  error: discard,
  child: () => silentLogger,
};
