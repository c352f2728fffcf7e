import { expect, test } from 'vitest';

import { buildPod } from '../../fixtures/pod-fixture.ts';
import { waitFor } from './wait-for.ts';

const controlPlane = {
  kubectl: async ([, what]: readonly string[]): Promise<string> =>
    JSON.stringify({ items: what === 'pods' ? [buildPod()] : [] }),
};
const brief = { timeoutMs: 50, everyMs: 1 };

test('resolves with the first result after any failures', async () => {
  const answers = [undefined, false, new Error('not there'), 'found'] as const;
  let count = 0;
  const look = async (): Promise<string | false | undefined> => {
    const answer = answers[count++];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  expect(await waitFor(controlPlane, look, { what: 'it is there', everyMs: 1 })).toBe('found');
});

test('fails with the condition, the last error, and the Pods that are not ready', async () => {
  const look = (): Promise<never> => Promise.reject(new Error('connection refused'));
  await expect(waitFor(controlPlane, look, { what: 'the café is open', ...brief })).rejects.toThrow(
    'failed to observe within 0.05 s: the café is open (connection refused)\nPods that are not ready:\nPod default/pod without a node: Pending',
  );
});

test.each([1, 2])('ends at the timeout, even if check %i never ends', async (stuck) => {
  let looks = 0;
  const look = (): Promise<boolean> => (++looks < stuck ? Promise.resolve(false) : new Promise(() => undefined));
  await expect(waitFor(controlPlane, look, { what: 'it is there', ...brief })).rejects.toThrow(
    'failed to observe within 0.05 s: it is there (the check is still running)\nPods that are not ready:\n',
  );
  expect(looks).toBe(stuck);
});

test('checks once more after the timeout', async () => {
  let looks = 0;
  const look = async (): Promise<boolean> => ++looks > 1;
  expect(await waitFor(controlPlane, look, { what: 'it is there', timeoutMs: 1, everyMs: 5 })).toBe(true);
});

test.each([
  ['before its first look', 0],
  ['between two looks', 1],
  ['during a look that never ends', 2],
])('ends at once when it is aborted %s', async (_, aborted) => {
  const stop = new AbortController();
  const reason = new Error('enough');
  const look = async (): Promise<false> => {
    if (aborted === 0) expect.fail('it has looked');
    stop.abort(reason);
    return aborted === 1 ? false : new Promise(() => undefined);
  };
  if (aborted === 0) stop.abort(reason);
  await expect(waitFor(controlPlane, look, { what: 'it is there', signal: stop.signal })).rejects.toBe(reason);
});
