import { type Api, defineApi, t } from '../runtime/api/index.ts';
import { type Kind, type KubeObject, OperatorError } from '../runtime/base/index.ts';
import type { Caches } from '../runtime/cache/index.ts';
import { WatchedCache } from '../runtime/cache/watched-cache.ts';
import { type ApiRequest, type ApiResponse, createClient } from '../runtime/client/index.ts';
import { type Controller, type ControllerOptions, createController } from '../runtime/controller/controller.ts';
import { awaitChange, type ControllerDefinition, defineController } from '../runtime/reconcile/index.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createRecordingLogger, type RecordingLogger } from './recording-logger.ts';
import { scriptTransport, type ScriptedTransport } from './scripted-transport.ts';
import { someObject } from './some-object.ts';

export const Cafe: Api<{ readonly menu?: string }> = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({ menu: t.optional(t.string()) }),
});

/** A Cafe as the API server holds it. */
export const cafe = (name: string, resourceVersion = '5'): KubeObject => of(Cafe, name, { resourceVersion });

/** An object of a kind as the API server holds it. */
export function of(kind: Kind, name: string, metadata: Partial<KubeObject['metadata']> = {}): KubeObject {
  const { group, version } = kind;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const object = { ...someObject({ name, resourceVersion: '5', ...metadata }), apiVersion, kind: kind.kind };
  return { ...object, spec: {} } as KubeObject;
}

/** A controller between caches that a test fills and an API server that a test plays. */
export interface Bench {
  readonly controller: Controller;
  readonly clock: FakeClock;
  readonly transport: ScriptedTransport;
  readonly logger: RecordingLogger;
  /** The kinds and selections that were asked for, as text. */
  readonly selections: readonly string[];
  /** Tells the cache of a kind what its watch would. */
  tell(kind: Kind, event: Parameters<WatchedCache<KubeObject>['take']>[1]): void;
  /** The first sync of Cafes. */
  synced(...names: readonly string[]): void;
}

/** What a test says of its controller. */
export interface BenchOptions extends Partial<Pick<ControllerOptions, 'resyncPeriodMs' | 'tools' | 'workers'>> {
  /** What the API server answers. @default - 404 */
  readonly answer?: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;
}

/** Puts a controller together, with one worker unless told otherwise. */
export function scriptController(definition: ControllerDefinition, options: BenchOptions = {}): Bench {
  const { answer, ...rest } = options;
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const made = new Map<string, WatchedCache<KubeObject>>();
  const selections: string[] = [];
  const caches: Caches = {
    of: (kind, selection = {}) => {
      selections.push([kind.kind, selection.labelSelector, selection.fieldSelector].filter(Boolean).join(' '));
      const untyped: Kind = { ...kind };
      const cache = made.get(kind.kind) ?? new WatchedCache({ kind: untyped, clock, logger, trim: (object) => object });
      made.set(kind.kind, cache);
      return cache as never;
    },
    run: () => Promise.resolve(),
    whenSynced: () => Promise.resolve(),
    states: [],
  };
  const transport = scriptTransport(answer === undefined ? {} : { call: answer });
  const tell: Bench['tell'] = ({ kind }, event) => {
    const cache = made.get(kind);
    const [feed] = cache?.feeds ?? [];
    if (cache === undefined || feed === undefined)
      throw new OperatorError('TEST_FAILED', `tell the cache of ${kind}`, { hint: 'nobody has asked for it' });
    void cache.take(feed, event);
  };
  return {
    controller: createController({
      definition,
      client: createClient(transport),
      caches,
      clock,
      logger,
      operator: 'coffee',
      instance: 'coffee-0',
      workers: 1,
      random: () => 0.5,
      ...rest,
    }),
    clock,
    transport,
    logger,
    selections,
    tell,
    synced: (...names) => {
      tell(Cafe, { type: 'replaced', items: names.map((name) => cafe(name)), resourceVersion: '10' });
    },
  };
}

/** One term of leadership. */
export function beginTerm({ controller }: Bench): {
  readonly over: Promise<void>;
  readonly stop: AbortController;
  /** The right to write goes to another process. */
  lose(): void;
  /** Its deadline passes while the process is paused: no timer has told. */
  pass(): void;
} {
  const [stop, term] = [new AbortController(), new AbortController()];
  const assertLeading = (): void => {
    if (passed || term.signal.aborted) throw new OperatorError('NOT_LEADER', 'write');
  };
  let passed = false;
  const over = controller.run({ signal: term.signal, assertLeading }, stop.signal);
  return {
    over,
    stop,
    lose: () => term.abort(new OperatorError('NOT_LEADER', 'lead')),
    pass: () => void (passed = true),
  };
}

/** A controller that notes whom it reconciles. */
export function noting(visits: string[], declaration: object = {}): ControllerDefinition {
  return defineController(Cafe, {
    ...declaration,
    reconcile({ metadata }) {
      visits.push(metadata.name);
      return Promise.resolve(awaitChange);
    },
  });
}
