import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';

import { aborted, anySignal } from '@kubewright/runtime/internal/base';
import {
  type Health,
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus as Status,
  HealthCheckResponseSchema,
  PetStoreService,
} from '../contract/index.ts';

/** The services with a health status. The empty name is the whole server. */
const services = ['', PetStoreService.typeName];

/**
 * The standard gRPC health service: SERVING until `stopping` aborts.
 *
 * Watches then get NOT_SERVING, and end.
 */
export function healthService(stopping: AbortSignal): ServiceImpl<typeof Health> {
  const answer = (status: Status): HealthCheckResponse => create(HealthCheckResponseSchema, { status });
  const now = (): Status => (stopping.aborted ? Status.NOT_SERVING : Status.SERVING);
  return {
    check({ service }) {
      if (!services.includes(service)) throw new ConnectError('unknown service', Code.NotFound);
      return answer(now());
    },
    async *watch({ service }, { signal }) {
      const isKnown = services.includes(service);
      yield answer(isKnown ? now() : Status.SERVICE_UNKNOWN);
      if (!stopping.aborted) await aborted(anySignal(signal, stopping));
      if (isKnown && stopping.aborted) yield answer(Status.NOT_SERVING);
    },
  };
}
