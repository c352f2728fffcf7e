import { describe, expect, it } from 'vitest';

import { repositoryFiles, textOf } from '../files.ts';
import { linesOfOneMachine, waiversWithoutReason } from './texts.ts';

const files = (await repositoryFiles()).filter((file) => !file.startsWith('scripts/check/texts.'));

function offenders(chosen: readonly string[], rule: (text: string) => string[]): string[] {
  return chosen.flatMap((file) => rule(textOf(file)).map((line) => `${file}: ${line.trim()}`));
}

describe('the texts of the repository', () => {
  it.each(["open('/home/eve/x')", 'cd /work/eve', '/Users/eve/code', 'ls /root/.cache'])(
    'may not contain a path of one machine such as %s',
    (line) => expect(linesOfOneMachine(line)).toEqual([line]),
  );

  it('contain no path of one machine', () => {
    expect(linesOfOneMachine('https://example.com/home/page, dist/work/a, /root/a and /home/ada/a')).toEqual([]);
    expect(offenders(files, linesOfOneMachine)).toEqual([]);
  });

  it('give a reason for each waived rule', () => {
    expect(waiversWithoutReason('// eslint-disable-next-line complexity')).toHaveLength(1);
    expect(waiversWithoutReason('// eslint-disable-next-line complexity -- one case per state')).toEqual([]);
    const code = files.filter((file) => /\.(ts|mts|js)$/.test(file) && !/^imports\/|\/generated\//.test(file));
    expect(offenders(code, waiversWithoutReason)).toEqual([]);
  });
});
