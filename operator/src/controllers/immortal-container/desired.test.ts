import { describe, expect, it } from 'vitest';

import { podFor, podNameOf } from './desired.ts';
import { someContainer } from './some-pods.ts';

describe('the Pod', () => {
  it('IC-T8 has its own name, the image and nothing that could get in its way', () => {
    expect(podFor(someContainer(), 3)).toEqual({
      metadata: {
        name: 'phoenix-immortalpod',
        labels: { app: 'phoenix' },
        annotations: { 'immortalcontainer.flugel.it/ordinal': '3', 'immortalcontainer.flugel.it/image': 'nginx:1' },
      },
      spec: { containers: [{ name: 'acontainer', image: 'nginx:1' }] },
    });
  });

  it('has the same name whatever its number: there is one at a time', () => {
    expect(podFor(someContainer(), 1).metadata.name).toBe(podFor(someContainer(), 2).metadata.name);
    expect(podNameOf(someContainer())).toBe('phoenix-immortalpod');
  });

  it('depends on nothing but the name, the image and its number, so that a changed status applies nothing', () => {
    const busy = someContainer({ status: { currentPod: 'phoenix-immortalpod', startTimes: 7 } });
    expect(podFor(busy, 1)).toEqual(podFor(someContainer(), 1));
  });
});
