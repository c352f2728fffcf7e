/**
 * An API server in memory, for tests without a control plane. The contract in `test/contract` runs against it and
 * against the real one.
 *
 * - `in-memory-api-server`: creates a server; its options and test methods
 * - `in-memory-transport`: receives requests; `answer`: selects the handler of each
 * - `interceptors`: let tests observe requests and make them fail
 * - `served/`: the served kinds and their features
 * - `store`: objects and their changes; `garbage-collector`: deletes dependents with their owners
 * - `reads/`: lists, pages, selectors and watches
 * - `writes/`: create, update, patch, apply and delete
 * - `simulate/`: writes the status of Deployments, Jobs and others, like their controllers
 * - `subresources/`: logs, evictions and scales
 * - `schema/`: defaults and validation of CRDs; `schema/rules/`: their CEL rules
 * - `defaults/`: defaults of built-in kinds
 * - `fields/`: server-side apply: the owners of fields
 * - `objects`, `json`: parts of objects; `rejection`: the API server's errors
 *
 * @module
 */
export {
  createInMemoryApiServer,
  type InMemoryApiServer,
  type InMemoryApiServerOptions,
} from './in-memory-api-server.ts';
export type { Verb } from './answer.ts';
export type { LogSource } from './subresources/log.ts';
export { failing, type FailingKind, type SimulatedKind } from './simulate/simulated-kind.ts';
export {
  type FailingRequests,
  type FailOptions,
  type Failure,
  type Interceptor,
  type RecordedRequest,
  formatRequest,
} from './interceptors.ts';
