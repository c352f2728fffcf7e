import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Event } from '../../../operator/runtime/src/kinds/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until, type UntilOptions } from '../../support/until.ts';

/** The events about an object, oldest first. */
export async function listEvents({ client, namespace }: Scope, { metadata }: KubeObject): Promise<readonly Event[]> {
  const { items } = await client.resource(Event).list({ namespace, fieldSelector: `regarding.uid=${metadata.uid}` });
  return items.toSorted((a, b) => ((a.eventTime ?? '') < (b.eventTime ?? '') ? -1 : 1));
}

/** Waits for an event about an object. The operator sends events in the background, after the status. */
export async function untilEventAbout(scope: Scope, object: KubeObject, options?: UntilOptions): Promise<void> {
  const { kind, metadata } = object;
  await until(
    `an event about ${kind} ${metadata.name} exists`,
    async () => (await listEvents(scope, object)).length > 0,
    options,
  );
}

/** Lists the Warning events about an object with their counts: `NodePortTaken ×2`. */
export async function listWarnings(scope: Scope, object: KubeObject): Promise<readonly string[]> {
  const events = await listEvents(scope, object);
  return events
    .filter(({ type }) => type === 'Warning')
    .map(({ reason = '', series }) => `${reason} ×${String(series?.count ?? 1)}`);
}

/**
 * Lists the Warning events about an object without duplicates: the message of a quota contains numbers, and each new
 * message is another event.
 */
export async function listDistinctWarnings(scope: Scope, object: KubeObject): Promise<readonly string[]> {
  return [...new Set(await listWarnings(scope, object))];
}
