import { type KubeObject, silentLogger } from '../runtime/base/index.ts';
import { ApiError, type RawWatchEvent } from '../runtime/client/index.ts';
import { UnknownTypes } from '../runtime/watch/unknown-types.ts';
import type { WatchContext } from '../runtime/watch/watch-context.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { type Script, type ScriptedResource, scriptResource } from './scripted-resource.ts';
import { someObject } from './some-object.ts';

/** All that a watch works with, under the control of a test. */
export interface ScriptedWatch {
  readonly clock: FakeClock;
  readonly scripted: ScriptedResource<KubeObject>;
  readonly context: WatchContext<KubeObject>;
  readonly stop: AbortController;
}

/** No luck (`random` is 0), 45 s asked of the server, and a trim that leaves a label. */
export function scriptWatch(script: Script<KubeObject> = {}): ScriptedWatch {
  const clock = createFakeClock();
  const scripted = scriptResource(script);
  const stop = new AbortController();
  const context: WatchContext<KubeObject> = {
    resource: scripted.resource,
    selection: { namespace: 'default', labelSelector: 'a=b' },
    clock,
    logger: silentLogger,
    random: () => 0,
    timeoutSeconds: () => 45,
    trim: ({ metadata, ...rest }) => ({ ...rest, metadata: { ...metadata, labels: { trimmed: 'yes' } } }),
    signal: stop.signal,
    unknownTypes: new UnknownTypes(silentLogger),
  };
  return { clock, context, scripted, stop };
}

/** The server's refusal; 0 for no answer at all. */
export function refusal(status: number, details?: object): ApiError {
  return new ApiError('ask', { status, body: { kind: 'Status', code: status, message: 'no', details } });
}

/** Answers every request with that refusal. */
export function refuse(status: number, details?: object): () => never {
  return () => {
    throw refusal(status, details);
  };
}

/** The events of a watch, as the server sends them. */
export const sent = {
  added: (name: string, resourceVersion: string): RawWatchEvent<KubeObject> => ({
    type: 'ADDED',
    object: someObject({ name, resourceVersion }),
  }),
  modified: (name: string, resourceVersion: string): RawWatchEvent<KubeObject> => ({
    type: 'MODIFIED',
    object: someObject({ name, resourceVersion }),
  }),
  deleted: (name: string, resourceVersion: string): RawWatchEvent<KubeObject> => ({
    type: 'DELETED',
    object: someObject({ name, resourceVersion }),
  }),
  bookmark: (resourceVersion: string, annotations = {}): RawWatchEvent<KubeObject> => ({
    type: 'BOOKMARK',
    object: someObject({ name: '', resourceVersion, annotations }),
  }),
  /** The bookmark that ends the initial objects. KEP-3157. */
  endOfInitial: (resourceVersion: string): RawWatchEvent<KubeObject> =>
    sent.bookmark(resourceVersion, { 'k8s.io/initial-events-end': 'true' }),
  error: (code: number): RawWatchEvent<KubeObject> => ({
    type: 'ERROR',
    object: { kind: 'Status', code, message: 'no' },
  }),
};
