import type { AnswerRecord, CallRecord, RetryRecord } from '../../client/index.ts';
import type { Families } from './prom-client.ts';

/** Histogram buckets for calls to the API server, in seconds, as in component-base. */
const secondsBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Histogram buckets for bodies, in bytes (64 to 16 Mi), as in component-base. */
const bytesBuckets = [64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216];

/** Callbacks that record calls; pass them to `HttpTransportOptions`. */
export interface ClientMetrics {
  onCall(record: CallRecord): void;
  onRetry(record: RetryRecord): void;
  onAnswer(record: AnswerRecord): void;
}

/** Creates the metrics `rest_client_*` about calls to the API server. */
export function createClientMetrics(families: Families): ClientMetrics {
  const labelNames = ['verb', 'host'] as const;
  const total = families.counter({
    name: 'rest_client_requests_total',
    help: 'API requests, by method, host and status.',
    labelNames: ['code', 'method', 'host'],
  });
  const retries = families.counter({
    name: 'rest_client_request_retries_total',
    help: 'API requests that were retried at once, because of new credentials or a closed connection.',
    labelNames: ['code', 'verb', 'host'],
  });
  const duration = families.histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Time until the API server starts to respond.',
    labelNames,
    buckets: secondsBuckets,
  });
  const sent = families.histogram({
    name: 'rest_client_request_size_bytes',
    help: 'Size of request bodies; 0 without a body.',
    labelNames,
    buckets: bytesBuckets,
  });
  const answered = families.histogram({
    name: 'rest_client_response_size_bytes',
    help: 'Size of response bodies, except for watches.',
    labelNames,
    buckets: bytesBuckets,
  });
  return {
    onCall({ code, method, host, durationMs, requestBytes }) {
      total.inc({ code, method, host });
      duration.observe({ verb: method, host }, durationMs / 1000);
      sent.observe({ verb: method, host }, requestBytes);
    },
    onRetry({ code, method, host }) {
      retries.inc({ code, verb: method, host });
    },
    onAnswer({ method, host, responseBytes }) {
      answered.observe({ verb: method, host }, responseBytes);
    },
  };
}
