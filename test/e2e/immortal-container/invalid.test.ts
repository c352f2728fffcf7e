import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { buildPath, type Sent, type Status } from '../../../operator/runtime/src/client/index.ts';
import { findCurrentCondition, awaitReady } from '../../support/conditions.ts';
import { getRejectionMessage } from '../support/rejection.ts';
import { testPatchesOfOthers, testDeletion } from '../support/stored-before-tests.ts';
import { useScope } from '../support/use-scope.ts';
import { buildContainer, createReady, image, awaitNotReady, onlyImmortal, findPod, getPod } from './containers.ts';
import { blank, containersBefore, long, names, buildStoredContainer } from './stored-before.ts';

const { namespace } = containersBefore;
const key = (name: string): { namespace: string; name: string } => ({ namespace, name });
const longest = `${'a'.repeat(61)}.b`;

describe('the API server', () => {
  const scope = useScope({ ...onlyImmortal, namespace });

  /** The message with which the API server rejects a new object in a dry run; `undefined` if it accepts the object. */
  async function getRejection(body: Sent): Promise<string | undefined> {
    const path = buildPath(ImmortalContainer, { namespace });
    const answer = await scope().client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
    return answer.status >= 400 ? (answer.body as Status).message : undefined;
  }

  it.each([
    ['without an image', {}, 'spec.image: Required value'],
    ['with an empty image', { image: '' }, 'spec.image in body should be at least 1 chars long'],
    ['with a space in its image', { image: 'nginx: 1' }, String.raw`spec.image in body should match '^\S+$'`],
    ['with a line end after its image', { image: 'nginx:1\n' }, String.raw`spec.image in body should match '^\S+$'`],
  ])('rejects an ImmortalContainer %s, and explains what is allowed', async (_what, spec, words) => {
    expect(await getRejection(buildContainer(namespace, 'refused', spec))).toContain(words);
  });

  it('BUG-IC-8 rejects a name that is too long for a label, and accepts the longest valid one, with dots', async () => {
    expect(await getRejection(buildContainer(namespace, long))).toContain(
      'metadata.name must be at most 63 characters',
    );
    await createReady(scope(), longest);
    expect((await getPod(scope(), longest)).metadata.labels).toMatchObject({ app: longest });
  });

  it('BUG-IC-9 rejects an ImmortalContainer without a spec, and an update to an invalid spec', async () => {
    expect(await getRejection(buildStoredContainer('bare'))).toContain('spec is required');
    const { metadata } = await createReady(scope(), 'changing');
    const containers = scope().client.resource(ImmortalContainer);
    const change = (spec: object | null): Promise<unknown> => containers.mergePatch(metadata, { spec });
    expect(await getRejectionMessage(change(null))).toContain('spec is required');
    expect(await getRejectionMessage(change({ image: '' }))).toContain('at least 1 chars long');
    expect(await getRejectionMessage(change({ image: null }))).toContain('spec.image: Required value');
  });

  it.each([-1, 2 ** 53])('rejects the count %i in status.startTimes', async (startTimes) => {
    const { metadata } = await createReady(scope(), 'counting');
    const containers = scope().client.resource(ImmortalContainer);
    const attempt = containers.mergePatch(metadata, { status: { startTimes } }, { subresource: 'status' });
    expect(await getRejectionMessage(attempt)).toContain('startTimes in body should be');
  });

  describe('retains an ImmortalContainer that was stored before the CRD had validation rules: it', () => {
    const stored = { before: containersBefore, client: () => scope().client, names };

    testPatchesOfOthers(stored);

    it.each([
      ['without a spec', 'bare', /spec is required: add it/],
      ['with a name that is too long', long, /must be no more than 63/],
    ])('is Invalid and Stalled, and its message explains the correction: an object %s', async (_what, name, words) => {
      const now = await awaitNotReady(scope(), name, 'Invalid');
      expect(findCurrentCondition(now, 'Ready')?.message).toMatch(words);
      expect(findCurrentCondition(now, 'Stalled')?.status).toBe('True');
      expect(now.status?.currentPod ?? '').toBe('');
      expect(await findPod(scope(), name)).toBeUndefined();
    });

    it('gets its Pod if only its image is invalid', async () => {
      const { status } = await awaitReady(scope().client.resource(ImmortalContainer), key(blank));
      expect(status?.startTimes).toBe(1);
    });

    it('becomes Ready once its spec is added, which is then required', async () => {
      const containers = scope().client.resource(ImmortalContainer);
      await containers.mergePatch(key('bare'), { spec: { image } });
      await awaitReady(containers, key('bare'));
      expect(await getRejectionMessage(containers.mergePatch(key('bare'), { spec: null }))).toContain(
        'spec is required',
      );
    });

    testDeletion(stored);
  });
});
