import type { Clock, KubeObject, Logger } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { createEventRecorder } from '../../reconcile/index.ts';

/**
 * Emits a Warning event about the Pod of this process.
 * @param note a text that says what to do
 */
export type PodWarning = (reason: string, note: string) => void;

interface PodWarningOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: {
    readonly podName: string;
    readonly podNamespace: string | undefined;
    readonly podUid: string | undefined;
    readonly inCluster: boolean;
  };
  /** The reporting controller of the events, and the field manager. */
  readonly controller: string;
  /** Aborts pending requests. */
  readonly signal: AbortSignal;
}

/**
 * Creates a function that emits warnings about the Pod of this process, for users who inspect a Pod that is not ready.
 * Emits nothing outside of a cluster. Needs no additional permission, because every operator with controllers may emit
 * events.
 */
export function createPodWarning({ settings, signal, ...options }: PodWarningOptions): PodWarning {
  const { podName: name, podNamespace: namespace, podUid: uid = '', inCluster } = settings;
  if (!inCluster || namespace === undefined) return () => undefined;
  const owner: KubeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, uid, resourceVersion: '', creationTimestamp: '' },
  };
  const recorder = createEventRecorder({
    ...options,
    instance: name,
    random: Math.random,
    term: () => (signal.aborted ? undefined : signal),
  });
  return (reason, note) => {
    recorder.warning({ owner, log: options.logger }, reason, note);
  };
}
