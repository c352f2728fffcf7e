import type { OperatorMetrics, OperatorOptions } from '../../options/index.ts';
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { OptionError } from '../checks/index.ts';
import { numberSetting } from './settings.ts';

/** The ports on which a Pod serves. */
export interface Ports {
  readonly metrics: number;
  readonly health: number;
  /** `undefined`: no webhooks are served. */
  readonly webhooks: number | undefined;
}

/**
 * Pure: the ports by the settings, else by the declaration.
 *
 * Throws if a port is 0, or if two are the same that cannot be: only plain metrics can share the port of health.
 */
export function planPorts(
  declaration: OperatorDeclaration,
  { settings = {}, metrics }: OperatorOptions,
  servesWebhooks: boolean,
): Ports {
  const setting = (env: string): number | undefined => numberSetting(declaration, settings, env)?.value;
  const ports = {
    metrics: checkedPort('metrics', setting('METRICS_PORT') ?? declaration.ports.metrics),
    health: checkedPort('health', setting('HEALTH_PORT') ?? declaration.ports.health),
  };
  checkShared(ports, metrics);
  if (!servesWebhooks) return { ...ports, webhooks: undefined };
  const webhooks = checkedPort('webhooks', setting('WEBHOOK_PORT') ?? declaration.ports.webhooks ?? 0);
  if (webhooks !== ports.metrics && webhooks !== ports.health) return { ...ports, webhooks };
  throw new OptionError(
    `webhooks need a port of their own, because only they need a certificate that API servers trust: set webhookPort ` +
      `to another one than ${webhooks}`,
  );
}

/** Throws for 0, which the operator accepts: it means any free port, and a Service or a probe could not name that. */
function checkedPort(name: string, port: number): number {
  if (port > 0) return port;
  throw new OptionError(`the ${name} port must be at least 1 in a cluster, but is ${port}`);
}

/** Throws if metrics and health have the same port although they are served in different ways. */
function checkShared(ports: Omit<Ports, 'webhooks'>, metrics: OperatorMetrics = {}): void {
  if (ports.metrics !== ports.health || metrics.plain === true) return;
  const reason =
    metrics.secure === true
      ? 'secure metrics need a port of their own, because health is served without TLS'
      : 'metrics need a port of their own, because they stay on loopback, where the kubelet could not ask for health';
  throw new OptionError(`${reason}: set metricsPort or healthPort to another one than ${ports.health}`);
}
