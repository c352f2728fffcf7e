import type { CallRecord } from '../../client/index.ts';
import type { Families } from './families.ts';

/** component-base's buckets of a call to the API server, in seconds. */
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** The families `rest_client_*`: takes note of calls to the API server. */
export function clientFamilies(families: Families): (record: CallRecord) => void {
  const total = families.counter({
    name: 'rest_client_requests_total',
    help: 'Calls to the API server, by method, host and status.',
    labelNames: ['code', 'method', 'host'],
  });
  const duration = families.histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Time until the API server begins to answer.',
    labelNames: ['verb', 'host'],
    buckets,
  });
  return ({ code, method, host, durationMs }) => {
    total.inc({ code, method, host });
    duration.observe({ verb: method, host }, durationMs / 1000);
  };
}
