import { type Clock, microTimestamp, objectReference } from '../../base/index.ts';
import type { NewObject } from '../../client/index.ts';
import type { Event } from '../../kinds/index.ts';
import type { Occurrence } from './occurrence.ts';

/** Who emits an event. */
export interface Reporter {
  readonly clock: Clock;
  /** The controller's name, for example `kubewright/web-server`. */
  readonly controller: string;
  /** The process: the Pod's name. */
  readonly instance: string;
}

/** The API server's message says characters, but it counts bytes. */
const longestNoteBytes = 1024;

/** The namespace of the events about an object; those about a cluster-scoped one are in `default`. */
export function namespaceOf({ owner }: Occurrence): string {
  return owner.metadata.namespace ?? 'default';
}

/**
 * The event `name`, which reports `occurrence`.
 * https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/
 */
export function eventFor(
  occurrence: Occurrence,
  { clock, controller, instance }: Reporter,
  name: string,
): NewObject<Event> {
  const { owner, related, type, reason, action, note } = occurrence;
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name, namespace: namespaceOf(occurrence) },
    eventTime: microTimestamp(clock),
    reportingController: controller,
    reportingInstance: instance.slice(0, 128),
    type,
    reason,
    action,
    note: cut(note, longestNoteBytes),
    regarding: objectReference(owner),
    ...(related && { related: objectReference(related) }),
  };
}

/** The beginning of `text`, whole characters only. */
function cut(text: string, longestBytes: number): string {
  const bytes = new Uint8Array(longestBytes);
  const { read } = new TextEncoder().encodeInto(text, bytes);
  return text.slice(0, read);
}
