/**
 * An API server in memory, for tests without a control plane; the contract beside it (`../contract`) runs against it and
 * against the real one.
 *
 * - `in-memory-api-server`: creates one; the options, and what tests do with it
 * - `in-memory-transport`: how requests come in; `answer`: what each of them leads to
 * - `recorded-request`, `interceptors`: what a test sees of requests, and how it makes them fail
 * - `served/`: which kinds there are, and what is known of them
 * - `state`, `store`: objects, and what happened to them; `garbage-collector`: what is deleted with its owners
 * - `reads/`: lists, pages, selectors and watches
 * - `writes/`: create, update, patch, apply and delete
 * - `schema/`: defaults and validation of CRDs
 * - `fields/`: server-side apply: who owns which field
 * - `objects`, `json`: parts of objects; `refusal`: what is answered instead of an object
 *
 * @module
 */
export {
  createInMemoryApiServer,
  type InMemoryApiServer,
  type InMemoryApiServerOptions,
} from './in-memory-api-server.ts';
export type { Verb } from './answer.ts';
export type { FailingRequests, FailOptions, Failure, Interceptor } from './interceptors.ts';
export { type RecordedRequest, requestText } from './recorded-request.ts';
