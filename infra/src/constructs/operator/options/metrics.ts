/**
 * Who may read the metrics of the operator.
 *
 * Unless `secure` or `plain` is true, the metrics are served on the loopback address of each Pod only, which `kubectl
 * port-forward` reaches. Then nothing is deployed for them: no port, no Service, no ingress rule.
 */
export interface OperatorMetrics {
  /**
   * Serves the metrics over TLS, to clients whose token may `get` the nonResourceURL `/metrics`. Bind them to the
   * ClusterRole `<name>-metrics-reader`, which is deployed, too. The operator gets the permissions to check tokens:
   * `create` on `tokenreviews` and `subjectaccessreviews`. They are cluster-wide, even if `namespaces` is set.
   *
   * @default false
   */
  readonly secure?: boolean;
  /**
   * Serves the metrics over plain HTTP, without authentication. The operator's NetworkPolicy allows ingress from every
   * Pod of the cluster. If the network plugin does not enforce NetworkPolicies, everybody who can reach the Pods can
   * read the metrics.
   *
   * @default false
   */
  readonly plain?: boolean;
  /**
   * Name of a Secret in the operator's namespace with the certificate for secure metrics: `tls.crt` and `tls.key` for
   * `<name>-metrics.<namespace>.svc`, and the `ca.crt` by which clients verify it, as cert-manager writes them. The
   * operator reloads a changed certificate. The Pods do not start before the Secret exists.
   *
   * @default - each Pod creates a self-signed certificate, which clients cannot verify
   */
  readonly certificateSecret?: string;
}
