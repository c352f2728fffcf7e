import type {
  PodSecurityContext,
  ResourceRequirements,
  SecurityContext,
  Volume,
  VolumeMount,
} from 'kubernetes-types/core/v1';
import { getMember, parseQuantity, type Quantity } from '@kubewright/declaration';

import type { OperatorDeclaration } from '../declaration/index.ts';
import type { OperatorImage, OperatorMetrics, OperatorOptions, OperatorResources } from '../options/index.ts';
import { OptionError } from './option-errors.ts';
import { certificateFolder } from './variables.ts';
import { webhookCertificateFolder, type WebhooksPlan } from './webhooks.ts';

/** Repositories of our published images, by operator name. */
const published: Readonly<Record<string, string>> = { kubewright: 'ghcr.io/kubewright/operator' };

/** Pure: the tag of the image. */
export function getImageTag(declaration: OperatorDeclaration, image: OperatorImage = {}): string {
  return image.tag ?? declaration.version;
}

/** Pure: the image reference in the Pod. Throws if the repository of an operator other than ours is missing. */
export function formatImageReference(declaration: OperatorDeclaration, image: OperatorImage = {}): string {
  const repository = image.repository ?? getMember(published, declaration.name);
  if (repository === undefined) {
    throw new OptionError(`image.repository is missing: set it, because ${declaration.name} has no default image`);
  }
  const reference = `${repository}:${getImageTag(declaration, image)}`;
  return image.digest === undefined ? reference : `${reference}@${image.digest}`;
}

/**
 * Pure: the given requests and limits with defaults.
 *
 * Throws if a limit is below its request, because the API server would reject every Pod.
 */
export function buildResources(given: OperatorResources): ResourceRequirements {
  const { cpuRequest = '100m', cpuLimit, memoryRequest = '128Mi', memoryLimit = '256Mi' } = given;
  checkBounds('cpu', cpuRequest, cpuLimit);
  checkBounds('memory', memoryRequest, memoryLimit);
  return {
    requests: { cpu: String(cpuRequest), memory: String(memoryRequest) },
    limits: { ...(cpuLimit !== undefined && { cpu: String(cpuLimit) }), memory: String(memoryLimit) },
  };
}

function checkBounds(resource: 'cpu' | 'memory', request: Quantity, limit: Quantity | undefined): void {
  if (limit === undefined || (parseQuantity(limit) ?? 0) >= (parseQuantity(request) ?? 0)) return;
  throw new OptionError(
    `resources: ${resource}Limit ${limit} is below ${resource}Request ${request}: ` +
      `raise the limit, or set a lower ${resource}Request`,
  );
}

/** User id and group id of our processes. They are not root; our image names both `nonroot`. */
const user = 65_532;

/** Passes Pod Security "restricted". The root file system is read-only: only mounted volumes are writable. */
export const restrictedContainer: SecurityContext = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  privileged: false,
  readOnlyRootFilesystem: true,
  runAsGroup: user,
  runAsNonRoot: true,
  runAsUser: user,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** Passes Pod Security "restricted". */
export const restrictedPod: PodSecurityContext = {
  runAsGroup: user,
  runAsNonRoot: true,
  runAsUser: user,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** The group that owns a volume of our processes. */
export const volumeGroup: PodSecurityContext = { fsGroup: user, fsGroupChangePolicy: 'OnRootMismatch' };

interface VolumeContext {
  readonly metrics: OperatorMetrics;
  readonly webhooks: WebhooksPlan | undefined;
  readonly options: OperatorOptions;
}

interface MountedVolume {
  readonly volume: Volume;
  readonly mount: VolumeMount;
}

/** Returns the volumes of the Pod: `tmp`, the Secrets of external certificates, and the user's volumes. */
export function buildVolumes(plan: VolumeContext): Volume[] {
  return [...buildOwnVolumes(plan).map(({ volume }) => volume), ...(plan.options.pod?.volumes ?? [])];
}

export function buildVolumeMounts(plan: VolumeContext): VolumeMount[] {
  return [...buildOwnVolumes(plan).map(({ mount }) => mount), ...(plan.options.pod?.volumeMounts ?? [])];
}

/** Throws if two volumes have the same name, or a mount refers to a missing volume. */
export function checkVolumes(plan: VolumeContext): void {
  const names = buildVolumes(plan).map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new OptionError(`pod.volumes: two volumes are named ${twice}: use another name`);
  const mounts = plan.options.pod?.volumeMounts ?? [];
  const index = mounts.findIndex(({ name }) => !names.includes(name));
  if (index < 0) return;
  const known = names.join(', ');
  throw new OptionError(
    `pod.volumeMounts[${index}] mounts ${mounts[index]?.name ?? ''}, which does not exist: the volumes are ${known}; add it to pod.volumes`,
  );
}

function buildOwnVolumes({ metrics, webhooks }: VolumeContext): MountedVolume[] {
  const { certificate } = webhooks ?? {};
  const secrets = [
    { name: 'metrics-certificate', secretName: metrics.certificateSecret, mountPath: certificateFolder },
    {
      name: 'webhook-certificate',
      secretName: certificate === undefined || certificate.by === 'operator' ? undefined : certificate.secret,
      mountPath: webhookCertificateFolder,
    },
  ];
  return [
    { volume: { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }, mount: { name: 'tmp', mountPath: '/tmp' } },
    ...secrets.flatMap(({ name, secretName, mountPath }) =>
      secretName === undefined
        ? []
        : [{ volume: { name, secret: { secretName } }, mount: { name, mountPath, readOnly: true } }],
    ),
  ];
}
