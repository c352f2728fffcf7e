import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../operator/testing/src/fake-clock.ts';
import { reportIfSlow } from './compile.ts';
import { readRepositoryText } from './files.ts';

/** Work that lasts until `end` is called, and the lines that `reportIfSlow` prints about it. */
function startWork(): { clock: FakeClock; lines: string[]; end: () => Promise<string> } {
  const [clock, lines, done] = [createFakeClock(), [] as string[], Promise.withResolvers<string>()];
  const compiling = reportIfSlow(done.promise, { what: 'Compiling all', say: (line) => void lines.push(line), clock });
  const end = (): Promise<string> => {
    done.resolve('done');
    return compiling;
  };
  return { clock, lines, end };
}

describe('npm run', () => {
  it('prints within two seconds that it compiles, and at the end the duration', async () => {
    const { clock, lines, end } = startWork();
    await clock.advance(2_000);
    expect(lines).toEqual(['Compiling all …']);
    await clock.advance(10_000);
    expect(await end()).toBe('done');
    expect(lines).toEqual(['Compiling all …', 'Compiling all took 12 s']);
    expect(clock.timers).toBe(0);
  });

  it('prints nothing if the compiler ends within a second', async () => {
    const { clock, lines, end } = startWork();
    await clock.advance(900);
    await end();
    await clock.advance(60_000);
    expect([lines, clock.timers]).toEqual([[], 0]);
  });

  it('compiles only through build.ts, which prints that it compiles', () => {
    const { scripts } = JSON.parse(readRepositoryText('package.json')) as { scripts: Readonly<Record<string, string>> };
    const compiling = Object.entries(scripts).filter(([, line]) => /\btsc\b|(?<!vitepress )\bbuild\b/.test(line));
    expect(compiling.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'test', 'test:faults', 'synth']));
    for (const [, line] of compiling) expect(line).toMatch(/^(npm run --silent build|node scripts\/build\.ts)\b/);
    expect(scripts['build']).toBe(
      'node scripts/build.ts operator/control-plane operator/testing operator/generate operator imports infra cli',
    );
  });
});
