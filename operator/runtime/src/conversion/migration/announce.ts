import { randomUUID } from 'node:crypto';

import { type Clock, microTimestamp, objectReference } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { type CustomResourceDefinition, Event } from '../../kinds/index.ts';

interface AnnounceOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly reporter: { readonly controller: string; readonly instance: string };
}

/** Emits the event with which a migration ends, about the definition. Errors: `ApiError`. */
export async function announce(
  { client, clock, reporter }: AnnounceOptions,
  definition: CustomResourceDefinition,
  note: string,
): Promise<void> {
  await client.resource(Event).create({
    // Events about cluster-scoped objects are in `default`.
    metadata: { namespace: 'default', name: `${definition.metadata.name}.${randomUUID()}` },
    eventTime: microTimestamp(clock),
    reportingController: reporter.controller,
    reportingInstance: reporter.instance.slice(0, 128),
    type: 'Normal',
    reason: 'StorageMigrated',
    action: 'Migrate',
    note,
    regarding: objectReference(definition),
  });
}
