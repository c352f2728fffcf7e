import { describe, expect, it } from 'vitest';

import { lacks } from './lacks.ts';

const desired = { metadata: { labels: { app: 'web' } }, spec: { replicas: 3, ports: [{ port: 80 }] } };

describe('what an object lacks of what was asked for', () => {
  it('is nothing if it has all of it, whatever else it has', () => {
    const live = {
      ...{ kind: 'Service', metadata: { name: 'web', labels: { app: 'web', team: 'a' } } },
      spec: { replicas: 3, paused: false, ports: [{ port: 80, protocol: 'TCP' }] },
    };
    expect(lacks(live, desired)).toEqual([]);
    expect(lacks(live, { spec: { left: undefined, unset: null } })).toEqual([]);
    expect(lacks(live, { spec: { paused: null } })).toEqual(['spec.paused is false, not null']);
  });

  it.each([
    [{ replicas: 2, ports: [{ port: 80 }] }, 'spec.replicas is 2, not 3'],
    [{ replicas: '3', ports: [{ port: 80 }] }, 'spec.replicas is "3", not 3'],
    [{ ports: [{ port: 80 }] }, 'spec.replicas is undefined, not 3'],
    [{ replicas: 3, ports: [{ port: 81 }] }, 'spec.ports.0.port is 81, not 80'],
    [{ replicas: 3, ports: [{ port: 80 }, { port: 81 }] }, 'spec.ports has 2 items, not 1'],
    [{ replicas: 3 }, 'spec.ports.0.port is undefined, not 80'],
  ])('is told by its place: %j', (spec, words) => {
    expect(lacks({ metadata: desired.metadata, spec }, desired)).toEqual([words]);
  });

  it('is all of it if there is no object', () => {
    expect(lacks(undefined, desired)).toHaveLength(3);
  });
});
