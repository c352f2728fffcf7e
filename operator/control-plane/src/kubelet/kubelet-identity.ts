/** Files of a kubelet's certificate, and of its clients' authority. */
export interface KubeletIdentity {
  readonly certificate: string;
  readonly key: string;
  /** The authority of the API server's client certificate only. */
  readonly clientCa: string;
}
