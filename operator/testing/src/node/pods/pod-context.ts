import type { Clock, Logger } from '@kubewright/runtime/internal/base';
import type { ImageProgram } from '../../images/index.ts';
import type { Processes } from '../../processes/index.ts';
import type { Addresses, Endpoint } from '../addresses.ts';
import type { Place, ServiceReference } from '../environment/index.ts';
import type { PodApi } from './pod-api.ts';
import type { BackoffLimits } from './restart-backoff.ts';

/** What all Pods of a node share. */
export interface PodContext {
  readonly api: PodApi;
  readonly processes: Pick<Processes, 'start'>;
  readonly images: readonly ImageProgram[];
  readonly addresses: Addresses;
  /** Where a port of a Service is reached from a process of this machine. */
  readonly addressOf: (service: ServiceReference) => Promise<Endpoint>;
  readonly place: Omit<Place, 'podIP'>;
  /** Variables that every container gets: where the API server is. */
  readonly given: Readonly<Record<string, string>>;
  /** Holds the folders and the logs of Pods. */
  readonly directory: string;
  /** Stands for `/` of the node. */
  readonly hostFolder: string;
  readonly backoff: BackoffLimits;
  /** How often volumes are updated. */
  readonly volumeSyncMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}
