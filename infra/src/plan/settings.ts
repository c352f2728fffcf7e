import { getMember } from '@kubewright/declaration';

import type { OperatorSettings } from '../options/index.ts';
import type { DeclaredSetting, OperatorDeclaration, SettingValue } from '../declaration/index.ts';
import { type OptionErrors, formatSuggestion, OptionError } from './option-errors.ts';

/** Settings that the construct sets itself or with another option, each with a text that names the alternative. */
export const deployed: Readonly<Record<string, string>> = {
  KUBECONFIG: 'in a cluster, the operator uses its ServiceAccount',
  KUBE_CONTEXT: 'in a cluster, the operator uses its ServiceAccount',
  WATCH_NAMESPACE: 'use `namespaces`, which also limits the permissions',
  CONTROLLERS: 'use `controllers`, which also limits the permissions',
  LEADER_ELECT: 'leader election is always on, because two Pods overlap during a rolling update',
  LEASE_NAME: 'the Lease has the name of the installation: set `name`',
  IN_USE_NAME: 'use `removalGuard`, which also creates the LimitRange',
  LEASE_NAMESPACE: 'the Lease is always in the namespace of the operator',
  METRICS_ENABLED: 'remove `metrics`, so that the operator serves them on loopback only',
  METRICS_PATH: 'the path is always /metrics, because the ClusterRole of metrics clients and the ServiceMonitor use it',
  METRICS_BIND_ADDRESS: 'use `metrics`, which decides who may read them',
  METRICS_SECURE: 'use `metrics.secure`, which also grants the permissions',
  METRICS_CERT_DIR: 'use `metrics.certificateSecret`, which also mounts it',
  WEBHOOKS_ENABLED: 'use `webhooks`, which also deploys their Service and configurations',
  WEBHOOK_NAME: 'the name is derived from the name of the installation: set `name`',
  WEBHOOK_CERT_DIR: 'use `webhooks.certificate`, which also mounts it',
  BIND_ADDRESS: 'the operator listens on its Pod address, so that the kubelet can probe it',
  POD_NAME: 'Kubernetes sets it in the Pod',
  POD_NAMESPACE: 'Kubernetes sets it in the Pod',
  POD_UID: 'Kubernetes sets it in the Pod',
};

/**
 * Turns settings into environment variables. Adds an error for a setting that is undeclared, in `deployed`, or invalid.
 */
export function buildSettingVariables(
  declaration: OperatorDeclaration,
  settings: OperatorSettings,
  errors: OptionErrors,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    errors.attempt(() => {
      const setting = getSettableSetting(declaration, name);
      variables[setting.env] = formatSettingValue(setting, value);
    }, undefined);
  }
  return variables;
}

export interface NumberSetting {
  readonly name: string;
  readonly value: number;
}

/** Pure: the value of a numeric setting, given or by default; undefined if it is not declared. */
export function findNumberSetting(
  declaration: OperatorDeclaration,
  settings: OperatorSettings,
  env: string,
): NumberSetting | undefined {
  const setting = declaration.settings.find((each) => each.env === env);
  if (setting === undefined) return undefined;
  const value = getMember(settings, setting.name) ?? setting.default;
  return typeof value === 'number' ? { name: setting.name, value } : undefined;
}

/** The settings that an installation can set: other options determine the rest. */
export function listSettable({ settings }: OperatorDeclaration): readonly DeclaredSetting[] {
  return settings.filter(({ env }) => !Object.hasOwn(deployed, env));
}

function getSettableSetting(declaration: OperatorDeclaration, name: string): DeclaredSetting {
  const setting = declaration.settings.find((each) => each.name === name);
  if (setting === undefined) {
    const known = listSettable(declaration).map((each) => each.name);
    throw new OptionError(
      `${declaration.name} has no setting ${JSON.stringify(name)}: ${formatSuggestion(name, known)}`,
    );
  }
  const reason = getMember(deployed, setting.env);
  if (reason !== undefined) throw new OptionError(`the setting ${name} cannot be set here: ${reason}`);
  return setting;
}

function formatSettingValue(setting: DeclaredSetting, value: SettingValue): string {
  const expected = findBrokenRule(setting, value);
  if (expected !== undefined) {
    throw new OptionError(`the setting ${setting.name} must be ${expected}, but is ${JSON.stringify(value)}`);
  }
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** The rule that the value breaks, in words; undefined if it is valid. */
function findBrokenRule(setting: DeclaredSetting, value: SettingValue): string | undefined {
  const { type, values, minimum = -Infinity, maximum = Infinity } = setting;
  if (!hasType[type](value)) return typeNames[type];
  if (values !== undefined && !values.includes(value)) return `one of ${values.map(String).join(', ')}`;
  return typeof value === 'number'
    ? findBoundsError(value, { minimum, maximum })
    : findFormatError(setting, toTexts(value));
}

function findBoundsError(
  value: number,
  { minimum, maximum }: { minimum: number; maximum: number },
): string | undefined {
  if (value < minimum) return `at least ${minimum}`;
  return value > maximum ? `at most ${maximum}` : undefined;
}

function toTexts(value: SettingValue): readonly string[] {
  return typeof value === 'object' ? value : [String(value)];
}

const hasType: Readonly<Record<DeclaredSetting['type'], (value: SettingValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes(',')),
};

const typeNames: Readonly<Record<DeclaredSetting['type'], string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list of strings without commas',
};

interface Format {
  readonly pattern: RegExp;
  /** The pattern in words, for error messages. */
  readonly words: string;
}

const duration = /(?=.*[1-9])(?:\d{1,9}|(?:\d{1,5}h)?(?:\d{1,7}m)?(?:\d{1,9}s)?(?:\d{1,9}ms)?)/.source;
const label = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';
const part = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const host = String.raw`(?:\[[\w:.%]+\]|[\w.-]{1,253})`;
const portNumber = String.raw`(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])`;

/**
 * The formats that the runtime parses. A newer generator may declare other formats, which only the operator itself
 * checks.
 */
const formats: ReadonlyMap<string, Format> = new Map([
  ['duration', { pattern: anchorPattern(duration), words: 'a duration such as 90s, 5m or 1h30m' }],
  [
    'period',
    {
      pattern: anchorPattern(`0(?:h|m|s|ms)?|${duration}`),
      words: 'a duration such as 90s, 5m or 1h30m, or 0s for never',
    },
  ],
  ['label', { pattern: anchorPattern(label), words: 'a name of lower-case letters, digits and "-", at most 63' }],
  [
    'subdomain',
    {
      pattern: anchorPattern(`(?=.{1,253}$)${part}(\\.${part})*`),
      words: 'a name of lower-case letters, digits, "-" and ".", at most 253',
    },
  ],
  ['image', { pattern: anchorPattern(String.raw`\S{1,1024}`), words: 'an image such as nginx:1.27' }],
  [
    'address',
    { pattern: anchorPattern(`${host}:${portNumber}`), words: 'host:port, such as 127.0.0.1:6742 or [::1]:6742' },
  ],
]);

/** Pure: the expected format in words; undefined if all texts match. */
export function findFormatError(setting: DeclaredSetting, texts: readonly string[]): string | undefined {
  const format = formats.get(setting.format ?? '');
  return format === undefined || texts.every((text) => format.pattern.test(text)) ? undefined : format.words;
}

/** Pure: the pattern of a format; `undefined` if only the operator itself knows it. */
export function getFormatPattern(format = ''): string | undefined {
  return formats.get(format)?.pattern.source;
}

function anchorPattern(source: string): RegExp {
  return new RegExp(`^(?:${source})$`);
}
