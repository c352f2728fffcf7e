/** The gRPC status codes of a store's responses, by their names in its log: https://grpc.io/docs/guides/status-codes/ */
export const statusCodes = {
  Canceled: 1,
  InvalidArgument: 3,
  ResourceExhausted: 8,
  Internal: 13,
  Unavailable: 14,
} as const;

/** An error that the client gets as it is. Any other error stays in the log of the store. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly code: keyof typeof statusCodes;

  constructor(code: keyof typeof statusCodes, message: string) {
    super(message);
    this.code = code;
  }
}
