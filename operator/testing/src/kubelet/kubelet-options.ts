import type { Clock, Logger } from '@kubewright/runtime/internal/base';
import type { KubeletHost } from './kubelet-host.ts';

/** Files of a kubelet's certificate, and of the authority of its clients. */
export interface KubeletIdentity {
  readonly certificate: string;
  readonly key: string;
  /** Authority of the API server's client certificate, and of no other client's. */
  readonly clientCa: string;
}

export interface KubeletOptions {
  readonly identity: KubeletIdentity;
  readonly host: KubeletHost;
  readonly clock: Clock;
  readonly logger: Logger;
}
