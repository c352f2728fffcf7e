import { getMessage } from '@kubewright/runtime/internal/base';
import type { Pod } from '@kubewright/runtime/kinds';
import { readLogTail } from '../processes/index.ts';
import { logAnnotation } from '../node/pods/pod-files.ts';
import { isUnready, type PodEvent, describePod } from './pod-report.ts';

/** Runs kubectl and returns its output. */
export type Kubectl = (args: readonly string[]) => Promise<string>;

const mostPods = 10;
const mostWarnings = 5;
const output = ['--request-timeout=10s', '-o', 'json'];

/** Which Pods to describe. */
export interface PodSelection {
  /** Namespace of the Pods. @default - all namespaces */
  readonly namespace?: string;
  /** Label selector of the Pods, such as `app=shop`. @default - all Pods */
  readonly labelSelector?: string;
}

interface StoredEvent extends PodEvent {
  readonly involvedObject: { readonly uid?: string };
}

/**
 * Describes the Pods that are not ready, the reasons, and the ends of their containers' logs, for the error of a test
 * that timed out. Lists at most ten Pods, newest first, and 20 lines of each log. Never rejects: if the API server does
 * not answer, the text says so.
 */
export async function describeUnreadyPods(
  kubectl: Kubectl,
  { namespace, labelSelector }: PodSelection = {},
): Promise<string> {
  const scope = [namespace === undefined ? '--all-namespaces' : `--namespace=${namespace}`, ...output];
  const selected = labelSelector === undefined ? [] : [`--selector=${labelSelector}`];
  try {
    const [pods, events] = await Promise.all([
      listItems<Pod>(kubectl, ['get', 'pods', ...selected, ...scope]),
      listItems<StoredEvent>(kubectl, ['get', 'events', '--field-selector=type=Warning', ...scope]),
    ]);
    const unready = pods.filter(isUnready).sort(compareNewestFirst);
    if (pods.length === 0) return 'No Pods found.';
    if (unready.length === 0) return `All ${String(pods.length)} Pods are ready, or have succeeded.`;
    const shown = await Promise.all(unready.slice(0, mostPods).map((pod) => describe(pod, events)));
    const more = unready.length > mostPods ? [`and ${String(unready.length - mostPods)} more`] : [];
    return ['Pods that are not ready:', ...shown.flat(), ...more].join('\n');
  } catch (error) {
    return `Failed to list the Pods: ${getMessage(error)}`;
  }
}

async function listItems<T>(kubectl: Kubectl, args: readonly string[]): Promise<readonly T[]> {
  return (JSON.parse(await kubectl(args)) as { readonly items: readonly T[] }).items;
}

function compareNewestFirst(one: Pod, other: Pod): number {
  return other.metadata.creationTimestamp.localeCompare(one.metadata.creationTimestamp);
}

async function describe(pod: Pod, events: readonly StoredEvent[]): Promise<readonly string[]> {
  const about = events.filter(({ involvedObject }) => involvedObject.uid === pod.metadata.uid);
  const logs = Object.entries(pod.metadata.annotations ?? {}).filter(([name]) => name.startsWith(logAnnotation));
  const ends = await Promise.all(logs.map(([name, file]) => readLogEnd(name.slice(logAnnotation.length), file)));
  return [...describePod(pod, about.slice(-mostWarnings)), ...ends.flat()];
}

async function readLogEnd(container: string, file: string): Promise<readonly string[]> {
  const lines = (await readLogTail(file)).split('\n');
  return [`  log of ${container}, ${file}:`, ...lines.map((line) => `    ${line}`)];
}
