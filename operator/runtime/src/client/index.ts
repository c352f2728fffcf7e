/**
 * Client: typed handles on the API server. Each method is one request; nothing is cached and nothing is tried again.
 *
 * - `resource`: the calls for one kind, as an interface
 * - `sent`: what objects look like that are sent
 * - `client`: makes such handles from a transport
 * - `answers`, `describe-text`: checks the body of an answer before it is used; describes one that is not JSON
 * - `split-lines`: splits the body of a watch into lines
 * - `call-span`: a call as a trace of the reconcile shows it
 * - `metadata-only`: asks for the metadata of objects alone
 * - `status-error`: what the API server answers when it refuses
 * - `object-path`: what the path of a URL names
 * - `transport`, `http-transport`, `whole-answer`: bytes, on `undici.Pool`; in a dry run, writes that change nothing
 * - `sender`: which requests are sent again, and what `/readyz` says of the credentials
 * - `pools`: connections that follow the certificates, directly or through a proxy
 * - `credentials`: a room of its own: kubeconfig, in-cluster and auth plug-ins
 * - `connect`: a client from credentials
 *
 * @module
 */
export { createClient, type Client, type LiveReader } from './client.ts';
export { buildPath } from './object-path.ts';
export { connect, type Connection, type ConnectOptions } from './connect.ts';
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
export type { HttpTransport, HttpTransportOptions } from './http-transport.ts';
export type {
  Applied,
  ApplyOptions,
  CallOptions,
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
  type AppliedObject,
  type AsRead,
  type CheckedForms,
  type Forms,
  type FormsOf,
  type MergePatch,
  type NamedObject,
  type NewObject,
  type Part,
  type Sent,
  type SentByName,
  type Unchecked,
  type UncheckedForms,
  type WrittenKind,
} from './sent.ts';
export { ApiError, isApiError, isNamespaceTerminating, type Status, type StatusCause } from './status-error.ts';
