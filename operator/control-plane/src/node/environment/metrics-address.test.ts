import { describe, expect, it } from 'vitest';

import { resolveMetricsAddress } from './metrics-address.ts';

const pod = { loopback: '127.9.8.7', inside: '127.137.8.7' };

const getAddress = (variables: Readonly<Record<string, string>> = {}): string | undefined =>
  resolveMetricsAddress(new Map(Object.entries(variables)), pod).METRICS_BIND_ADDRESS;

describe('METRICS_BIND_ADDRESS of a container', () => {
  it.each([{}, { METRICS_BIND_ADDRESS: '' }, { BIND_ADDRESS: '0.0.0.0' }, { METRICS_SECURE: 'false' }])(
    "is the address for the Pod's loopback by default: %j",
    (variables) => {
      expect(getAddress(variables)).toBe(pod.inside);
    },
  );

  it.each(['127.0.0.1', '::1', 'localhost'])("is the address for the Pod's loopback if set to %s", (given) => {
    expect(getAddress({ METRICS_BIND_ADDRESS: given, METRICS_SECURE: 'true' })).toBe(pod.inside);
  });

  it.each(['0.0.0.0', '::', '10.9.8.7'])("is the Pod's own address if set to %s", (given) => {
    expect(getAddress({ METRICS_BIND_ADDRESS: given })).toBe(pod.loopback);
  });

  it.each(['true', 'True', '1'])('is not set when METRICS_SECURE is %s', (secure) => {
    expect(getAddress({ METRICS_SECURE: secure })).toBeUndefined();
  });
});
