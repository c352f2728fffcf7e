// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, KubeObject } from '../../base/index.ts';

/**
 * CertificateSigningRequest objects provide a mechanism to obtain x509 certificates by submitting a certificate
 * signing request, and having it asynchronously approved and issued.
 */
export interface CertificateSigningRequest extends KubeObject {
  /** spec contains the certificate request, and is immutable after creation. */
  readonly spec: CertificateSigningRequestSpec;
  /**
   * status contains information about whether the request is approved or denied, and the certificate issued by the
   * signer, or the failure condition indicating signer failure.
   */
  readonly status?: CertificateSigningRequestStatus;
}

export const CertificateSigningRequest: Kind<CertificateSigningRequest> = {
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  plural: 'certificatesigningrequests',
  namespaced: false,
};

/** CertificateSigningRequestCondition describes a condition of a CertificateSigningRequest object */
export interface CertificateSigningRequestCondition {
  /** lastTransitionTime is the time the condition last transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** lastUpdateTime is the time of the last update to this condition */
  readonly lastUpdateTime?: string | null;
  /** message contains a human readable message with details about the request state */
  readonly message?: string;
  /** reason indicates a brief reason for the request state */
  readonly reason?: string;
  /** status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** type of the condition. */
  readonly type: string;
}

/** CertificateSigningRequestSpec contains the certificate request. */
export interface CertificateSigningRequestSpec {
  /** expirationSeconds is the requested duration of validity of the issued certificate. */
  readonly expirationSeconds?: number;
  /** extra contains extra attributes of the user that created the CertificateSigningRequest. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** groups contains group membership of the user that created the CertificateSigningRequest. */
  readonly groups?: readonly string[];
  /** request contains an x509 certificate signing request encoded in a "CERTIFICATE REQUEST" PEM block. */
  readonly request: string;
  /** signerName indicates the requested signer, and is a qualified name. */
  readonly signerName: string;
  /** uid contains the uid of the user that created the CertificateSigningRequest. */
  readonly uid?: string;
  /** usages specifies a set of key usages requested in the issued certificate. */
  readonly usages?: readonly (
    | 'any'
    | 'cert sign'
    | 'client auth'
    | 'code signing'
    | 'content commitment'
    | 'crl sign'
    | 'data encipherment'
    | 'decipher only'
    | 'digital signature'
    | 'email protection'
    | 'encipher only'
    | 'ipsec end system'
    | 'ipsec tunnel'
    | 'ipsec user'
    | 'key agreement'
    | 'key encipherment'
    | 'microsoft sgc'
    | 'netscape sgc'
    | 'ocsp signing'
    | 's/mime'
    | 'server auth'
    | 'signing'
    | 'timestamping'
  )[];
  /** username contains the name of the user that created the CertificateSigningRequest. */
  readonly username?: string;
}

/**
 * CertificateSigningRequestStatus contains conditions used to indicate approved/denied/failed status of the request,
 * and the issued certificate.
 */
export interface CertificateSigningRequestStatus {
  /** certificate is populated with an issued certificate by the signer after an Approved condition is present. */
  readonly certificate?: string;
  /** conditions applied to the request. */
  readonly conditions?: readonly CertificateSigningRequestCondition[];
}
