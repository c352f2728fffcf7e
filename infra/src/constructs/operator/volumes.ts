import type { Volume, VolumeMount } from 'kubernetes-types/core/v1';

import { webhookCertificateFolder } from '../webhooks/index.ts';
import { certificateFolder } from './environment-variables.ts';
import type { OperatorPlan } from './plan.ts';

interface Mounted {
  readonly volume: Volume;
  readonly mount: VolumeMount;
}

/** The volumes of the Pod: `tmp`, certificates that others write, and those of the user. */
export function operatorVolumes(plan: OperatorPlan): Volume[] {
  return [...own(plan).map(({ volume }) => volume), ...(plan.options.pod?.volumes ?? [])];
}

/** Where the container mounts them. */
export function operatorVolumeMounts(plan: OperatorPlan): VolumeMount[] {
  return [...own(plan).map(({ mount }) => mount), ...(plan.options.pod?.volumeMounts ?? [])];
}

function own({ metrics, webhooks }: OperatorPlan): Mounted[] {
  const mounted = [
    { volume: { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }, mount: { name: 'tmp', mountPath: '/tmp' } },
  ];
  const secrets: Mounted[] = [];
  if (metrics.certificateSecret !== undefined) {
    secrets.push(secret('metrics-certificate', metrics.certificateSecret, certificateFolder));
  }
  if (webhooks !== undefined && webhooks.certificate.by !== 'operator') {
    secrets.push(secret('webhook-certificate', webhooks.certificate.secret, webhookCertificateFolder));
  }
  return [...mounted, ...secrets];
}

function secret(name: string, secretName: string, mountPath: string): Mounted {
  return { volume: { name, secret: { secretName } }, mount: { name, mountPath, readOnly: true } };
}
