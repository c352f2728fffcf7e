/**
 * Exports of an author who also tests their operator. `exported-types.test.ts` appends this module to `exporting-author.ts`.
 *
 * @module
 */
import {
  ComponentError,
  createFakeClock,
  describeUnreadyPods,
  createInMemoryApiServer,
  createServerCertificate,
  defaultImages,
  failing as failingKind,
  formatProgress,
  inspectBinaries,
  readAuditLog,
  formatRequest,
  checkRoundTrips,
  runController,
  startCluster,
  startControlPlane,
  startNode,
  waitFor,
  unchecked,
  startProcesses,
} from '@kubewright/testing';
import {
  awaitChange as stay,
  defineApi as declareStallApi,
  defineController as declareStall,
  Deployment as Replicated,
  t as types,
} from '@kubewright/runtime';

export const Stall = declareStallApi({ group: 'example.com', version: 'v1', kind: 'Stall', spec: types.object({}) });
export const stall = declareStall(Stall, { reconcile: async () => stay });

// Tests without a cluster
export const clock = createFakeClock();
export const server = createInMemoryApiServer({ kinds: [Stall] });
export const failing = server.fail({ verb: 'apply', kind: 'Deployment' }, 503);
export const simulated = server.simulate([failingKind(Replicated)]);
export const { client, transport } = server;
export const call = transport.call({ method: 'GET', path: '/api' });
export const stream = transport.stream({ method: 'GET', path: '/api/v1/pods' });
export const recorded = server.requests();
export const requests = recorded.map(formatRequest);
export const stalls = client.resource(Stall);
export const uncheckedStall = unchecked(Stall);
export const uncheckedStalls = client.resource(uncheckedStall);
export const stallsNow = [stalls.list(), stalls.watch()];
export const applied = stalls.apply(
  { apiVersion: 'example.com/v1', kind: 'Stall', metadata: { name: 'a' } },
  { fieldManager: 'a' },
);
export const running = runController(stall, { server });
export const converts = { withoutLoss: checkRoundTrips };
export const awaitRun = async () => [(await running).log, (await running).results] as const;

// Tests with a cluster
export const controlPlane = startControlPlane();
export const awaitControlPlane = async () => ({ ...(await controlPlane) });
export const audit = readAuditLog('audit.log');
export const binaries = inspectBinaries();
export const cluster = startCluster();
export const awaitCluster = async () => ({ ...(await cluster) });
export const waits = { nodeFor: startNode, waitFor, describeUnreadyPods };
export const awaitNode = async () => (await cluster).node;
export const processes = startProcesses({ directory: 'processes' });
export const awaitProcesses = async () => ({ ...(await processes) });
export const certificate = createServerCertificate(['127.0.0.1']);
export const shown = [defaultImages, formatProgress({ step: 'waiting' })] as const;
export const toComponentError = (error: unknown) => (error instanceof ComponentError ? error : undefined);
