/**
 * `npm run bench`: the same operator in three frameworks, side by side, each on a fresh control plane. README.md
 * explains the measurements.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';

import { Command, Option } from 'commander';

import { appendResult, readResults } from './figures.ts';
import { measure } from './measure.ts';
import { peers } from './peers/peers.ts';
import { type PlannedRun, planRuns } from './plan.ts';
import { renderReport } from './report/report.ts';
import { formatChildren, summarize } from './report/summary.ts';

const defaultFile = path.join(import.meta.dirname, 'results', 'whole.jsonl');

/** The report on the results in `defaultFile`, which is committed next to it. */
const reportFile = path.join(path.dirname(defaultFile), 'whole.md');

interface Options {
  readonly quick: boolean;
  readonly peers?: readonly string[];
  readonly widgets?: readonly number[];
  readonly into?: string;
  readonly again: boolean;
  readonly report: boolean;
  readonly json: boolean;
}

const list = (text: string): string[] => text.split(',');
const names = peers.map(({ name }) => name).join(', ');

const options = new Command('npm run bench --')
  .description('Runs the same operator in several frameworks, and compares speed, CPU time, memory and requests.')
  .option('--quick', 'one run of each with 1,000 Widgets, in under three minutes', false)
  .addOption(new Option('--peers <list>', `only these frameworks, from ${names}`).argParser(list))
  .addOption(new Option('--widgets <list>', 'only these Widget counts').argParser((text) => list(text).map(Number)))
  .option('--into <file>', 'results file, with one JSON object per line; runs that it already contains are skipped')
  .option('--again', 'first delete earlier results', false)
  .option('--report', 'only print the report of earlier results', false)
  .option('--json', 'print the report as JSON instead of Markdown', false)
  .parse()
  .opts<Options>();

const file = options.into ?? (options.quick ? path.join(path.dirname(defaultFile), 'quick.jsonl') : defaultFile);
const unknown = options.peers?.filter((name) => !peers.some((peer) => peer.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`bench: unknown peer ${unknown.join(', ')}; choose from ${names}`);
  process.exit(2);
}

/** The commit that is measured, with a `+` if files other than results have changed since. */
function readCommit(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return (
    git('rev-parse', '--short', 'HEAD') +
    (git('status', '--porcelain', '-uno', '--', '.', ':!test/bench/results') === '' ? '' : '+')
  );
}

async function run({ peer, shape, repeat }: PlannedRun, place: string): Promise<void> {
  const { widgets, children, deployments } = shape;
  const title = `${place} ${peer.name}, ${String(widgets)} Widgets with ${formatChildren(shape)}`;
  const figures = await measure(peer, shape, (what) => console.error(`bench: ${title}: ${what}`));
  appendResult(file, {
    ...{
      peer: peer.name,
      framework: await peer.framework(),
      widgets,
      children,
      repeat,
      ...(deployments && { deployments }),
    },
    ...{ at: new Date().toISOString(), commit: readCommit(), machine: describeMachine(), figures },
  });
}

function describeMachine(): string {
  const [cpu] = cpus();
  const memory = `${String(Math.round(totalmem() / 2 ** 30))} GiB`;
  return `${String(cpus().length)} × ${cpu?.model ?? 'unknown'}, ${memory}, Node ${process.version}`;
}

mkdirSync(path.dirname(file), { recursive: true });
if (options.again || (options.quick && options.into === undefined)) rmSync(file, { force: true });
if (!options.report) {
  const plan = planRuns({ ...options, done: readResults(file) });
  for (const peer of new Set(plan.map((each) => each.peer))) {
    console.error(`bench: builds ${peer.name}`);
    await peer.build();
  }
  for (const [index, each] of plan.entries()) await run(each, `${String(index + 1)}/${String(plan.length)}`);
}
const results = readResults(file);
if (file === defaultFile) writeFileSync(reportFile, `# Measurements\n\n${renderReport(results)}\n`);
console.log(options.json ? JSON.stringify(summarize(results), undefined, 2) : renderReport(results));
