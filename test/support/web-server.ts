import { WebServer } from '../../operator/src/apis/index.ts';
import type { ResourceOf } from '../../operator/src/index.ts';
import type { Condition } from '../../operator/src/runtime/base/index.ts';
import type { Client } from '../../operator/src/runtime/client/index.ts';
import { applyManifests, type Manifest } from './manifests.ts';
import { until } from './until.ts';

export type StoredWebServer = ResourceOf<typeof WebServer>;

/** A WebServer as a person writes it. */
export function webServer(namespace: string, name: string, spec: Record<string, unknown> = {}): Manifest {
  return {
    apiVersion: 'my.domain/v1',
    kind: 'WebServer',
    metadata: { namespace, name },
    spec: { image: 'nginx:1.23.1', ...spec },
  } as Manifest;
}

/** A condition of the newest generation. */
export function conditionOf({ metadata, status }: StoredWebServer, type: string): Condition | undefined {
  const found = status?.conditions?.find((condition) => condition.type === type);
  return found?.observedGeneration === metadata.generation ? found : undefined;
}

/** Applies a WebServer and waits until it is Ready. */
export async function applyReady(client: Client, manifest: Manifest): Promise<StoredWebServer> {
  await applyManifests(client, [manifest]);
  return ready(client, manifest.metadata);
}

/** Waits until a WebServer says of its newest generation that it is Ready. */
export function ready(
  client: Client,
  key: { readonly namespace?: string; readonly name: string },
): Promise<StoredWebServer> {
  return withCondition(client, key, { type: 'Ready', status: 'True' });
}

/** Waits until a WebServer has a condition for its newest generation. */
export function withCondition(
  client: Client,
  key: { readonly namespace?: string; readonly name: string },
  wanted: { readonly type: string; readonly status: string; readonly reason?: string },
): Promise<StoredWebServer> {
  const text = `${key.name} has ${wanted.type}=${wanted.status} ${wanted.reason ?? ''}`;
  return until(text, async () => {
    const server = await client.resource(WebServer).get(key);
    const found = conditionOf(server, wanted.type);
    const holds = found?.status === wanted.status && (wanted.reason === undefined || found.reason === wanted.reason);
    return holds && server;
  });
}
