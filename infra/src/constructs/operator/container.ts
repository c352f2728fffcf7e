import { Duration, Size } from 'cdk8s';
import {
  type ContainerPort,
  type ContainerProps,
  Probe,
  Protocol,
  Secret,
  Volume,
  type VolumeMount,
} from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

import { containerResources, pullPolicies, restricted } from '../pod/index.ts';
import { webhookCertificateFolder } from '../webhooks/index.ts';
import { certificateFolder, environmentVariables } from './environment-variables.ts';
import { areServed } from './metrics.ts';
import type { OperatorPlan } from './plan.ts';

/**
 * The operator's only container: it passes Pod Security "restricted", can write to /tmp only, and gets its settings as
 * environment variables.
 */
export function operatorContainer(scope: Construct, plan: OperatorPlan): ContainerProps {
  return {
    name: 'operator',
    image: plan.image,
    imagePullPolicy: pullPolicies[plan.options.image?.pullPolicy ?? 'IfNotPresent'],
    envVariables: environmentVariables(plan.declaration, plan.environment),
    ports: containerPorts(plan),
    ...probes(plan.ports.health),
    resources: containerResources(plan.options.resources ?? {}),
    securityContext: restricted,
    volumeMounts: [
      { path: '/tmp', volume: Volume.fromEmptyDir(scope, 'tmp', 'tmp', { sizeLimit: Size.mebibytes(64) }) },
      ...metricsCertificate(scope, plan),
      ...webhookCertificate(scope, plan),
    ],
  };
}

/** Lists each port number once: a port that serves both metrics and health is named `metrics`. */
function containerPorts({ ports, environment }: OperatorPlan): ContainerPort[] {
  const port = (name: string, number: number): ContainerPort => ({ name, number, protocol: Protocol.TCP });
  const isShared = areServed(environment.metrics) && ports.metrics === ports.health;
  return [
    ...(areServed(environment.metrics) ? [port('metrics', ports.metrics)] : []),
    ...(isShared ? [] : [port('health', ports.health)]),
    ...(ports.webhooks === undefined ? [] : [port('webhooks', ports.webhooks)]),
  ];
}

function metricsCertificate(scope: Construct, { environment }: OperatorPlan): VolumeMount[] {
  const { certificateSecret } = environment.metrics;
  if (certificateSecret === undefined) return [];
  const secret = Secret.fromSecretName(scope, 'metrics-certificate-secret', certificateSecret);
  const volume = Volume.fromSecret(scope, 'metrics-certificate', secret, { name: 'metrics-certificate' });
  return [{ path: certificateFolder, volume, readOnly: true }];
}

function webhookCertificate(scope: Construct, { webhooks }: OperatorPlan): VolumeMount[] {
  if (webhooks === undefined || webhooks.certificate.by === 'operator') return [];
  const secret = Secret.fromSecretName(scope, 'webhook-certificate-secret', webhooks.certificate.secret);
  const volume = Volume.fromSecret(scope, 'webhook-certificate', secret, { name: 'webhook-certificate' });
  return [{ path: webhookCertificateFolder, volume, readOnly: true }];
}

/**
 * The container may take a minute to start. After that it is restarted after 30 s without an answer, and removed from
 * the endpoints of Services after 15 s.
 */
function probes(port: number): Pick<ContainerProps, 'startup' | 'liveness' | 'readiness'> {
  const timeoutSeconds = Duration.seconds(5);
  return {
    startup: Probe.fromHttpGet('/healthz', {
      port,
      timeoutSeconds,
      periodSeconds: Duration.seconds(2),
      failureThreshold: 30,
    }),
    liveness: Probe.fromHttpGet('/healthz', {
      port,
      timeoutSeconds,
      periodSeconds: Duration.seconds(10),
      failureThreshold: 3,
    }),
    readiness: Probe.fromHttpGet('/readyz', {
      port,
      timeoutSeconds,
      periodSeconds: Duration.seconds(5),
      failureThreshold: 3,
    }),
  };
}
