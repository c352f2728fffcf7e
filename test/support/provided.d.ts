import 'vitest';

declare module 'vitest' {
  /** What tests of the project `real` get with `inject(name)`: the one control plane that all of them share. */
  export interface ProvidedContext {
    /** Kubeconfig of an administrator. */
    readonly kubeconfigPath: string;
    /** Every request of every test: filter by your own namespace. See `readAuditLog` of the operator's `testing`. */
    readonly auditLogPath: string;
  }
}
