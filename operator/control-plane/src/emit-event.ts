import { randomUUID } from 'node:crypto';

import {
  type KubeObject,
  formatMicroTimestamp,
  toObjectReference,
  systemClock,
} from '@kubewright/runtime/internal/base';
import type { Client } from '@kubewright/runtime/internal/client';
import { Event } from '@kubewright/runtime/kinds';

/** An event about an object, as `kubectl describe` shows it. */
export interface EmittedEvent {
  readonly about: KubeObject;
  readonly reporter: { readonly controller: string; readonly instance: string };
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  /** The part of the object that the event is about. @default - the whole object */
  readonly fieldPath?: string;
}

/** An event that was emitted, and may happen again. */
export interface EventSeries {
  /** Updates the event to say that it has now happened `count` times. */
  repeat(count: number): Promise<void>;
}

/** Maximum length of a note: the API server's limit. */
const longestNote = 1_000;

/** Emits an event. https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
export async function emitEvent(client: Client, event: EmittedEvent, signal?: AbortSignal): Promise<EventSeries> {
  const { about, reporter, type, reason, action, note, fieldPath } = event;
  const { name, namespace = 'default' } = about.metadata;
  const events = client.resource(Event);
  const { metadata } = await events.create(
    {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: `${name.slice(0, 200)}.${randomUUID()}`, namespace },
      eventTime: formatMicroTimestamp(systemClock),
      reportingController: reporter.controller,
      reportingInstance: reporter.instance,
      type,
      reason,
      action,
      note: note.slice(0, longestNote),
      regarding: { ...toObjectReference(about), ...(fieldPath !== undefined && { fieldPath }) },
    },
    signal && { signal },
  );
  return {
    async repeat(count) {
      await events.mergePatch(metadata, { series: { count, lastObservedTime: formatMicroTimestamp(systemClock) } });
    },
  };
}
