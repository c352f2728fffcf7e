import { describe, expect, it } from 'vitest';

import { listRepositoryFiles, readRepositoryText } from '../files.ts';

/** Matches paths in a home or work folder of one machine. Examples may use `/home/ada`. */
const ofOneMachine = /(^|[\s'"`(=:])\/(root\/\.|work\/\w|(home|Users)\/(?!ada\b)\w)/;
const waiver = /eslint-disable|@ts-expect-error|prettier-ignore/;

function findMachineLines(text: string): string[] {
  return text.split('\n').filter((line) => ofOneMachine.test(line));
}

/** Finds lint waivers that lack a reason: `// eslint-disable-next-line rule -- reason`. */
function findWaiversWithoutReason(text: string): string[] {
  return text.split('\n').filter((line) => waiver.test(line) && !/( -- |@ts-expect-error:? )\S/.test(line));
}

const files = (await listRepositoryFiles()).filter((file) => !file.startsWith('scripts/check/texts.'));

function findOffenders(chosen: readonly string[], rule: (text: string) => string[]): string[] {
  return chosen.flatMap((file) => rule(readRepositoryText(file)).map((line) => `${file}: ${line.trim()}`));
}

describe('the texts of the repository', () => {
  it.each(["open('/home/eve/x')", 'cd /work/eve', '/Users/eve/code', 'ls /root/.cache'])(
    'may not contain a path of a specific machine such as %s',
    (line) => expect(findMachineLines(line)).toEqual([line]),
  );

  it('contain no path of a specific machine', () => {
    expect(findMachineLines('https://example.com/home/page, dist/work/a, /root/a and /home/ada/a')).toEqual([]);
    expect(findOffenders(files, findMachineLines)).toEqual([]);
  });

  it('give a reason for each waiver', () => {
    expect(findWaiversWithoutReason('// eslint-disable-next-line complexity')).toHaveLength(1);
    expect(findWaiversWithoutReason('// eslint-disable-next-line complexity -- one case per state')).toEqual([]);
    const code = files.filter((file) => /\.(ts|mts|js)$/.test(file) && !/^imports\/|\/generated\//.test(file));
    expect(findOffenders(code, findWaiversWithoutReason)).toEqual([]);
  });
});
