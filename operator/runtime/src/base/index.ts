/**
 * Base: leaves that every other room stands on and that know nothing of Kubernetes' API server.
 *
 * - `objects`: what every Kubernetes object has, and the key that names one
 * - `kind`: a kind of object as a value that carries its type
 * - `errors`: the one registry of error codes
 * - `clock`: time as a parameter; `event-loop`: whose turn it is
 * - `abort`: signals and deadlines
 * - `timeout`: waits that end
 * - `please`: sentences in the compiler's messages
 * - `owner-key`: the key of the resource that controls an object
 * - `unattended`: work that nobody waits for, and works that all have to end
 * - `resource-version`: which of two is older
 * - `logger`: where log lines go
 * - `exact-json`: JSON that rounds no integer
 * - `json-error`: why a value cannot be written as JSON
 * - `listen-host`: the host to pass to `listen`, for IPv4 and IPv6
 * - `tracing`: spans, for whoever has registered OpenTelemetry
 * - `settings`: what a setting is
 * - `secrets`: what is secret by its name or its form
 * - `memoized`: a function that remembers
 * - `visible`: texts without anything that a terminal obeys
 * - `twice-in`: which of several texts is there twice
 *
 * @module
 */
export {
  type CrdSchema,
  type DeclaredSetting,
  type ExternalDocs,
  isRecord,
  type JsonSchema,
  memberOf,
  type PatchOperation,
  pointerTo,
  type PolicyCheck,
  type PolicyMutation,
  type PolicyOperation,
  type PolicyRule,
  type ValidationRule,
} from '@kubewright/declaration';
export { aborted, anySignal, deadline, isAborted, neverAborted, type Deadline } from './abort.ts';
export { microTimestamp, sleepWith, systemClock, timestamp, type CancelTimer, type Clock } from './clock.ts';
export {
  abortReason,
  codes,
  isOperatorError,
  messageOf,
  OperatorError,
  type ErrorCode,
  type ErrorDetails,
} from './errors.ts';
export {
  apiVersionOf,
  groupOf,
  kebabCase,
  kindText,
  metadataOf,
  type Kind,
  type objectType,
  type TypeOf,
} from './kind.ts';
export { exactText, parseExactly } from './exact-json.ts';
export { jsonError } from './json-error.ts';
export { listenHost } from './listen-host.ts';
export { keyBeside, ownerKeyOf } from './owner-key.ts';
export { silentLogger, type LogFields, type Logger } from './logger.ts';
export {
  controllerOf,
  formatObject,
  isTerminating,
  keyOf,
  keyText,
  objectReference,
  parseKey,
  type Condition,
  type FieldSet,
  type KubeObject,
  type ManagedFieldsEntry,
  type ObjectKey,
  type ObjectMeta,
  type ObjectReference,
  type OwnerReference,
} from './objects.ts';
export { endsWithin, whenAborted, type Aborting } from './timeout.ts';
export { memoized } from './memoized.ts';
export type { Please } from './please.ts';
export { compareResourceVersions } from './resource-version.ts';
export { isSecretOption, redacted, secrecyOf, withoutSecretText, type Secrecy } from './secrets/index.ts';
export {
  checkSettingsTable,
  defineSettings,
  durationMs,
  envOf,
  flagOf,
  formats,
  periodMs,
  readValue,
  runtimeSettings,
  runtimeSettingsData,
  settingsData,
  type IntegerSetting,
  type ListSetting,
  type SettingAlias,
  type SettingDefinition,
  type SettingFormat,
  type SettingsTable,
  type SettingValue,
  wrongValue,
  type StringSetting,
  type ValuesOf,
} from './settings/index.ts';
export { twiceIn } from './twice-in.ts';
export { allEnd, unattended, type Failed } from './unattended.ts';
export {
  activeSpan,
  beginSpan,
  findTracing,
  inSpan,
  recordFailure,
  traceFields,
  within,
  type Attributes,
  type Span,
  type SpanStart,
} from './tracing.ts';
export { visible, visibleLines } from './visible.ts';
