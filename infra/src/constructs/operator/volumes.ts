import type { Volume, VolumeMount } from 'kubernetes-types/core/v1';
import type { OperatorMetrics, OperatorOptions } from '../../options/index.ts';

import { OptionError } from '../checks/index.ts';
import { webhookCertificateFolder, type WebhooksPlan } from '../webhooks/index.ts';
import { certificateFolder } from './environment-variables.ts';

/** What the volumes follow from. */
interface Mounting {
  readonly metrics: OperatorMetrics;
  readonly webhooks: WebhooksPlan | undefined;
  readonly options: OperatorOptions;
}

interface Mounted {
  readonly volume: Volume;
  readonly mount: VolumeMount;
}

/** The volumes of the Pod: `tmp`, certificates that others write, and those of the user. */
export function operatorVolumes(plan: Mounting): Volume[] {
  return [...own(plan).map(({ volume }) => volume), ...(plan.options.pod?.volumes ?? [])];
}

/** Where the container mounts them. */
export function operatorVolumeMounts(plan: Mounting): VolumeMount[] {
  return [...own(plan).map(({ mount }) => mount), ...(plan.options.pod?.volumeMounts ?? [])];
}

/** Throws if two volumes have one name, or a mount has none. */
export function checkVolumes(plan: Mounting): void {
  const names = operatorVolumes(plan).map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new OptionError(`pod.volumes: two volumes are named ${twice}: take another name`);
  const mounts = plan.options.pod?.volumeMounts ?? [];
  const index = mounts.findIndex(({ name }) => !names.includes(name));
  if (index < 0) return;
  const known = names.join(', ');
  throw new OptionError(
    `pod.volumeMounts[${index}] mounts ${mounts[index]?.name ?? ''}, which is no volume: there are ${known}; add it to pod.volumes`,
  );
}

function own({ metrics, webhooks }: Mounting): Mounted[] {
  const mounted = [
    { volume: { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }, mount: { name: 'tmp', mountPath: '/tmp' } },
  ];
  const secrets: Mounted[] = [];
  if (metrics.certificateSecret !== undefined) {
    secrets.push(secret('metrics-certificate', metrics.certificateSecret, certificateFolder));
  }
  const webhookSecret = webhooks && secretOf(webhooks);
  if (webhookSecret !== undefined) {
    secrets.push(secret('webhook-certificate', webhookSecret, webhookCertificateFolder));
  }
  return [...mounted, ...secrets];
}

/** The Secret that has a certificate which others write; `undefined` if none is mounted. */
function secretOf({ certificate }: WebhooksPlan): string | undefined {
  return certificate.by === 'operator' ? undefined : certificate.secret;
}

function secret(name: string, secretName: string, mountPath: string): Mounted {
  return { volume: { name, secret: { secretName } }, mount: { name, mountPath, readOnly: true } };
}
