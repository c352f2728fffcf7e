import type { Container, ContainerPort, Probe } from 'kubernetes-types/core/v1';

import { mergePatch, restrictedContainer } from '../pod/index.ts';
import { areServed } from './metrics.ts';
import type { OperatorPlan } from './plan.ts';
import { operatorVolumeMounts } from './volumes.ts';

/**
 * The operator's only container: it passes Pod Security "restricted", can write to /tmp only, and gets its settings as
 * environment variables.
 */
export function operatorContainer(plan: OperatorPlan): Container {
  const { pod = {}, image = {} } = plan.options;
  return {
    name: 'operator',
    image: plan.image,
    imagePullPolicy: image.pullPolicy ?? 'IfNotPresent',
    ...(pod.args && { args: [...pod.args] }),
    env: [...plan.variables],
    ports: containerPorts(plan),
    ...probes(plan.ports.health),
    resources: plan.resources,
    securityContext: mergePatch(restrictedContainer, pod.containerSecurityContext ?? {}),
    volumeMounts: operatorVolumeMounts(plan),
  };
}

/** Lists each port number once: a port that serves both metrics and health is named `metrics`. */
function containerPorts({ ports, metrics }: OperatorPlan): ContainerPort[] {
  const port = (name: string, containerPort: number): ContainerPort => ({ name, containerPort, protocol: 'TCP' });
  const isShared = areServed(metrics) && ports.metrics === ports.health;
  return [
    ...(areServed(metrics) ? [port('metrics', ports.metrics)] : []),
    ...(isShared ? [] : [port('health', ports.health)]),
    ...(ports.webhooks === undefined ? [] : [port('webhooks', ports.webhooks)]),
  ];
}

/**
 * The container may take a minute to start. After that it is restarted after 30 s without an answer, and removed from
 * the endpoints of Services after 15 s.
 */
function probes(port: number): Pick<Container, 'startupProbe' | 'livenessProbe' | 'readinessProbe'> {
  const asks = (path: string): Probe => ({ httpGet: { path, port, scheme: 'HTTP' }, timeoutSeconds: 5 });
  return {
    startupProbe: { ...asks('/healthz'), periodSeconds: 2, failureThreshold: 30 },
    livenessProbe: { ...asks('/healthz'), periodSeconds: 10, failureThreshold: 3 },
    readinessProbe: { ...asks('/readyz'), periodSeconds: 5, failureThreshold: 3 },
  };
}
