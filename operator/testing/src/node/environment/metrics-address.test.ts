import { describe, expect, it } from 'vitest';

import { metricsAddress } from './metrics-address.ts';

const pod = { loopback: '127.9.8.7', inside: '127.137.8.7' };

const addressOf = (variables: Readonly<Record<string, string>> = {}): string | undefined =>
  metricsAddress(new Map(Object.entries(variables)), pod).METRICS_BIND_ADDRESS;

describe('the address of the metrics of a Pod', () => {
  it.each([{}, { METRICS_BIND_ADDRESS: '' }, { BIND_ADDRESS: '0.0.0.0' }, { METRICS_SECURE: 'false' }])(
    'stands for its loopback where nothing else is said: %j',
    (variables) => {
      expect(addressOf(variables)).toBe(pod.inside);
    },
  );

  it.each(['127.0.0.1', '::1', 'localhost'])('stands for its loopback where that is said: %s', (given) => {
    expect(addressOf({ METRICS_BIND_ADDRESS: given, METRICS_SECURE: 'true' })).toBe(pod.inside);
  });

  it.each(['0.0.0.0', '::', '10.9.8.7'])('is the own one of the Pod where it is %s', (given) => {
    expect(addressOf({ METRICS_BIND_ADDRESS: given })).toBe(pod.loopback);
  });

  it.each(['true', 'True', '1'])('is left to the process where they are secure: %s', (secure) => {
    expect(addressOf({ METRICS_SECURE: secure })).toBeUndefined();
  });
});
