import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { getKind } from '../../support/manifests.ts';
import { readYaml } from '../../support/read-yaml.ts';

/** An object as it was stored in the captured cluster. */
export interface CapturedObject extends KubeObject {
  readonly spec: { readonly replicas?: number };
  readonly status?: object;
}

/** Reads one captured custom resource and its children: the objects in a file of `fixtures`, owners first. */
export function readCaptured(version: string, name: string): readonly CapturedObject[] {
  const file = path.join(import.meta.dirname, 'fixtures', version, `${name}.yaml`);
  return readYaml(readFileSync(file, 'utf8')) as readonly CapturedObject[];
}

/**
 * Stores captured objects with their status, generation and `managedFields`. Creation times, resource versions and uids
 * are new, and references use the new uids. Stop the controller manager first, because no controller may write the
 * objects until all are restored.
 */
export async function restore(client: Client, objects: readonly CapturedObject[]): Promise<readonly CapturedObject[]> {
  const uids = new Map<string, string>();
  const restored: CapturedObject[] = [];
  for (const object of objects) {
    const renewed = JSON.parse(replaceUids(JSON.stringify(object), uids)) as CapturedObject;
    const stored = await store(client, renewed);
    uids.set(object.metadata.uid, stored.metadata.uid);
    restored.push(stored);
  }
  return restored;
}

function replaceUids(text: string, uids: ReadonlyMap<string, string>): string {
  return [...uids].reduce((renewed, [before, now]) => renewed.replaceAll(before, now), text);
}

async function store(client: Client, { metadata, status, ...rest }: CapturedObject): Promise<CapturedObject> {
  const resource = client.resource(getKind(rest));
  const { name, namespace = '', labels, annotations, ownerReferences, generation = 1, managedFields } = metadata;
  // Changes the spec until the generation is right, because the API server increases it by one with each change.
  const { replicas = 0 } = rest.spec;
  const first = generation > 1 ? { spec: { ...rest.spec, replicas: replicas + generation - 1 } } : {};
  const named = { metadata: { name, namespace, labels, annotations, ownerReferences } };
  await resource.create({ ...rest, ...named, ...first });
  for (let left = generation - 2; left >= 0; left -= 1) {
    await resource.mergePatch({ name, namespace }, { spec: { replicas: replicas + left } });
  }
  await resource.mergePatch({ name, namespace }, { status }, { subresource: 'status' });
  const entries = { op: 'replace' as const, path: '/metadata/managedFields', value: managedFields };
  return (await resource.jsonPatch({ name, namespace }, [entries])) as CapturedObject;
}
