/** The image of the operator. */
export interface OperatorImage {
  /**
   * Registry and path, without tag or digest. @default 'ghcr.io/kubewright/operator' (for Kubewright's own operators
   * only)
   */
  readonly repository?: string;
  /** @default - the declaration's version: an exact version, never a tag that moves */
  readonly tag?: string;
  /**
   * Digest of the image; the kubelet then ignores the tag. Take it from the registry. @default - none: the tag decides
   */
  readonly digest?: `sha256:${string}`;
  /** @default 'IfNotPresent' */
  readonly pullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  /** Names of Secrets in the operator's namespace with credentials for the registry. @default - none */
  readonly pullSecrets?: readonly string[];
}
