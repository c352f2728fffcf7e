import type { Server, ServerWritableStream, UntypedServiceImplementation } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';

import { readFileDescriptors, petStoreName } from '../contract/definition.ts';

/** The services with a health status. The empty name is the whole server. */
const services = ['', petStoreName];

/**
 * Adds the standard gRPC health service: SERVING until `stopping` aborts. Watches then get NOT_SERVING and end. The
 * library alone would keep them open, so that the server stops only after the grace period.
 */
export function addHealth(server: Server, stopping: AbortSignal): void {
  const health = new HealthImplementation(Object.fromEntries(services.map((service) => [service, 'SERVING'])));
  stopping.addEventListener('abort', () => {
    for (const service of services) health.setStatus(service, 'NOT_SERVING');
  });
  health.addToServer({
    addService(definition: Parameters<Server['addService']>[0], handlers: UntypedServiceImplementation) {
      const watch = handlers['watch'] as (call: ServerWritableStream<object, object>) => void;
      server.addService(definition, {
        ...handlers,
        watch(call: ServerWritableStream<object, object>) {
          watch(call);
          const end = (): void => void call.end();
          if (stopping.aborted) end();
          else stopping.addEventListener('abort', end, { once: true });
          call.once('close', () => stopping.removeEventListener('abort', end));
        },
      });
    },
  });
}

/** Adds the reflection service, v1 and v1alpha, so that a client like grpcurl does not need the contract. */
export function addReflection(server: Server): void {
  new ReflectionService({
    // The reflection service reads no other fields of a definition.
    files: { format: 'Protocol Buffer 3 DescriptorProto', type: {}, fileDescriptorProtos: readFileDescriptors() },
  } as unknown as ConstructorParameters<typeof ReflectionService>[0]).addToServer(server);
}
