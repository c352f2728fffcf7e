import { describe, expect, it } from 'vitest';

import { findMissingFields } from './missing-fields.ts';

const desired = { metadata: { labels: { app: 'web' } }, spec: { replicas: 3, ports: [{ port: 80 }] } };

describe('the missing fields of an object', () => {
  it('are empty if it has all desired fields, also if it has others', () => {
    const live = {
      ...{ kind: 'Service', metadata: { name: 'web', labels: { app: 'web', team: 'a' } } },
      spec: { replicas: 3, paused: false, ports: [{ port: 80, protocol: 'TCP' }] },
    };
    expect(findMissingFields(live, desired)).toEqual([]);
    expect(findMissingFields(live, { spec: { left: undefined, unset: null } })).toEqual([]);
    expect(findMissingFields(live, { spec: { paused: null } })).toEqual(['spec.paused is false, not null']);
  });

  it.each([
    [{ replicas: 2, ports: [{ port: 80 }] }, 'spec.replicas is 2, not 3'],
    [{ replicas: '3', ports: [{ port: 80 }] }, 'spec.replicas is "3", not 3'],
    [{ ports: [{ port: 80 }] }, 'spec.replicas is undefined, not 3'],
    [{ replicas: 3, ports: [{ port: 81 }] }, 'spec.ports.0.port is 81, not 80'],
    [{ replicas: 3, ports: [{ port: 80 }, { port: 81 }] }, 'spec.ports has 2 items, not 1'],
    [{ replicas: 3 }, 'spec.ports.0.port is undefined, not 80'],
  ])('are reported with their path: %j', (spec, words) => {
    expect(findMissingFields({ metadata: desired.metadata, spec }, desired)).toEqual([words]);
  });

  it('are all desired fields without an object', () => {
    expect(findMissingFields(undefined, desired)).toHaveLength(3);
  });
});
