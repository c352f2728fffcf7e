import 'vitest';

declare module 'vitest' {
  /** The properties of the shared cluster, which tests of the project `real` get with `inject(name)`. */
  export interface ProvidedContext {
    /** The path of an administrator's kubeconfig. */
    readonly kubeconfigPath: string;
    /**
     * The audit log, with the requests of all tests: filter it by namespace. See `readAuditLog` of `operator/testing`.
     */
    readonly auditLogPath: string;
    /** The host of all node ports. */
    readonly nodeAddress: string;
    /**
     * The prefix of the cluster's loopback addresses, `127.x.y`. A Pod with the IP `10.x.y.n` listens on `127.x.y.n`.
     */
    readonly subnet: string;
  }
}
