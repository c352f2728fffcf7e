import type { ApiRequest, ApiResponse } from '@kubewright/runtime/internal/client';
import type { Pod } from '@kubewright/runtime/kinds';

import { badRequest, unsupported } from '../rejection.ts';
import type { Route } from '../served/route.ts';
import type { ServerState } from '../store.ts';
import { getLiveObject } from '../writes/write.ts';

/** Names the container to which a log belongs. */
export interface LogSource {
  readonly namespace: string;
  /** The name of the Pod. */
  readonly name: string;
  /** The name of the container. @default - every container of the Pod */
  readonly container?: string;
}

export function formatLogSource({ namespace, name, container = '' }: LogSource): string {
  return [namespace, name, container].join('/');
}

type QueryValue = NonNullable<ApiRequest['query']>[string] | undefined;

const supported: ReadonlySet<string> = new Set(['container', 'tailLines', 'limitBytes']);

/** Returns the log that the test has set for a container. */
export function readLog(state: ServerState, route: Route, query: ApiRequest['query'] = {}): ApiResponse {
  const pod = getLiveObject({ state, route }) as unknown as Pod;
  const container = selectContainer(pod, query['container']);
  const option = Object.keys(query).find((name) => !supported.has(name));
  if (option !== undefined) throw unsupported(`support the option ${option} of logs`);
  const source = { namespace: route.namespace ?? '', name: pod.metadata.name };
  const { logs } = state;
  const text = logs.get(formatLogSource({ ...source, container })) ?? logs.get(formatLogSource(source));
  if (text === undefined) return { status: pod.spec.nodeName === undefined ? 204 : 200, body: '' };
  return { status: 200, body: limit(tail(text, query['tailLines']), query['limitBytes']) };
}

function selectContainer({ metadata: { name }, spec }: Pod, asked: QueryValue): string {
  const { initContainers = [], containers, ephemeralContainers = [] } = spec;
  const names = [...initContainers, ...containers, ...ephemeralContainers].map((each) => each.name);
  const [first = '', ...others] = names;
  if (asked === undefined && others.length > 0) {
    const choice = `choose one of: [${names.join(' ')}]`;
    throw badRequest(`a container name must be specified for pod ${name}, ${choice}`);
  }
  const container = asked === undefined ? first : String(asked);
  if (!names.includes(container)) throw badRequest(`container ${container} is not valid for pod ${name}`);
  return container;
}

function tail(text: string, count: unknown): string {
  if (count === undefined) return text;
  const lines = text.split(/(?<=\n)/);
  return Number(count) === 0 ? '' : lines.slice(-Number(count)).join('');
}

function limit(text: string, bytes: unknown): string {
  return bytes === undefined ? text : Buffer.from(text).subarray(0, Number(bytes)).toString();
}
