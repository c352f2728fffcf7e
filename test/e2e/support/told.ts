import type { KubeObject } from '../../../operator/src/runtime/base/index.ts';
import { Event } from '../../../operator/src/runtime/kinds/index.ts';
import type { Scope } from '../../support/scope.ts';

/** The events about an object, oldest first. */
export async function eventsAbout({ client, namespace }: Scope, { metadata }: KubeObject): Promise<readonly Event[]> {
  const { items } = await client.resource(Event).list({ namespace });
  return items
    .filter(({ regarding }) => regarding?.uid === metadata.uid)
    .sort((a, b) => ((a.eventTime ?? '') < (b.eventTime ?? '') ? -1 : 1));
}

/** The Warnings about an object: `NodePortTaken ×2`. */
export async function warningsAbout(scope: Scope, object: KubeObject): Promise<readonly string[]> {
  const events = await eventsAbout(scope, object);
  return events
    .filter(({ type }) => type === 'Warning')
    .map(({ reason = '', series }) => `${reason} ×${String(series?.count ?? 1)}`);
}
