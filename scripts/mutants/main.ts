/** `npm run mutants`: mutates a copy of the sources, and fails if no test catches a mutant. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { killByHand } from './by-hand/kill.ts';
import { modules, mutate, findScoreComplaint, computeScore } from './stryker.ts';

const help = `Usage: npm run mutants -- <module> [--save]
       npm run mutants -- by-hand [name…]

<module>   mutates every statement of operator/runtime/src/<module> with Stryker, and runs its unit tests on
           each mutant. Prints the survivors, and fails if the score is below that of scripts/mutants/scores.json.
           Modules: ${modules.join(', ')}
by-hand    applies the mutants of scripts/mutants/by-hand, by default all, and fails unless a test in each mutant's
           test file fails. For promises that no single module keeps.

  --save   write the score into scripts/mutants/scores.json
`;

const scoresFile = path.join(import.meta.dirname, 'scores.json');

async function measure(module: (typeof modules)[number], save: boolean): Promise<boolean> {
  const score = computeScore(await mutate(module));
  const scores = JSON.parse(await readFile(scoresFile, 'utf8')) as Record<string, number>;
  const complaint = findScoreComplaint(score, scores[module]);
  console.log(complaint ?? `${module}: ${String(score)} % (committed: ${String(scores[module] ?? 'none')})`);
  if (save) await writeFile(scoresFile, `${JSON.stringify({ ...scores, [module]: score }, undefined, 2)}\n`);
  return save || complaint === undefined;
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    options: { save: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  const [what, ...names] = positionals;
  const module = modules.find((each) => each === what);
  if (module !== undefined) return measure(module, values.save);
  if (what === 'by-hand') return killByHand(names);
  console.log(help);
  return values.help === true;
}

process.exitCode = (await main()) ? 0 : 1;
