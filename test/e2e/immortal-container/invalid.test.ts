import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { pathOf, type Sent, type Status } from '../../../operator/runtime/src/client/index.ts';
import { conditionOf, ready } from '../../support/conditions.ts';
import { refusal } from '../support/refusal.ts';
import { acceptPatchesOfOthers, areDeletedOnceReleased } from '../support/stored-before-tests.ts';
import { useScope } from '../support/use-scope.ts';
import { container, createReady, image, notReady, onlyImmortal, podOf, thePodOf } from './containers.ts';
import { blank, containersBefore, long, names, storedContainer } from './stored-before.ts';

const { namespace } = containersBefore;
const key = (name: string): { namespace: string; name: string } => ({ namespace, name });
const longest = `${'a'.repeat(61)}.b`;

describe('the API server', () => {
  const scope = useScope({ ...onlyImmortal, namespace });

  /** Why the API server refuses to create a resource, by a dry run; `undefined` if it would create it. */
  async function refusedAs(body: Sent): Promise<string | undefined> {
    const path = pathOf(ImmortalContainer, { namespace });
    const answer = await scope().client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
    return answer.status >= 400 ? (answer.body as Status).message : undefined;
  }

  it.each([
    ['without an image', {}, 'spec.image: Required value'],
    ['with an empty image', { image: '' }, 'spec.image in body should be at least 1 chars long'],
    ['with a space in its image', { image: 'nginx: 1' }, String.raw`spec.image in body should match '^\S+$'`],
    ['with a line end after its image', { image: 'nginx:1\n' }, String.raw`spec.image in body should match '^\S+$'`],
  ])('refuses an ImmortalContainer %s, and says what is allowed', async (_what, spec, words) => {
    expect(await refusedAs(container(namespace, 'refused', spec))).toContain(words);
  });

  it('BUG-IC-8 refuses a name that is too long for a label, and accepts the longest that is not, with dots', async () => {
    expect(await refusedAs(container(namespace, long))).toContain('metadata.name must be at most 63 characters');
    await createReady(scope(), longest);
    expect((await thePodOf(scope(), longest)).metadata.labels).toMatchObject({ app: longest });
  });

  it('BUG-IC-9 refuses an ImmortalContainer without a spec, and an update to a spec that it refuses to create', async () => {
    expect(await refusedAs(storedContainer('bare'))).toContain('spec is required');
    const { metadata } = await createReady(scope(), 'changing');
    const containers = scope().client.resource(ImmortalContainer);
    const change = (spec: object | null): Promise<unknown> => containers.mergePatch(metadata, { spec });
    expect(await refusal(change(null))).toContain('spec is required');
    expect(await refusal(change({ image: '' }))).toContain('at least 1 chars long');
    expect(await refusal(change({ image: null }))).toContain('spec.image: Required value');
  });

  it.each([-1, 2 ** 53])('refuses the count %i in status.startTimes', async (startTimes) => {
    const { metadata } = await createReady(scope(), 'counting');
    const containers = scope().client.resource(ImmortalContainer);
    const attempt = containers.mergePatch(metadata, { status: { startTimes } }, { subresource: 'status' });
    expect(await refusal(attempt)).toContain('startTimes in body should be');
  });

  describe('keeps an ImmortalContainer that was stored before the CRD had validation rules: it', () => {
    const stored = { before: containersBefore, client: () => scope().client, names };

    acceptPatchesOfOthers(stored);

    it.each([
      ['without a spec', 'bare', /spec is required: add it/],
      ['with a name that is too long', long, /must be no more than 63/],
    ])('is Invalid and Stalled, and its message says what to do: a resource %s', async (_what, name, words) => {
      const now = await notReady(scope(), name, 'Invalid');
      expect(conditionOf(now, 'Ready')?.message).toMatch(words);
      expect(conditionOf(now, 'Stalled')?.status).toBe('True');
      expect(now.status?.currentPod ?? '').toBe('');
      expect(await podOf(scope(), name)).toBeUndefined();
    });

    it('gets its Pod if only its image would be refused now', async () => {
      const { status } = await ready(scope().client.resource(ImmortalContainer), key(blank));
      expect(status?.startTimes).toBe(1);
    });

    it('becomes Ready once its spec is added, which can then not be removed', async () => {
      const containers = scope().client.resource(ImmortalContainer);
      await containers.mergePatch(key('bare'), { spec: { image } });
      await ready(containers, key('bare'));
      expect(await refusal(containers.mergePatch(key('bare'), { spec: null }))).toContain('spec is required');
    });

    areDeletedOnceReleased(stored);
  });
});
