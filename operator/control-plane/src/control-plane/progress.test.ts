import { expect, test } from 'vitest';

import { createProgressLine, formatProgress } from './progress.ts';

function createRecorder(isTTY: boolean): { text: () => string; write: (text: string) => void; isTTY: boolean } {
  let all = '';
  return { isTTY, write: (text) => void (all += text), text: () => all };
}

test.each([
  [{ step: 'starting etcd' }, 0, 'starting etcd'],
  [{ step: 'building', done: 3, total: 20, unit: 'packages' }, 0, 'building: 3 of 20 packages'],
  [
    { step: 'building', done: 3, total: 20, unit: 'packages' },
    12_400,
    'building: 3 of 20 packages, 12 s, about 71 s left',
  ],
  [
    { step: 'building', done: 5, total: 20, unit: 'packages' },
    60_000,
    'building: 5 of 20 packages, 60 s, about 3 min left',
  ],
  [{ step: 'building', done: 1, total: 90, unit: 'packages' }, 12_400, 'building: 1 of 90 packages, 12 s'],
  [{ step: 'fetching', done: 7, unit: 'modules' }, 0, 'fetching: 7 modules'],
  [{ step: 'loading', done: 1_500_000, total: 60_000_000, unit: 'bytes' }, 0, 'loading: 2 of 60 MB'],
  [{ step: 'waiting', done: 9, unit: 'seconds' }, 9_000, 'waiting: 9 s'],
] as const)('%o after %d ms reads "%s"', (progress, elapsedMs, text) => {
  expect(formatProgress(progress, elapsedMs)).toBe(text);
});

test('a terminal shows one line that is replaced and finally cleared', () => {
  const output = createRecorder(true);
  let time = 0;
  const line = createProgressLine(output, () => time);
  line.show({ step: 'a', done: 1, unit: 'modules' });
  line.show({ step: 'a', done: 2, unit: 'modules' }); // Too soon after the last update, so it is not printed.
  time = 100;
  line.show({ step: 'a', done: 3, unit: 'modules' });
  line.clear();
  expect(output.text()).toBe('\r\u001B[2Ka: 1 modules\r\u001B[2Ka: 3 modules\r\u001B[2K');
});

test('a log gets a line per step, and one every ten seconds', () => {
  const output = createRecorder(false);
  let time = 0;
  const line = createProgressLine(output, () => time);
  for (time = 0; time < 25_000; time += 500) line.show({ step: 'a' });
  line.show({ step: 'b' });
  line.clear();
  expect(output.text()).toBe('a\na: 10 s\na: 20 s\nb\n');
});
