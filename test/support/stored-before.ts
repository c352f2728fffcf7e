import { type Client, buildPath, unchecked } from '../../operator/runtime/src/client/index.ts';
import { type CustomResourceDefinition, Namespace } from '../../operator/runtime/src/kinds/index.ts';
import { applyManifests, getKind, type Manifest } from './manifests.ts';
import { readOurCrds } from './our-kinds.ts';
import { until } from './until.ts';

/** A custom resource to store, including its status. */
export type StoredResource = Manifest & {
  readonly metadata: { readonly finalizers?: readonly string[] };
  readonly spec?: unknown;
  readonly status?: object;
};

/** Custom resources that are stored before their CRD gets its validation rules, in a namespace of one test file. */
export interface StoredBefore {
  readonly namespace: string;
  /** The name of the CRD. */
  readonly crd: string;
  /** Returns an older version of the CRD, under which the objects are stored. */
  readonly earlier: (ours: Manifest) => Manifest;
  readonly resources: readonly StoredResource[];
  /** An object that the current CRD rejects. */
  readonly rejected: StoredResource;
}

export function removeValidationRules(crd: Manifest): Manifest {
  const copy = structuredClone(crd) as Manifest & Pick<CustomResourceDefinition, 'spec'>;
  for (const { schema } of copy.spec.versions) {
    delete (schema?.openAPIV3Schema as Record<string, unknown>)['x-kubernetes-validations'];
  }
  return copy;
}

/** Applies the earlier CRDs, and stores the objects. The caller then applies the current CRDs. */
export async function storeBefore(client: Client, all: readonly StoredBefore[]): Promise<void> {
  const ours = readOurCrds();
  const earlier = all.flatMap((each) =>
    ours.filter(({ metadata }) => metadata.name === each.crd).map((crd) => each.earlier(crd)),
  );
  await applyManifests(client, earlier);
  for (const name of new Set(all.map(({ namespace }) => namespace))) {
    await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  for (const { resources } of all) for (const resource of resources) await store(client, resource);
}

async function store(client: Client, { status, ...resource }: StoredResource): Promise<void> {
  const resources = client.resource(unchecked(getKind(resource)));
  await until(`${resource.metadata.name} is stored`, () => resources.create(resource));
  if (status !== undefined) await resources.mergePatch(resource.metadata, { status }, { subresource: 'status' });
}

/** Waits until the API server rejects the stored objects, because it enforces a changed CRD with a delay. */
export async function untilRejected(client: Client, all: readonly StoredBefore[]): Promise<void> {
  for (const { rejected } of all) {
    const { namespace = '' } = rejected.metadata;
    const attempt = {
      method: 'POST',
      path: buildPath(getKind(rejected), { namespace }),
      query: { dryRun: 'All' },
    } as const;
    await until(`the API server enforces the rules of ${rejected.kind}`, async () => {
      return (await client.transport.call({ ...attempt, body: rejected })).status === 422;
    });
  }
}
