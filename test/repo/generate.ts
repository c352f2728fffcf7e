/**
 * `npm run generate`: writes everything that is generated. With `--check` it also fails if that changed anything,
 * compared with what is committed or staged; it restores nothing, so that the difference can be read.
 */
import { parseArgs } from 'node:util';

import { generators } from './generators.ts';
import { type Outcome, run } from './run.ts';

const help = `Usage: npm run generate [-- --check]

Writes everything that is generated, in this order:
${generators.map(({ name, outputs }) => `  ${name}${outputs.length > 0 ? ` (${outputs.join(', ')})` : ''}`).join('\n')}

  --check  fail if a generated file was out of date (compared with what is committed or staged)
`;

async function generate(): Promise<boolean> {
  for (const generator of generators) {
    const { ok, output, tookMs }: Outcome = await run(generator);
    console.log(`${ok ? 'ok    ' : 'failed'} ${(tookMs / 1000).toFixed(1).padStart(6)} s  ${generator.name}`);
    if (!ok) {
      console.log(output);
      return false;
    }
  }
  return true;
}

/** Generated files that differ from the index: changed, new or deleted. */
async function outOfDate(): Promise<string[]> {
  const paths = generators.flatMap(({ outputs }) => outputs);
  const argv = ['git', 'status', '--porcelain', '--untracked-files=all', '--', ...paths] as const;
  const { ok, output } = await run({ name: 'git status', argv: [...argv] });
  if (!ok) throw new Error(`failed to compare with git: ${output}`);
  return output.split('\n').filter((line) => line !== '' && line[1] !== ' ');
}

async function check(): Promise<boolean> {
  const lines = await outOfDate();
  if (lines.length === 0) return true;
  console.log('These generated files were out of date:');
  for (const line of lines) console.log(`  ${describe(line)}`);
  console.log('They are written anew now: look at `git diff`, then commit them. Next time: npm run generate');
  return false;
}

function describe(line: string): string {
  const meaning: Record<string, string> = { '?': 'new', D: 'deleted', M: 'changed' };
  return `${meaning[line[1] ?? ''] ?? line.slice(0, 2)}: ${line.slice(3)}`;
}

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
if (values.help === true) console.log(help);
else process.exitCode = (await generate()) && (values.check !== true || (await check())) ? 0 : 1;
