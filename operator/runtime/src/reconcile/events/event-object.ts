import { type Clock, formatMicroTimestamp, type ObjectKey, toObjectReference } from '../../base/index.ts';
import type { NewObject } from '../../client/index.ts';
import type { Event } from '../../kinds/index.ts';
import type { Occurrence } from './occurrence.ts';

/** The reporter of an event. */
export interface Reporter {
  readonly clock: Clock;
  /** The controller's name, for example `kubewright/web-server`. */
  readonly controller: string;
  /** The name of the process: that of its Pod. */
  readonly instance: string;
}

/** Limits of the API server in bytes. (Its error messages say characters.) */
const longest = { noteBytes: 1024, reasonBytes: 128 };

/** The namespace of events that cannot be in their object's namespace. */
export const defaultNamespace = 'default';

/** Returns the namespace of events about an object; `default` for a cluster-scoped one. */
export function getEventNamespace({ owner }: Occurrence): string {
  return owner.metadata.namespace ?? defaultNamespace;
}

/**
 * Builds the event that reports `occurrence`.
 * https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/
 */
export function buildEvent(
  occurrence: Occurrence,
  { clock, controller, instance }: Reporter,
  key: Required<ObjectKey>,
): NewObject<Event> {
  const { owner, related, type, reason, action, note } = occurrence;
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: key,
    eventTime: formatMicroTimestamp(clock),
    reportingController: controller,
    reportingInstance: instance.slice(0, 128),
    type,
    reason: cut(reason, longest.reasonBytes),
    action,
    note: cut(note, longest.noteBytes),
    regarding: toObjectReference(owner),
    ...(related && { related: toObjectReference(related) }),
  };
}

/** Cuts `text` to this number of bytes, without splitting a character. */
function cut(text: string, longestBytes: number): string {
  const bytes = new Uint8Array(longestBytes);
  const { read } = new TextEncoder().encodeInto(text, bytes);
  return text.slice(0, read);
}
