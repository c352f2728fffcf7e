import { formatKey, type Kind, type OwnerReference } from '../../../operator/runtime/src/base/index.ts';
import { type Client, buildPath } from '../../../operator/runtime/src/client/index.ts';
import { Event } from '../../../operator/runtime/src/kinds/index.ts';
import { applyReady, awaitReady, awaitCondition } from '../../support/conditions.ts';
import { examples } from '../../support/kinds/kinds.ts';
import { applyManifests, getKind, type Manifest } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import type { Place, Scenario } from '../../faults/crash/scenario.ts';

/**
 * Creates the custom resource of a controller as another operator has left it, before this repository's operator is
 * installed.
 */
export async function createLeftovers(place: Place, controller: string): Promise<void> {
  const { resource, permissions } = getScenario(controller);
  const { left, finalizers } = permissions;
  if (left === undefined) return;
  const manifest = resource(place.namespace);
  const metadata = { ...manifest.metadata, ...(finalizers && { finalizers }) };
  const [owner] = await applyManifests(place.client, [{ ...manifest, metadata }]);
  if (owner !== undefined) await left(place, owner);
}

/**
 * Creates a custom resource, changes it three times, and deletes it. Before the second and the third change, removes
 * the owner references of its children.
 */
export async function exerciseController(place: Place, controller: string): Promise<void> {
  const { resource: created, permissions: use } = getScenario(controller);
  const { client, namespace } = place;
  const manifest = created(namespace);
  const resource = client.resource(getKind(manifest));
  // Waits until the operator has removed the finalizer of another operator, which the apply below would remove.
  if (use.left) await awaitReady(resource, manifest.metadata);
  await applyReady(client, manifest);
  for (const turn of [1, 2, 3]) {
    const children = turn === 1 ? [] : use.children.map((child) => ({ ...child, namespace }));
    const references = await Promise.all(children.map((child) => removeOwners(client, child)));
    if (children.length > 0) {
      // First, because the operator might otherwise see the change, and adopt or delete the child.
      if (use.disowned) await use.disowned(place, turn);
      else await awaitCondition(resource, manifest.metadata, conflict);
    }
    await resource.mergePatch(manifest.metadata, { spec: use.change(turn, namespace) });
    for (const [index, child] of children.entries()) {
      // The operator reports one child without an owner reference at a time, the next one when this one has it again.
      await awaitCondition(resource, manifest.metadata, {
        ...conflict,
        says: `${child.kind.kind} ${formatKey(child)} `,
      });
      await restoreOwners(client, child, references[index] ?? []);
    }
    await awaitReady(resource, manifest.metadata);
  }
  await untilEventIsRepeated(place, manifest);
  await resource.delete(manifest.metadata, { propagation: 'Background' });
  await until(`${manifest.kind} is deleted`, async () => (await resource.tryGet(manifest.metadata)) === undefined);
}

/**
 * Creates a ScheduledEcho in a dry run, so that its webhook dry-runs the CronJob. The operator serves the webhook
 * whichever controllers run.
 */
export async function exerciseWebhooks({ client, namespace }: Place): Promise<void> {
  const { metadata, ...rest } = getScenario('scheduled-echo').resource(namespace) as Manifest & { spec: object };
  const manifest = { ...rest, metadata: { ...metadata, name: 'tried' }, spec: { ...rest.spec, schedule: 'never' } };
  const path = buildPath(getKind(manifest), { namespace });
  // Waits, because the API server cannot call the webhook until `caBundle` is set.
  await until('the webhook rejects an invalid schedule', async () => {
    const { status } = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body: manifest });
    return status === 422;
  });
  const good = { ...manifest, spec: rest.spec };
  await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body: good });
}

function getScenario(name: string): Scenario {
  const example = examples.find(({ crash }) => crash.controller.name === name);
  if (example === undefined) throw new Error(`test/support/kinds lacks an example of ${name}: add one`);
  return example.crash;
}

const conflict = { type: 'Ready', status: 'False', reason: 'NameConflict' };

interface Child {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Removes the owner references of a child.
 * @returns the removed references
 */
async function removeOwners(client: Client, { kind, ...key }: Child): Promise<readonly OwnerReference[]> {
  const { metadata } = await client.resource(kind).get(key);
  await client.resource(kind).mergePatch(key, { metadata: { ownerReferences: null } });
  return metadata.ownerReferences ?? [];
}

async function restoreOwners(
  client: Client,
  { kind, ...key }: Child,
  ownerReferences: readonly OwnerReference[],
): Promise<void> {
  await client.resource(kind).mergePatch(key, { metadata: { ownerReferences } });
}

/** Waits until an event is repeated, because increasing its count needs another permission than creating it. */
async function untilEventIsRepeated({ client, namespace }: Place, { kind }: Manifest): Promise<void> {
  await until(`an event of the ${kind} is repeated`, async () => {
    const { items } = await client.resource(Event).list({ namespace });
    return items.some(({ regarding, series }) => regarding?.kind === kind && (series?.count ?? 0) > 1);
  });
}
