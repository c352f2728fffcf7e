import type { Clock, Logger } from '@kubewright/runtime/internal/base';
import type { ImageProgram } from '../../images/image-program.ts';
import type { Processes } from '../../processes/index.ts';
import type { Endpoint } from '../../sockets.ts';
import type { Addresses } from '../addresses.ts';
import type { PodPlacement, ServiceReference } from '../environment/index.ts';
import type { PodApi } from './pod-api.ts';

/** What all Pods of a node share. */
export interface PodContext {
  readonly api: PodApi;
  readonly processes: Pick<Processes, 'start'>;
  readonly images: readonly ImageProgram[];
  readonly addresses: Addresses;
  /** Returns the endpoint at which processes of this machine reach a port of a Service. */
  readonly resolveAddress: (service: ServiceReference) => Promise<Endpoint>;
  readonly place: Omit<PodPlacement, 'podIP'>;
  /** Variables that every container has: the address of the API server. */
  readonly given: Readonly<Record<string, string>>;
  /** The folder for volumes and logs of Pods. */
  readonly directory: string;
  readonly hasNamespaces: boolean;
  readonly backoff: { readonly baseMs: number; readonly maxMs: number };
  readonly volumeSyncMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}
