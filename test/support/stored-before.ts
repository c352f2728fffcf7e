import { type Client, pathOf, unchecked } from '../../operator/runtime/src/client/index.ts';
import { type CustomResourceDefinition, Namespace } from '../../operator/runtime/src/kinds/index.ts';
import { applyManifests, kindOf, type Manifest } from './manifests.ts';
import { ourDefinitions } from './our-kinds.ts';
import { until } from './until.ts';

/** A resource as somebody stored it, with the status that somebody gave it. */
export type StoredResource = Manifest & { readonly spec?: unknown; readonly status?: object };

/** Resources that are older than the rules of their kind, in a namespace that one test file has for itself. */
export interface StoredBefore {
  readonly namespace: string;
  /** The name of the CRD. */
  readonly definition: string;
  /** The CRD as it was when they were stored. */
  readonly earlier: (ours: Manifest) => Manifest;
  readonly resources: readonly StoredResource[];
  /** One of them that the rules refuse. */
  readonly refused: StoredResource;
}

/** The CRD as it was when it had no rules yet. */
export function withoutRules(crd: Manifest): Manifest {
  const copy = structuredClone(crd) as Manifest & Pick<CustomResourceDefinition, 'spec'>;
  for (const { schema } of copy.spec.versions) {
    delete (schema?.openAPIV3Schema as Record<string, unknown>)['x-kubernetes-validations'];
  }
  return copy;
}

/** Serves the CRDs of then, and stores the resources under them. Our CRDs are to be applied next. */
export async function storeBefore(client: Client, all: readonly StoredBefore[]): Promise<void> {
  const ours = ourDefinitions();
  const earlier = all.flatMap((each) =>
    ours.filter(({ metadata }) => metadata.name === each.definition).map((crd) => each.earlier(crd)),
  );
  await applyManifests(client, earlier);
  for (const name of new Set(all.map(({ namespace }) => namespace))) {
    await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  for (const { resources } of all) for (const resource of resources) await store(client, resource);
}

async function store(client: Client, { status, ...resource }: StoredResource): Promise<void> {
  const resources = client.resource(unchecked(kindOf(resource)));
  await until(`${resource.metadata.name} is stored`, () => resources.create(resource));
  if (status !== undefined) await resources.mergePatch(resource.metadata, { status }, { subresource: 'status' });
}

/** Waits until the API server refuses today what it has stored: it reads a CRD that changes a moment later. */
export async function untilRefused(client: Client, all: readonly StoredBefore[]): Promise<void> {
  for (const { refused } of all) {
    const { namespace = '' } = refused.metadata;
    const attempt = { method: 'POST', path: pathOf(kindOf(refused), { namespace }), query: { dryRun: 'All' } } as const;
    await until(`the rules of ${refused.kind} are in force`, async () => {
      return (await client.transport.call({ ...attempt, body: refused })).status === 422;
    });
  }
}
