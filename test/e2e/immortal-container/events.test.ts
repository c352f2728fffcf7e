import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { toKey } from '../../support/scope.ts';
import { useKubectl } from '../support/kubectl.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';
import { image, createReady, awaitNextPod, onlyImmortal, otherImage, formatPodName, getPod } from './containers.ts';

const name = 'story';

describe('kubectl describe', () => {
  const scope = useScope(onlyImmortal);
  const kubectl = useKubectl();

  it('shows the events in the order in which they happened', async () => {
    await createReady(scope(), name);
    for (const next of [otherImage, image, otherImage, image]) {
      const before = await getPod(scope(), name);
      const spec = { image: next };
      await scope().client.resource(ImmortalContainer).mergePatch(toKey(scope(), name), { spec });
      await awaitNextPod(scope(), name, before);
    }
    await awaitSettled(scope());
    const described = await kubectl(['--namespace', scope().namespace, 'describe', 'immortalcontainer', name]);
    const events = [
      ...described.matchAll(
        /^ +Normal +(?:Created|Deleted) .* (Created|Deleted) Pod \S+\/(\S+?)(?:: spec\.image is now (\S+))?$/gm,
      ),
    ];
    const created = ['Created', formatPodName(name), undefined];
    const replacedBy = (next: string) => [['Deleted', formatPodName(name), next], created];
    expect(events.map(([, ...words]) => words)).toEqual([
      created,
      ...[otherImage, image, otherImage, image].flatMap(replacedBy),
    ]);
  });
});
