import 'vitest';

declare module 'vitest' {
  /** What tests of the project `real` get with `inject(name)`: the one cluster that all of them share. */
  export interface ProvidedContext {
    /** Kubeconfig of an administrator. */
    readonly kubeconfigPath: string;
    /** Every request of every test: filter by your own namespace. See `readAuditLog` of the operator's `testing`. */
    readonly auditLogPath: string;
    /** The host at which node ports are reached. */
    readonly nodeAddress: string;
    /** `127.x.y`: the loopback addresses of the cluster. A Pod that shows `10.x.y.n` listens on `127.x.y.n`. */
    readonly subnet: string;
  }
}
