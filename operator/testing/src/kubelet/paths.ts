import type { IncomingMessage } from 'node:http';

import type { ContainerName, PodName } from './kubelet-host.ts';

/** Only path and query of the URL are used. */
export function urlOf({ url = '/' }: IncomingMessage): URL {
  return new URL(url, 'https://kubelet');
}

/** `/<what>/<namespace>/<pod>/<container>`; `undefined` for any other path. */
export function containerOf(path: string, what: string): ContainerName | undefined {
  const [namespace, pod, container, ...more] = namesOf(path, what);
  if (namespace === undefined || pod === undefined || container === undefined || more.length > 0) return undefined;
  return { namespace, pod, container };
}

/** `/<what>/<namespace>/<pod>`; `undefined` for any other path. */
export function podOf(path: string, what: string): PodName | undefined {
  const [namespace, pod, ...more] = namesOf(path, what);
  return namespace === undefined || pod === undefined || more.length > 0 ? undefined : { namespace, pod };
}

function namesOf(path: string, what: string): string[] {
  const [, first, ...names] = path.split('/');
  return first === what ? names.map((name) => decodeURIComponent(name)) : [];
}
