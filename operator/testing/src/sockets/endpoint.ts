/** The address and port on which a program listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}
