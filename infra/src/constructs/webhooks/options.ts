/** How API servers ask the operator about writes. */
export interface OperatorWebhooks {
  /**
   * What happens to a write while the operator does not answer: `Fail` refuses it, `Ignore` stores it unchecked.
   *
   * @default 'Fail'
   */
  readonly failurePolicy?: 'Fail' | 'Ignore';
  /** How long an API server waits for an answer: a whole number of seconds from 1 to 30. @default 10 */
  readonly timeoutSeconds?: number;
  /**
   * Namespaces whose objects are never asked about, beside kube-system and the operator's own. Name those of what the
   * operator itself needs to start.
   *
   * @default - none
   */
  readonly excludedNamespaces?: readonly string[];
  /** Where the certificate of the webhooks comes from. @default - the operator makes it, and renews it */
  readonly certificate?: CertManagerCertificate | MountedCertificate | CertificateFolder;
}

/** A certificate that cert-manager writes. Its injector also tells the API servers whom to trust. */
export interface CertManagerCertificate {
  /** Who issues it, with an authority: the injector takes `ca.crt` from its Secret. */
  readonly issuer: CertManagerIssuer;
}

/** An object of cert-manager that issues certificates. It must exist. */
export interface CertManagerIssuer {
  /** The name of the Issuer or ClusterIssuer. */
  readonly name: string;
  /** An Issuer is in the operator's namespace. @default 'Issuer' */
  readonly kind?: 'Issuer' | 'ClusterIssuer';
}

/** A certificate that somebody else writes. */
export interface MountedCertificate {
  /**
   * Name of a Secret in the operator's namespace with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`. The
   * operator reloads a changed certificate. The Pods do not start before the Secret exists.
   */
  readonly secret: string;
  /**
   * The certificates of the authorities that issue it, as PEM: they are the `caBundle` of the configurations.
   *
   * @default - whoever writes the Secret also sets `caBundle`
   */
  readonly authorities?: string;
}

/** A certificate in a folder that the Pods have anyway: by `pod.volumes`, or by somebody who adds it to the Pods. */
export interface CertificateFolder {
  /**
   * Absolute path of the folder with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`. The operator reloads a
   * changed certificate.
   */
  readonly folder: string;
  /**
   * The certificates of the authorities that issue it, as PEM: they are the `caBundle` of the configurations.
   *
   * @default - whoever writes the certificate also sets `caBundle`
   */
  readonly authorities?: string;
}
