/**
 * An API server in memory, for tests without a control plane; the contract in `test/contract` runs against it and against
 * the real one.
 *
 * - `in-memory-api-server`: creates one; its options and its methods for tests
 * - `in-memory-transport`: how requests arrive; `answer`: selects the handler of each
 * - `interceptors`: how a test sees requests, and makes them fail
 * - `served/`: the kinds that are served, and their features
 * - `store`: objects and their changes; `garbage-collector`: deletes dependents with their owners
 * - `reads/`: lists, pages, selectors and watches
 * - `writes/`: create, update, patch, apply and delete
 * - `schema/`: defaults and validation of CRDs
 * - `fields/`: server-side apply: the owners of fields
 * - `objects`, `json`: parts of objects; `rejection`: errors as the API server answers them
 *
 * @module
 */
export {
  createInMemoryApiServer,
  type InMemoryApiServer,
  type InMemoryApiServerOptions,
} from './in-memory-api-server.ts';
export type { Verb } from './answer.ts';
export {
  type FailingRequests,
  type FailOptions,
  type Failure,
  type Interceptor,
  type RecordedRequest,
  formatRequest,
} from './interceptors.ts';
