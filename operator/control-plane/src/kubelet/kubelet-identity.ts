/** Paths of a kubelet's certificate and key, and of the authority of its clients. */
export interface KubeletIdentity {
  readonly certificate: string;
  readonly key: string;
  /** The authority that signs only the API server's client certificate. */
  readonly clientCa: string;
}
