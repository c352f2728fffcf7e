import { WebServer } from '../../operator/src/kubewright.ts';
import type { ResourceOf } from '../../operator/runtime/src/index.ts';
import type { ObjectKey } from '../../operator/runtime/src/base/index.ts';
import type { Client } from '../../operator/runtime/src/client/index.ts';
import * as conditions from './conditions.ts';
import { applyManifests, type Manifest } from './manifests.ts';

export { findCurrentCondition } from './conditions.ts';

export type StoredWebServer = ResourceOf<typeof WebServer>;

export function buildWebServer(namespace: string, name: string, spec: Record<string, unknown> = {}): Manifest {
  return {
    apiVersion: 'my.domain/v1',
    kind: 'WebServer',
    metadata: { namespace, name },
    spec: { image: 'nginx:1.23.1', ...spec },
  } as Manifest;
}

export async function applyReady(client: Client, manifest: Manifest): Promise<StoredWebServer> {
  await applyManifests(client, [manifest]);
  return awaitWebServerReady(client, manifest.metadata);
}

export function awaitWebServerReady(client: Client, key: ObjectKey): Promise<StoredWebServer> {
  return conditions.awaitReady(client.resource(WebServer), key);
}

export function awaitWebServerCondition(
  client: Client,
  key: ObjectKey,
  wanted: conditions.WantedCondition,
): Promise<StoredWebServer> {
  return conditions.awaitCondition(client.resource(WebServer), key, wanted);
}
