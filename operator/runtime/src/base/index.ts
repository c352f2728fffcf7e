/**
 * Base: leaves that every other room stands on and that know nothing of Kubernetes' API server.
 *
 * - `objects`: what every Kubernetes object has, the key that names one, and which of two versions is older
 * - `kind`: a kind of object as a value that carries its type; the key of the resource of a kind that controls an object
 * - `errors`: the one registry of error codes; sentences in the compiler's messages
 * - `clock`: time as a parameter; `event-loop`: whose turn it is
 * - `abort`: signals, deadlines, and waits that end
 * - `unattended`: work that nobody waits for, and works that all have to end
 * - `logger`: where log lines go
 * - `json`: JSON that rounds no integer; why a value cannot be written as JSON
 * - `tracing`: spans, for whoever has registered OpenTelemetry
 * - `settings`: what a setting is
 * - `secrets`: what is secret by its name or form in the texts of an author, for log lines, statuses and spans
 * - `memoized`: a function that remembers
 * - `visible`: texts without anything that a terminal obeys
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
export {
  aborted,
  type Aborting,
  anySignal,
  deadline,
  type Deadline,
  endsWithin,
  isAborted,
  neverAborted,
  whenAborted,
} from './abort.ts';
export { microTimestamp, sleepWith, systemClock, timestamp, type CancelTimer, type Clock } from './clock.ts';
export {
  abortReason,
  codes,
  type ErrorCode,
  type ErrorDetails,
  isOperatorError,
  messageOf,
  OperatorError,
  type Please,
  twiceIn,
} from './errors.ts';
export {
  apiVersionOf,
  kebabCase,
  keyBeside,
  type Kind,
  kindText,
  metadataOf,
  type objectType,
  ownerKeyOf,
  type TypeOf,
} from './kind.ts';
export { exactText, jsonError, parseExactly } from './json.ts';
export { silentLogger, type LogFields, type Logger } from './logger.ts';
export {
  compareResourceVersions,
  type Condition,
  controllerOf,
  type FieldSet,
  formatObject,
  isTerminating,
  keyOf,
  keyText,
  type KubeObject,
  type ManagedFieldsEntry,
  type ObjectKey,
  type ObjectMeta,
  objectReference,
  type ObjectReference,
  type OwnerReference,
  parseKey,
} from './objects.ts';
export { memoized } from './memoized.ts';
export { isSecretOption, redacted, secrecyOf, withoutSecrets } from './secrets.ts';
export {
  checkSettingsTable,
  defineSettings,
  durationMs,
  envOf,
  flagOf,
  formats,
  listenHost,
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
