import { getPriority } from 'node:os';

import { describe, expect, it } from 'vitest';

import { node, root, run } from './run.ts';

const script = (text: string) => ({ ...node('script', '--eval', text) });

describe('run', () => {
  it('runs in the root of the repository and returns the output of both streams', async () => {
    const outcome = await run(script('console.log(process.cwd()); console.error("and")'));
    expect(outcome.ok).toBe(true);
    expect(outcome.output).toContain(`${root}\n`);
    expect(outcome.output).toContain('and\n');
  });

  it('resolves with ok: false if the command fails', async () => {
    const { ok, output } = await run(script('console.log("why"); process.exit(3)'));
    expect({ ok, output }).toEqual({ ok: false, output: 'why\n' });
  });

  it('resolves with ok: false if the program does not exist', async () => {
    const { ok, output } = await run({ name: 'missing', argv: ['no-such-program'] });
    expect(ok).toBe(false);
    expect(output).toContain('ENOENT');
  });

  it('lets the command yield to others', async () => {
    const { output } = await run(script('console.log(require("node:os").getPriority())'), { niceness: 1 });
    expect(Number(output)).toBe(Math.min(getPriority() + 1, 19));
  });

  it('ends the command when the signal aborts', async () => {
    const started = run(script('setInterval(() => {}, 1000)'), { signal: AbortSignal.timeout(50) });
    expect((await started).ok).toBe(false);
  });
});
