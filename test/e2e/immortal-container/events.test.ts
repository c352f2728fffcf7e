import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { keyIn } from '../../support/scope.ts';
import { useKubectl } from '../support/kubectl.ts';
import { settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { image, createReady, nextPod, onlyImmortal, otherImage, podName, thePodOf } from './containers.ts';

const name = 'story';

describe('kubectl describe', () => {
  const scope = useScope(onlyImmortal);
  const kubectl = useKubectl();

  it('shows the events in the order in which they happened', async () => {
    await createReady(scope(), name);
    for (const next of [otherImage, image, otherImage, image]) {
      const before = await thePodOf(scope(), name);
      const spec = { image: next };
      await scope().client.resource(ImmortalContainer).mergePatch(keyIn(scope(), name), { spec });
      await nextPod(scope(), name, before);
    }
    await settled(scope());
    const described = await kubectl(['--namespace', scope().namespace, 'describe', 'immortalcontainer', name]);
    const events = [
      ...described.matchAll(
        /^ +Normal +(?:Created|Deleted) .* (Created|Deleted) Pod \S+\/(\S+?)(?:: spec\.image is now (\S+))?$/gm,
      ),
    ];
    const created = ['Created', podName(name), undefined];
    const replacedBy = (next: string) => [['Deleted', podName(name), next], created];
    expect(events.map(([, ...words]) => words)).toEqual([
      created,
      ...[otherImage, image, otherImage, image].flatMap(replacedBy),
    ]);
  });
});
