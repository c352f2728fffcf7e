import { randomBytes } from 'node:crypto';

import type { Api } from '../runtime/api/index.ts';
import {
  type Kind,
  type KubeObject,
  neverAborted,
  OperatorError,
  silentLogger,
  systemClock,
} from '../runtime/base/index.ts';
import { createCaches } from '../runtime/cache/index.ts';
import { type ApiRequest, type Client, connect, createClient, type Transport } from '../runtime/client/index.ts';
import {
  type Controller,
  type ControllerOptions,
  createController,
  fieldManagerOf,
} from '../runtime/controller/index.ts';
import { CustomResourceDefinition, Namespace } from '../runtime/kinds/index.ts';
import type { ControllerDefinition } from '../runtime/reconcile/index.ts';

/** A part of a real cluster, for a controller that runs in the process of its test. */
export interface Workbench extends AsyncDisposable {
  /** Of an administrator; nothing of what it does is counted. */
  readonly client: Client;
  readonly namespace: string;
  /** Serves one more API. */
  serve(api: Api): Promise<void>;
  /** Makes an object in the namespace. */
  create(kind: Kind, name: string, rest?: object): Promise<KubeObject>;
  /** Runs a controller for the namespace, with filled caches and the right to write, until it is stopped. */
  run(definition: ControllerDefinition, options?: WorkbenchRunOptions): Promise<WorkbenchRun>;
}

/** What of a process a test chooses. */
export type WorkbenchRunOptions = Partial<Pick<ControllerOptions, 'logger' | 'random' | 'resyncPeriodMs' | 'workers'>>;

/** A controller at work. */
export interface WorkbenchRun extends AsyncDisposable {
  readonly controller: Controller;
  /** What it has sent so far that is to change something, as `PATCH /path`, without events. */
  readonly writes: readonly string[];
  /** Whether nothing is due and nothing in work. */
  readonly idle: boolean;
  /** Ends it as SIGTERM does; resolves once all its work has ended. */
  stop(): Promise<void>;
}

/** The name of an API group that no other test has. */
export function ownGroup(topic: string): string {
  return `${topic}-${randomBytes(4).toString('hex')}.example.com`;
}

/** Serves `apis` and makes a namespace. Disposing it deletes both. */
export async function createWorkbench(kubeconfig: string, ...apis: readonly Api[]): Promise<Workbench> {
  const connection = await connect({ kubeconfig, clock: systemClock });
  const { client } = connection;
  const namespace = `bench-${randomBytes(4).toString('hex')}`;
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const [served, runs]: [Api[], WorkbenchRun[]] = [[], []];
  const serveOne = async (api: Api): Promise<void> => {
    served.push(api);
    await serve(client, api);
  };
  for (const api of apis) await serveOne(api);
  return {
    client,
    namespace,
    serve: serveOne,
    create: (kind, name, rest = {}) =>
      client.resource(kind).create({
        apiVersion: kind.group === '' ? kind.version : `${kind.group}/${kind.version}`,
        kind: kind.kind,
        metadata: { namespace, name },
        ...rest,
      }),
    async run(definition, options) {
      const run = await runController({ client, namespace, definition }, options);
      runs.push(run);
      return run;
    },
    async [Symbol.asyncDispose]() {
      for (const run of runs) await run.stop();
      await client.resource(Namespace).delete({ name: namespace }, { propagation: 'Background' });
      for (const { crd } of served) {
        await client.resource(CustomResourceDefinition).delete(crd.metadata, { propagation: 'Background' });
      }
      await client.transport.close();
    },
  };
}

async function serve(client: Client, { crd }: Api): Promise<void> {
  const definitions = client.resource(CustomResourceDefinition);
  await definitions.create(crd);
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { status } = await definitions.get(crd.metadata);
    if (status?.conditions?.some(({ type, status: holds }) => type === 'Established' && holds === 'True')) return;
    await systemClock.sleep(50, neverAborted);
  }
  throw new OperatorError('TIMED_OUT', `serve ${crd.metadata.name}`, { hint: 'it is not established within 30 s' });
}

async function runController(
  { client, namespace, definition }: Pick<Workbench, 'client' | 'namespace'> & { definition: ControllerDefinition },
  options: WorkbenchRunOptions = {},
): Promise<WorkbenchRun> {
  const writes: string[] = [];
  const counted = createClient(noting(client.transport, writes));
  const shared = { client: counted, clock: systemClock, logger: silentLogger };
  const caches = createCaches({
    ...shared,
    namespaces: [namespace],
    fieldManagers: [fieldManagerOf('bench', definition.name)],
  });
  const controller = createController({
    ...shared,
    ...{ definition, caches, operator: 'bench', instance: 'bench-0' },
    ...options,
  });
  const [watching, stopping] = [new AbortController(), new AbortController()];
  const watches = caches.run(watching.signal);
  await caches.whenSynced(AbortSignal.timeout(60_000));
  const leadership = { signal: new AbortController().signal, assertLeading: () => undefined };
  const work = controller.run(leadership, stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await work;
    watching.abort();
    await watches;
  };
  return {
    controller,
    writes,
    get idle() {
      return controller.queue.length === 0 && controller.queue.inWorkMs === 0;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Events say what was done; they are no part of it. */
function noting(transport: Transport, writes: string[]): Transport {
  const note = ({ method, path }: ApiRequest): void => {
    if (method !== 'GET' && !path.includes('/events')) writes.push(`${method} ${path}`);
  };
  return {
    call(request) {
      note(request);
      return transport.call(request);
    },
    stream: (request) => transport.stream(request),
    close: () => Promise.resolve(),
  };
}
