/**
 * Client: typed handles for the API server. They do not cache, and do not retry failed calls.
 *
 * - `resource`: the calls for one kind, as an interface
 * - `sent`: types of sent objects
 * - `client`: creates the handles from a transport
 * - `answers`, `describe-text`: validate a response body; describe one that is not JSON
 * - `split-lines`: splits the body of a watch into lines
 * - `call-span`: the trace span of a call
 * - `metadata-only`: requests only the metadata of objects
 * - `status-error`: the API server's errors
 * - `object-path`: parses URL paths
 * - `transport`, `http-transport`, `whole-answer`: HTTP via `undici.Pool`; a transport for dry runs, whose writes
 *   change nothing
 * - `sender`: which requests are resent, and the credentials check of `/readyz`
 * - `pools`: connections that follow the certificates, directly or through a proxy; `shared-connections`: those that many
 *   small watches share
 * - `credentials`: a separate module: kubeconfig, in-cluster and auth plug-ins
 * - `permitted`: a client that is limited to declared permissions
 * - `connect`: a client from credentials
 * - `discovery`: whether the API server serves a kind
 *
 * @module
 */
export { createClient, type Client, type LiveReader } from './client.ts';
export { createPermittedClient, type ObjectRequest, type PermittedClient } from './permitted/permitted-client.ts';
export { buildPath } from './object-path.ts';
export { discoverKind, discoverVersion, findOtherVersion } from './discovery.ts';
export { connect, type Connection } from './connect.ts';
export {
  createFixedCredentials,
  loadCredentials,
  type Credentials,
  type CredentialsOptions,
  type Identity,
  type TlsOptions,
} from './credentials/index.ts';
export {
  type AnswerRecord,
  AnswerTooLarge,
  type ApiRequest,
  type ApiResponse,
  type ApiStream,
  type CallRecord,
  createDryRunTransport,
  type RetryRecord,
  type SendRecord,
  type Transport,
} from './transport.ts';
export type {
  Applied,
  DeleteOptions,
  KnownWatchEvent,
  ListOptions,
  ListResult,
  RawWatchEvent,
  Resource,
  Selection,
  WatchOptions,
} from './resource.ts';
export {
  unchecked,
  type AsRead,
  type CheckedForms,
  type FormsOf,
  type NewObject,
  type Part,
  type Sent,
  type SentByName,
  type Unchecked,
  type UncheckedForms,
  type WrittenKind,
} from './sent.ts';
export {
  ApiError,
  isApiError,
  isKindGone,
  isNamespaceTerminating,
  type Status,
  type StatusCause,
} from './status-error.ts';
