import { randomBytes } from 'node:crypto';

import {
  type Clock,
  keyText,
  type Kind,
  type KubeObject,
  type Logger,
  microTimestamp,
  objectReference,
} from '../base/index.ts';
import type { Client } from '../client/index.ts';
import { hashOf } from './canonical.ts';

/** A Kubernetes event as it is sent. https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
interface EventObject extends KubeObject {
  readonly series?: { readonly count: number; readonly lastObservedTime: string };
}

const eventKind: Kind<EventObject> = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
};

/** Tells people, through `kubectl describe` and `kubectl get events`, what was done for an object and what stands in the way. */
export interface EventRecorder {
  /** A child was made. */
  created(owner: KubeObject, child: KubeObject): void;
  /** A child was deleted. */
  deleted(owner: KubeObject, child: KubeObject): void;
  /** Anything else that went well. */
  normal(owner: KubeObject, reason: string, note: string): void;
  /** Something that a person can act on. Called once per change of the reason or its message, never per retry. */
  warning(owner: KubeObject, reason: string, note: string): void;
  /** Waits for the events on their way. */
  flush(): Promise<void>;
}

export interface EventRecorderOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The controller's name, for example `kubewright/web-server`. */
  readonly controller: string;
  /** The process: the Pod's name. */
  readonly instance: string;
  /** Whether events may be sent now. */
  readonly mayWrite: () => boolean;
}

interface Occurrence {
  readonly owner: KubeObject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly related?: KubeObject;
}

/** The same thing again within this time is counted up instead of told anew. */
const seriesLastsMs = 3_600_000;
/** How many are remembered for that. */
const remembered = 1000;
/** The API server says characters, and counts bytes. */
const longestNoteBytes = 1024;

/** A recorder on `events.k8s.io/v1`. Events never hold up or fail a reconcile: one that cannot be sent is logged. */
export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const { client, clock, logger } = options;
  const events = client.resource(eventKind);
  const known = new Map<string, { name: string; count: number; atMs: number }>();
  let pending: Promise<void> = Promise.resolve();

  async function send(occurrence: Occurrence): Promise<void> {
    const id = hashOf([
      occurrence.owner.metadata.uid,
      occurrence.type,
      occurrence.reason,
      occurrence.note,
      occurrence.related?.metadata.uid,
    ]);
    const namespace = occurrence.owner.metadata.namespace ?? 'default';
    const before = known.get(id);
    known.delete(id);
    if (before && clock.monotonic() - before.atMs < seriesLastsMs) {
      const count = before.count + 1;
      const series = { count, lastObservedTime: microTimestamp(clock) };
      await events.mergePatch({ namespace, name: before.name }, { series });
      remember(id, before.name, count);
      return;
    }
    const made = await events.create(eventFor(occurrence, namespace, options));
    remember(id, made.metadata.name, 1);
  }

  function remember(id: string, name: string, count: number): void {
    known.set(id, { name, count, atMs: clock.monotonic() });
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
  }

  /** One after the other: a repeat must find the event that it counts up. */
  function record(occurrence: Occurrence): void {
    pending = pending.then(async () => {
      try {
        // Asked when its turn has come: leading may have ended while it waited.
        if (options.mayWrite()) await send(occurrence);
      } catch (error) {
        const object = keyText(occurrence.owner.metadata);
        logger.warn('could not send an event', { object, reason: occurrence.reason, err: error });
      }
    });
  }

  return {
    created(owner, child) {
      const note = `Created ${child.kind} ${child.metadata.name}`;
      record({ owner, type: 'Normal', reason: 'Created', action: 'Create', note, related: child });
    },
    deleted(owner, child) {
      const note = `Deleted ${child.kind} ${child.metadata.name}`;
      record({ owner, type: 'Normal', reason: 'Deleted', action: 'Delete', note, related: child });
    },
    normal(owner, reason, note) {
      record({ owner, type: 'Normal', reason, action: 'Reconcile', note });
    },
    warning(owner, reason, note) {
      record({ owner, type: 'Warning', reason, action: 'Reconcile', note });
    },
    flush: () => pending,
  };
}

function eventFor(
  occurrence: Occurrence,
  namespace: string,
  options: EventRecorderOptions,
): Parameters<ReturnType<Client['resource']>['create']>[0] {
  const { owner, related, type, reason, action, note } = occurrence;
  const event = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: eventName(owner.metadata.name), namespace },
    eventTime: microTimestamp(options.clock),
    reportingController: options.controller,
    reportingInstance: options.instance.slice(0, 128),
    type,
    reason,
    action,
    note: cut(note, longestNoteBytes),
    regarding: objectReference(owner),
    ...(related && { related: objectReference(related) }),
  };
  return event;
}

/** Unique, and told apart by the object's name, as client-go names events; at most 253 characters. */
function eventName(ownerName: string): string {
  return `${ownerName.slice(0, 230).replace(/[-.]+$/, '')}.${randomBytes(8).toString('hex')}`;
}

/** The beginning of `text`, whole characters only. */
function cut(text: string, longestBytes: number): string {
  const bytes = new Uint8Array(longestBytes);
  const { read } = new TextEncoder().encodeInto(text, bytes);
  return text.slice(0, read);
}
