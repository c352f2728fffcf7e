/**
 * `node test/bench/tracing-cost.ts`: the CPU time that the tracing hooks cost an operator that registers no
 * OpenTelemetry SDK. The same reconciles run with and without the hooks (their files are replaced when they are
 * loaded), in separate processes, alternately. The result is the median of all pairs, because other load on the machine
 * varies.
 */
import { execFileSync } from 'node:child_process';
import { registerHooks } from 'node:module';
import { parseArgs } from 'node:util';

import type { ScriptedRun } from '../../operator/runtime/fixtures/scripted-run.ts';

const withoutHooks: Readonly<Record<string, string>> = {
  '/runtime/src/client/call-span.ts': 'export const runInCallSpan = (kind, request, send) => send();',
  '/runtime/src/controller/reconcile-span.ts':
    'export const beginReconcileSpan = () => undefined; export const endReconcileSpan = () => undefined;',
  '/runtime/src/base/tracing.ts': `
    export const activeSpan = () => undefined;
    export const beginSpan = activeSpan, findTracing = activeSpan, recordFailure = activeSpan, traceFields = activeSpan;
    export const within = (span, work) => work();
    export const inSpan = (describe, work) => work();`,
};

function takeHooksOut(): void {
  registerHooks({
    load(url, context, next) {
      const file = Object.keys(withoutHooks).find((path) => url.endsWith(path));
      return file === undefined
        ? next(url, context)
        : { format: 'module', source: withoutHooks[file] ?? '', shortCircuit: true };
    },
  });
}

/**
 * The CPU time of `count` reconciles in milliseconds. One in ten writes its child and its status, the others write
 * nothing.
 */
async function measure(count: number): Promise<number> {
  const { awaitChange, condition, ConfigMap, defineApi, defineController, owns, t } =
    await import('../../operator/runtime/src/index.ts');
  const { createScriptedRun } = await import('../../operator/runtime/fixtures/scripted-run.ts');
  const { reconcileKey } = await import('../../operator/runtime/src/controller/reconcile-key.ts');
  const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
  let guests = 0;
  const definition = defineController(Cafe, {
    owns: { menus: owns(ConfigMap) },
    async reconcile({ metadata }, { menus, status }) {
      const tens = String(Math.floor(guests++ / 10));
      await menus.apply({ metadata: { name: metadata.name }, data: { tens } });
      status.set({ conditions: [condition('Ready', true, { reason: 'Brewed', message: tens })] });
      return awaitChange;
    },
  });
  const key = { namespace: 'default', name: 'mocca' };
  const scripted = createScriptedRun({ ownerKind: Cafe, ownerKey: key, owner: { spec: {} } });
  const options = { ...buildOptions(scripted, scripted.getCache(Cafe)), definition };
  const reconcileAll = async (times: number): Promise<void> => {
    for (let index = 0; index < times; index += 1)
      await reconcileKey(options, { key: 'default/mocca', causes: [] }).outcome;
  };
  await reconcileAll(count / 4);
  const before = process.cpuUsage();
  await reconcileAll(count);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function buildOptions({ environment, clock, logger }: ScriptedRun, primary: ReturnType<ScriptedRun['getCache']>) {
  const leadership = { signal: new AbortController().signal, assertLeading: () => undefined };
  return { environment, clock, log: logger, memories: new Map(), primary, leadership };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

function compare(pairs: number, count: string): void {
  const cost = (...flags: string[]): number =>
    Number(
      execFileSync(process.execPath, [import.meta.filename, '--once', '--count', count, ...flags], {
        encoding: 'utf8',
      }),
    );
  const rows = Array.from({ length: pairs }, (_, index) => {
    // Alternates which one runs first, because the machine warms up.
    const first = index % 2 === 0 ? cost() : cost('--without');
    const second = index % 2 === 0 ? cost('--without') : cost();
    return index % 2 === 0 ? { hooks: first, none: second } : { hooks: second, none: first };
  });
  const perReconcile = (ms: number): string => `${((ms * 1000) / Number(count)).toFixed(1)} µs`;
  console.log(`CPU time of a reconcile: ${perReconcile(median(rows.map(({ hooks }) => hooks)))} with the hooks,`);
  console.log(`${perReconcile(median(rows.map(({ none }) => none)))} without; ratio of the pairs, median:`);
  console.log(median(rows.map(({ hooks, none }) => hooks / none)).toFixed(3));
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    pairs: { type: 'string', default: '15' },
    once: { type: 'boolean' },
    without: { type: 'boolean' },
  },
});
if (values.without === true) takeHooksOut();
if (values.once === true) console.log(await measure(Number(values.count)));
else compare(Number(values.pairs), values.count);
