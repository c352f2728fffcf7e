/** The main module of the observer process, which watches Widgets and their children, and reports to its parent. */
import { parseArgs } from 'node:util';

import { type Kind, type KubeObject, onlyMetadata, systemClock } from '../../../operator/runtime/src/base/index.ts';
import { connect } from '../../../operator/runtime/src/client/index.ts';
import { ConfigMap, Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { Widget } from '../peers/kubewright/widget.ts';
import { nowMs, type SeenWidget, Tally, type Wanted } from './tally.ts';

/** A question that the parent asks: when everything is up to date, or the latencies so far. */
export type Question = { readonly converged: Wanted } | 'latencies';

/** A message to the parent: `synced` at the start, later the answers. */
export type Report = 'synced' | { readonly convergedAtMs: number } | { readonly latenciesMs: readonly number[] };

type Seen = (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject, atMs: number) => void;

const text = { type: 'string' } as const;
const { kubeconfig = '', namespace = '' } = parseArgs({ options: { kubeconfig: text, namespace: text } }).values;
const { client } = await connect({ kubeconfig, clock: systemClock });
const tally = new Tally();
let wanted: Wanted | undefined;

const report = (what: Report): void => void process.send?.(what);

function checkConverged(atMs: number): void {
  if (wanted === undefined || !tally.isConverged(wanted)) return;
  wanted = undefined;
  report({ convergedAtMs: atMs });
}

/** Watches until this process ends. Resolves once it has seen all objects that exist at the start. */
async function watchAll(kind: Kind, seen: Seen): Promise<void> {
  const events = await client.resource(kind).watch({ namespace, sendInitialEvents: true, timeoutSeconds: 36_000 });
  const synced = Promise.withResolvers<undefined>();
  void (async () => {
    for await (const event of events) {
      if (event.type === 'BOOKMARK') synced.resolve(undefined);
      else if (event.type === 'UNKNOWN' || event.type === 'ERROR') throw new Error(JSON.stringify(event));
      else {
        const atMs = nowMs();
        seen(event.type, event.object, atMs);
        checkConverged(atMs);
      }
    }
    throw new Error(`the watch of ${kind.plural} has ended`);
  })();
  await synced.promise;
}

const child: Seen = (type, { metadata }) => {
  if (metadata.ownerReferences?.[0]?.kind === Widget.kind) tally.child(type, metadata.uid);
};

process.on('message', (question: Question) => {
  if (question === 'latencies') report({ latenciesMs: tally.takeLatencies() });
  else {
    wanted = question.converged;
    checkConverged(nowMs());
  }
});
process.on('disconnect', () => process.exit());

await Promise.all([
  watchAll(Widget, (type, object, atMs) => tally.widget(type, object as unknown as SeenWidget, atMs)),
  watchAll(onlyMetadata(ConfigMap), child),
  watchAll(onlyMetadata(Service), child),
  watchAll(onlyMetadata(Deployment), child),
]);
report('synced');
