import { randomUUID } from 'node:crypto';

import { type KubeObject, microTimestamp, objectReference, systemClock } from '@kubewright/runtime/internal/base';
import type { Client } from '@kubewright/runtime/internal/client';
import { Event } from '@kubewright/runtime/kinds';

/** An event of an object, as `kubectl describe` shows it. */
export interface EmittedEvent {
  readonly about: KubeObject;
  readonly reporter: { readonly controller: string; readonly instance: string };
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
}

/** The API server accepts no longer one. */
const longestNote = 1_000;

/** Emits an event. https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
export async function emitEvent(client: Client, event: EmittedEvent, signal?: AbortSignal): Promise<void> {
  const { about, reporter, type, reason, action, note } = event;
  const { name, namespace = 'default' } = about.metadata;
  await client.resource(Event).create(
    {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: `${name.slice(0, 200)}.${randomUUID()}`, namespace },
      eventTime: microTimestamp(systemClock),
      reportingController: reporter.controller,
      reportingInstance: reporter.instance,
      type,
      reason,
      action,
      note: note.slice(0, longestNote),
      regarding: objectReference(about),
    },
    signal && { signal },
  );
}
