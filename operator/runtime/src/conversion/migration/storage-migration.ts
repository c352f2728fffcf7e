import { randomUUID } from 'node:crypto';

import { type Clock, type Logger, getMessage, formatMicroTimestamp, toObjectReference } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { CustomResourceDefinition, Event } from '../../kinds/index.ts';
import { type WatchEvent, watchObjects } from '../../watch/index.ts';
import { listOutdatedVersions, Position } from './position.ts';
import { rewriteAll, type RewriteOptions } from './rewrite.ts';

export interface MigrationOptions extends RewriteOptions {
  readonly logger: Logger;
  readonly watchList: boolean;
  /** The reporter of the migration's events; `controller` is also the field manager of its patches. */
  readonly reporter: { readonly controller: string; readonly instance: string };
}

/** The wait after a failure, in milliseconds: somebody has to repair an object first. */
const againMs = 60_000;

/**
 * Rewrites objects that are stored in an older version, then removes that version from `status.storedVersions` of the
 * CRD. Only then can a release remove the version from the CRD.
 *
 * Runs on the leader until `signal` aborts. A CRD update that changes the storage version starts a migration; an
 * interrupted migration continues where it stopped. Never rejects.
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#upgrade-existing-objects-to-a-new-stored-version
 */
export async function keepStorageMigrated(options: MigrationOptions, signal: AbortSignal): Promise<void> {
  const { client, conversion, clock, logger, watchList } = options;
  const resource = client.resource(CustomResourceDefinition);
  const selection = { fieldSelector: `metadata.name=${conversion.crd.metadata.name}` };
  const onEvent = async (event: WatchEvent<CustomResourceDefinition>): Promise<void> => {
    if (event.type === 'deleted' || event.type === 'bookmark') return;
    const definition = event.type === 'replaced' ? event.items[0] : event.object;
    if (definition !== undefined) await migrateUntilDone(options, definition, signal);
  };
  await watchObjects({ resource, selection, clock, logger, watchList, onEvent }, signal);
}

async function migrateUntilDone(
  options: MigrationOptions,
  seen: CustomResourceDefinition,
  signal: AbortSignal,
): Promise<void> {
  if (!isDue(options, seen)) return;
  while (!(await isOver(options, seen, signal))) await options.clock.sleep(againMs, signal).catch(() => undefined);
}

/** Migrates if objects are stored in an older version. Returns `false` if the migration has to be retried. */
async function isOver(
  options: MigrationOptions,
  seen: CustomResourceDefinition,
  signal: AbortSignal,
): Promise<boolean> {
  const { client, logger, conversion } = options;
  try {
    // Reads the CRD again, because it may have changed during the migration.
    const definition = await client.resource(CustomResourceDefinition).tryGet(seen.metadata, { signal });
    if (definition !== undefined && isDue(options, definition)) await migrate(options, definition, signal);
    return true;
  } catch (error) {
    const fields = { conversion: conversion.name, againInMs: againMs, err: error };
    if (!signal.aborted) logger.warn('failed to migrate stored objects; retrying', fields);
    return signal.aborted;
  }
}

function isDue({ conversion }: MigrationOptions, definition: CustomResourceDefinition): boolean {
  return listOutdatedVersions(definition, conversion).length > 0;
}

async function migrate(
  options: MigrationOptions,
  definition: CustomResourceDefinition,
  signal: AbortSignal,
): Promise<void> {
  const { conversion, logger } = options;
  const outdated = listOutdatedVersions(definition, conversion);
  const position = new Position(options, definition);
  logger.info('migrating stored objects', { conversion: conversion.name, from: outdated, after: position.after });
  const objects = await rewriteAll(options, position, signal);
  await position.done(outdated, signal);
  const { storageVersion } = conversion;
  logger.info('migrated stored objects', { conversion: conversion.name, objects, storedVersions: [storageVersion] });
  const note = `All objects are stored as ${storageVersion}: ${outdated.join(', ')} can be removed from the versions of the API`;
  await announce(options, definition, note).catch((error: unknown) => {
    logger.warn('failed to send an event', { err: getMessage(error) });
  });
}

interface AnnounceOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly reporter: { readonly controller: string; readonly instance: string };
}

/** Emits the event about the end of a migration on the CRD. Errors: `ApiError`. */
async function announce(
  { client, clock, reporter }: AnnounceOptions,
  definition: CustomResourceDefinition,
  note: string,
): Promise<void> {
  await client.resource(Event).create({
    // Events about cluster-scoped objects are created in `default`.
    metadata: { namespace: 'default', name: `${definition.metadata.name}.${randomUUID()}` },
    eventTime: formatMicroTimestamp(clock),
    reportingController: reporter.controller,
    reportingInstance: reporter.instance.slice(0, 128),
    type: 'Normal',
    reason: 'StorageMigrated',
    action: 'Migrate',
    note,
    regarding: toObjectReference(definition),
  });
}
