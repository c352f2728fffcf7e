import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

/** Runs a program in its own process, because an SDK is registered for a whole process. Returns its output. */
function runProgram(program: string): string {
  const args = ['--input-type=module', '--no-warnings', '--eval', program];
  return execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
}

const tracing = join(import.meta.dirname, 'tracing.ts');
const report = `
  import { registerHooks } from 'node:module';
  let loaded = false;
  registerHooks({
    resolve(name, context, next) {
      if (name === '@opentelemetry/api' && context.parentURL.endsWith('/tracing.ts')) loaded = true;
      return next(name, context);
    },
  });
  const { beginSpan, findTracing, runInSpan, runWithin } = await import(${JSON.stringify(tracing)});
`;

describe('a process without an SDK', () => {
  it('does not load the OpenTelemetry API, and runs its work', () => {
    const said = runProgram(`${report}
      await findTracing();
      const described = [];
      const work = await runInSpan(() => described.push('span'), async (span) => ['done', span]);
      const inside = runWithin(beginSpan(() => described.push('span')), () => 'inside');
      console.log(JSON.stringify({ loaded, described, work, inside }));`);
    expect(JSON.parse(said)).toEqual({ loaded: false, described: [], work: ['done', null], inside: 'inside' });
  });
});

describe('a process that has registered an SDK', () => {
  it('is detected', () => {
    const said = runProgram(`
      import { trace } from '@opentelemetry/api';
      import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
      ${report}
      trace.setGlobalTracerProvider(new BasicTracerProvider());
      await findTracing();
      console.log(JSON.stringify({ loaded, span: beginSpan(() => ({ name: 'a', attributes: {} })) !== undefined }));`);
    expect(JSON.parse(said)).toEqual({ loaded: true, span: true });
  });
});
