/**
 * The process that runs the operator for `kubewright dev`. It imports the author's modules again after each change.
 * Modules of packages stay loaded, so that a reload takes milliseconds.
 *
 * @module
 */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { OperatorDeclaration } from '@kubewright/declaration';
import { renderProjectFiles } from '@kubewright/generate';
import { type OperatorDefinition, runOperator } from '@kubewright/runtime';

import { loadOperator } from '../project.ts';
import { describeError } from '../report-error.ts';
import { type ForeignCrds, readForeignCrds } from './foreign-crds.ts';
import type { Answer, NotRun, Order, WorkerOptions } from './messages.ts';
import { buildOperatorInput } from './operator-input.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions;
const own = pathToFileURL(options.folder + path.sep).href;

const noForeignCrds: ForeignCrds = { crds: {}, notInstalled: [] };
let generation = 0;
let loaded: { readonly operator: OperatorDefinition; readonly settings: OperatorDeclaration['settings'] } | undefined;
let running: { readonly stop: AbortController; readonly ended: Promise<number> } | undefined;

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    const isOwn = resolved.url.startsWith(own) && !resolved.url.includes('/node_modules/');
    return isOwn ? { ...resolved, url: `${resolved.url.replace(/\?.*$/, '')}?generation=${generation}` } : resolved;
  },
});

function answer(message: Answer): void {
  process.send?.(message);
}

function listNotRun({ webhooks = [], conversions = [] }: OperatorDefinition): readonly NotRun[] {
  return [
    ...(webhooks.length > 0 ? (['webhooks'] as const) : []),
    ...(conversions.length > 0 ? (['conversions'] as const) : []),
  ];
}

async function load(): Promise<void> {
  generation += 1;
  try {
    const operator = await loadOperator(options);
    const { files } = await renderProjectFiles(operator, options.folder, options);
    const ours = Object.fromEntries([...files].filter(([file]) => file.startsWith('crds/')));
    // In a cluster of the user, other operators install the CRDs of imported kinds, or the user omitted them on
    // purpose.
    const foreign = options.context === undefined ? readForeignCrds(operator, options.notInstalled) : noForeignCrds;
    const crds = { ...foreign.crds, ...ours };
    const declaration = files.get('declaration.json') ?? '';
    loaded = { operator, settings: (JSON.parse(declaration) as OperatorDeclaration).settings };
    answer({ type: 'loaded', declaration, crds, notRun: listNotRun(operator), notInstalled: foreign.notInstalled });
  } catch (error) {
    answer({ type: 'failed', message: describeError(error) });
  }
}

async function run(): Promise<void> {
  await stop();
  if (loaded === undefined) return;
  const { operator } = loaded;
  const { webhookFlags = [], ...others } = options;
  const given = { ...others, webhookFlags: listNotRun(operator).length > 0 ? webhookFlags : [] };
  const controller = new AbortController();
  const { signal } = controller;
  const ended = runOperator(operator, { ...buildOperatorInput(loaded, given, process.env), signal });
  running = { stop: controller, ended };
  void running.ended.then((code) => {
    if (controller.signal.aborted) return;
    process.stderr.write(`kubewright  the operator stopped with exit code ${code}: save a file to start it again\n`);
  });
  answer({ type: 'running' });
}

async function stop(): Promise<void> {
  running?.stop.abort();
  await running?.ended;
  running = undefined;
}

async function pause(): Promise<void> {
  await stop();
  answer({ type: 'paused' });
}

function end(): void {
  process.disconnect();
}

/**
 * Kills this process 3 s after its parent has ended, because the main thread does not get the event `disconnect` while
 * it is busy or paused by a debugger.
 */
const watchdog = `
const { workerData: parent } = require('node:worker_threads');
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3_000);
}, 500);
`;

// Runs orders one after the other, so that a save during a reload waits.
let work = Promise.resolve();
process.on('message', ({ type }: Order) => {
  const orders = { load, run, pause, stop: end };
  work = work.then(orders[type]);
});
// Ctrl-C at a terminal also reaches this process; the parent stops it in order.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => void stop().finally(() => process.exit()));
new Worker(watchdog, { eval: true, execArgv: [], workerData: options.parent }).unref();
