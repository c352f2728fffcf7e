import { describe, expect, it } from 'vitest';

import { explain } from './explained.ts';

const pods = 'Pods that are not ready:\nPod default/web on no node: Pending';

describe('the message of a failure', () => {
  it('is followed by the Pods that are not ready', () => {
    const failure = { message: 'expected 1 to be $& 2', stack: 'Error: expected 1 to be $& 2\n    at test.ts:1' };
    explain([failure], pods);
    expect(failure.message).toBe(`expected 1 to be $& 2\n\n${pods}`);
    expect(failure.stack).toBe(`Error: ${failure.message}\n    at test.ts:1`);
  });

  it('does not change if all Pods are ready', () => {
    const failure = { message: 'expected 1 to be 2' };
    explain([failure], 'All 3 Pods are ready, or have succeeded.');
    expect(failure.message).toBe('expected 1 to be 2');
  });

  it('does not change if it already lists the Pods that are not ready', () => {
    const failure = { message: `timed out\n${pods}` };
    explain([failure], pods);
    expect(failure.message).toBe(`timed out\n${pods}`);
  });
});
