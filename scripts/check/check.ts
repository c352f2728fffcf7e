/** `npm run check`: all static checks of the sources. */
import { parseArgs } from 'node:util';

import { writeOwnDeclaration } from '../../infra/scripts/own-declaration.mts';
import { type Command, type Outcome, type RunOptions, node, run, tsc } from '../run.ts';

const eslint = ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings=0'] as const;
const lintCache = ['--cache', '--cache-strategy=content', '--cache-location=node_modules/.cache/eslint/'];
const prettier = ['node_modules/prettier/bin/prettier.cjs', '.', '--log-level=warn'] as const;
const formatCache = ['--cache'];

/** The commands of `--fix`. They run before the checks and one after the other, because both write the sources. */
const fixes: readonly Command[] = [
  node('lint --fix', ...eslint, '--fix'),
  node('format --write', ...prettier, '--write'),
];

/** The checks that only read the sources, so they run in parallel. */
const checks: readonly Command[] = [
  node('format', ...prettier, '--check', ...formatCache),
  node('lint', ...eslint, ...lintCache),
  node('types', tsc, '-b', '.', 'infra/scripts'),
  node('isolated', tsc, '-p', 'operator/runtime/tsconfig.isolated.json'),
  node('imports', 'scripts/check/imports.ts'),
  node('prose', 'scripts/check/prose/prose.ts'),
  node('site', 'scripts/check/site.ts'),
];

/** The checks that run last, one after the other: the first, `generated`, writes files that the other checks read. */
const afterwards: readonly Command[] = [
  node('generated', 'scripts/generate/generate.ts', '--check'),
  node('crds', 'scripts/check/released-crds.ts'),
  node('packages', 'scripts/check/packed.ts'),
];

const help = `Usage: npm run check [-- [--fix] [name…]]

Runs the named checks, by default all:
  format     Prettier
  lint       ESLint with types (eslint.config.js)
  types      the TypeScript build, including tests and type tests
  isolated   every export of the runtime declares its type (isolatedDeclarations)
  imports    import boundaries between folders, and circular imports (scripts/check/import-rules.ts)
  prose      pages, comments and messages are plain English (scripts/check/prose/rules.ts)
  site       the site of the documentation builds, without dead links and orphan pages (site/navigation.ts)
  generated  generated files are up to date (scripts/generate/generators.ts)
  crds       the CRDs are compatible with the last release (infra/docs/crd-changes.md)
  packages   the packed npm packages are complete, and their types resolve (scripts/check/packed.ts)

  --fix      first apply ESLint's fixes and format all files
`;

function report({ command, ok, tookMs }: Outcome): void {
  console.log(`${command.name.padEnd(16)}${(tookMs / 1000).toFixed(1).padStart(6)} s  ${ok ? 'ok' : 'FAILED'}`);
}

async function runAndReport(command: Command, options: RunOptions = {}): Promise<Outcome> {
  const outcome = await run(command, options);
  report(outcome);
  return outcome;
}

/** Lint takes the longest, on one core, so the other checks yield to it: on two cores, all end at about the same time. */
function runBesideLint(command: Command): Promise<Outcome> {
  return runAndReport(command, command.name === 'lint' ? {} : { niceness: 10 });
}

async function runOneByOne(commands: readonly Command[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const command of commands) outcomes.push(await runAndReport(command));
  return outcomes;
}

function chooseCommands(commands: readonly Command[], names: readonly string[]): readonly Command[] {
  return names.length === 0 ? commands : commands.filter(({ name }) => names.includes(name));
}

async function main(): Promise<boolean> {
  const { values, positionals: names } = parseArgs({
    options: { fix: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  const unknown = names.filter((name) => ![...checks, ...afterwards].some((command) => command.name === name));
  if (values.help === true || unknown.length > 0) {
    console.log(unknown.length > 0 ? `Unknown check: ${unknown.join(', ')}\n\n${help}` : help);
    return unknown.length === 0;
  }
  writeOwnDeclaration();
  if (values.fix === true) await runOneByOne(fixes);
  const outcomes = await Promise.all(chooseCommands(checks, names).map(runBesideLint));
  outcomes.push(...(await runOneByOne(chooseCommands(afterwards, names))));
  const failed = outcomes.filter(({ ok }) => !ok);
  for (const { command, output } of failed) console.log(`\n--- ${command.name} ---\n${output.trim()}`);
  return failed.length === 0;
}

process.exitCode = (await main()) ? 0 : 1;
