/**
 * `npm run generate`: writes all generated files. With `--check`, fails if a generated file differs from the committed
 * or staged one. It does not restore the files, so that `git diff` shows the difference.
 */
import { parseArgs } from 'node:util';

import { type Generator, generators } from './generators.ts';
import { findChanged, findOutOfDate, readTexts } from './out-of-date.ts';
import { root, run } from '../run.ts';

const help = `Usage: npm run generate [-- --check]

Writes all generated files, each as soon as its inputs are written:
${generators.map(({ name, outputs }) => `  ${name}${outputs.length > 0 ? ` (${outputs.join(', ')})` : ''}`).join('\n')}

  --check  fail if a generated file differs from the committed or staged one, or if the generated part of a page
           has changed
`;

const outputs = generators.flatMap((generator) => generator.outputs);
const pages = generators.flatMap(({ partly = [] }) => partly);

/** Runs all generators, except those that read the outputs of a failed one. */
async function generate(): Promise<boolean> {
  const runs = new Map<string, Promise<boolean>>();
  for (const generator of generators) {
    const before = (generator.after ?? []).map((name) => {
      const earlier = runs.get(name);
      if (earlier === undefined)
        throw new Error(`"${generator.name}" reads outputs of "${name}", which must come before it`);
      return earlier;
    });
    runs.set(generator.name, generateAfter(before, generator));
  }
  return (await Promise.all(runs.values())).every(Boolean);
}

async function generateAfter(before: readonly Promise<boolean>[], generator: Generator): Promise<boolean> {
  if (!(await Promise.all(before)).every(Boolean)) return false;
  const { ok, output, tookMs } = await run(generator);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${(tookMs / 1000).toFixed(1).padStart(6)} s  ${generator.name}`);
  if (!ok) console.log(output);
  return ok;
}

/** Generates everything, and prints the files to commit. */
async function generateAndList(): Promise<boolean> {
  const isGenerated = await generate();
  const files = await findOutOfDate([...outputs, ...pages], root);
  console.log(files.length === 0 ? 'All generated files match the committed or staged ones.' : files.join('\n'));
  return isGenerated;
}

/** Generates everything, and prints the files that were out of date. */
async function check(): Promise<boolean> {
  const before = await readTexts(pages, root);
  if (!(await generate())) return false;
  const files = [...(await findOutOfDate(outputs, root)), ...findChanged(before, await readTexts(pages, root))];
  if (files.length === 0) return true;
  console.log('These generated files were out of date. After a change, run npm run generate and commit them:');
  for (const file of files) console.log(`  ${file}`);
  console.log('They are up to date now; see git diff.');
  return false;
}

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
if (values.help === true) console.log(help);
else process.exitCode = (await (values.check === true ? check() : generateAndList())) ? 0 : 1;
