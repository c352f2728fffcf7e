import type { ReviewObserver } from '../../admission/index.ts';
import type { Clock } from '../../base/index.ts';
import type { Families } from './prom-client.ts';

/** Histogram buckets in seconds, as in prom-client and client_golang. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates the metrics `controller_runtime_webhook_*`, with the path as a label. Only operators with webhooks have them.
 */
export function createWebhookMetrics(families: Families, clock: Pick<Clock, 'monotonic'>): ReviewObserver {
  const labelNames = ['webhook'] as const;
  const total = families.counter({
    name: 'controller_runtime_webhook_requests_total',
    help: 'Requests to webhooks, by path and HTTP status.',
    labelNames: ['webhook', 'code'],
  });
  const latency = families.histogram({
    name: 'controller_runtime_webhook_latency_seconds',
    help: 'Time until a webhook responds.',
    labelNames,
    buckets,
  });
  const inFlight = families.gauge({
    name: 'controller_runtime_webhook_requests_in_flight',
    help: 'Requests to webhooks in progress.',
    labelNames,
  });
  const panics = families.counter({
    name: 'controller_runtime_webhook_panics_total',
    help: 'Requests to webhooks in which a handler threw.',
    labelNames: [],
  });
  return {
    onBegin(webhook) {
      const beganAt = clock.monotonic();
      inFlight.inc({ webhook });
      return (code) => {
        inFlight.dec({ webhook });
        total.inc({ webhook, code: String(code) });
        latency.observe({ webhook }, (clock.monotonic() - beganAt) / 1000);
      };
    },
    onThrown: () => {
      panics.inc();
    },
  };
}
