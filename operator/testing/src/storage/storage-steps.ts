import { mkdir, rm } from 'node:fs/promises';

import { apiVersionOf } from '@kubewright/runtime/internal/base';
import { type Client, isApiError } from '@kubewright/runtime/internal/client';
import { PersistentVolumeClaim } from '@kubewright/runtime/kinds';
import { type EmittedEvent, emitEvent } from '../emit-event.ts';
import { provisionerName } from './default-class.ts';
import { insideOf } from './host-folder.ts';
import { PersistentVolume, type StorageClass } from './kinds.ts';
import { annotations, folderFinalizer, hasDeletePolicy, type StorageStep, volumeNameOf } from './storage-plan.ts';

export interface StepContext {
  readonly client: Client;
  /** The folder that stands for `/` of the nodes. */
  readonly hostFolder: string;
  readonly signal: AbortSignal;
}

type Step<T extends StorageStep['type']> = Extract<StorageStep, { readonly type: T }>;

/**
 * Executes a step. Does nothing if the object was changed, created or deleted meanwhile: the watches show the change,
 * and the next plan is computed from it.
 *
 * Throws: errors of the API server and the file system.
 */
export async function doStep(step: StorageStep, context: StepContext): Promise<void> {
  try {
    await steps[step.type](step as never, context);
  } catch (error) {
    if (!isApiError(error, 404) && !isApiError(error, 409)) throw error;
  }
}

const steps: { readonly [T in StorageStep['type']]: (step: Step<T>, context: StepContext) => Promise<void> } = {
  async provision({ claim, storageClass }, context) {
    const volume = volumeFor(claim, storageClass);
    await mkdir(insideOf(context.hostFolder, volume.spec.hostPath.path), { recursive: true, mode: 0o700 });
    await context.client.resource(PersistentVolume).create(volume, context);
    const note = `Successfully provisioned volume ${volume.metadata.name}`;
    await emit(claim, { type: 'Normal', reason: 'ProvisioningSucceeded', action: 'Provision', note }, context);
  },
  async refuse({ claim, why }, context) {
    const note = `failed to provision volume with StorageClass "${claim.spec.storageClassName ?? ''}": ${why}`;
    await emit(claim, { type: 'Warning', reason: 'ProvisioningFailed', action: 'Provision', note }, context);
  },
  async 'grow volume'({ volume, to }, { client, signal }) {
    const patch = { metadata: versionOf(volume), spec: { capacity: { storage: to } } };
    await client.resource(PersistentVolume).mergePatch(volume.metadata, patch, { signal });
  },
  async 'grow claim'({ claim, to }, context) {
    const patch = { metadata: versionOf(claim), status: { capacity: { storage: to } } };
    const { client, signal } = context;
    await client.resource(PersistentVolumeClaim).mergePatch(claim.metadata, patch, { signal, subresource: 'status' });
    const note = 'Resize volume succeeded';
    await emit(claim, { type: 'Normal', reason: 'VolumeResizeSuccessful', action: 'Resize', note }, context);
  },
  async 'delete volume'({ volume }, { client, signal }) {
    await client.resource(PersistentVolume).delete(volume.metadata, { propagation: 'Background', signal });
  },
  async 'release folder'({ volume }, { client, hostFolder, signal }) {
    const folder = insideOf(hostFolder, pathOf(volume.metadata.name));
    if (hasDeletePolicy(volume)) await rm(folder, { recursive: true, force: true });
    const finalizers = volume.metadata.finalizers?.filter((finalizer) => finalizer !== folderFinalizer) ?? [];
    const patch = { metadata: { ...versionOf(volume), finalizers } };
    await client.resource(PersistentVolume).mergePatch(volume.metadata, patch, { signal });
  },
};

/**
 * The resource version as a precondition: a write from a stale cache fails with a conflict, so that no step is
 * executed, and no event emitted, twice.
 */
function versionOf({ metadata }: PersistentVolume | PersistentVolumeClaim): { readonly resourceVersion: string } {
  return { resourceVersion: metadata.resourceVersion };
}

function pathOf(volume: string): string {
  return `/volumes/${volume}`;
}

/**
 * The volume for a claim, already bound to it. It has no node affinity: all nodes of a control plane share the files.
 */
function volumeFor(claim: PersistentVolumeClaim, { metadata, reclaimPolicy = 'Delete', mountOptions }: StorageClass) {
  const { namespace, name, uid, resourceVersion } = claim.metadata;
  const volume = volumeNameOf(claim);
  return {
    apiVersion: apiVersionOf(PersistentVolume),
    kind: PersistentVolume.kind,
    metadata: {
      name: volume,
      annotations: { [annotations.provisionedBy]: provisionerName },
      finalizers: [folderFinalizer],
    },
    spec: {
      accessModes: claim.spec.accessModes ?? [],
      capacity: { storage: claim.spec.resources?.requests?.['storage'] ?? '0' },
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: namespace ?? '',
        name,
        uid,
        resourceVersion,
      },
      hostPath: { path: pathOf(volume), type: 'Directory' },
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: metadata.name,
      volumeMode: 'Filesystem',
      ...(mountOptions && { mountOptions }),
    },
  };
}

async function emit(
  claim: PersistentVolumeClaim,
  what: Omit<EmittedEvent, 'about' | 'reporter'>,
  { client, signal }: StepContext,
): Promise<void> {
  await emitEvent(
    client,
    { about: claim, reporter: { controller: provisionerName, instance: 'kubewright' }, ...what },
    signal,
  );
}
