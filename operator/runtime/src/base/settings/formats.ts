import { OperatorError } from '../errors.ts';

/**
 * The format of a text setting.
 * - `label`: the name of a namespace (RFC 1123 label)
 * - `subdomain`: the name of most other objects (RFC 1123 subdomain)
 * - `duration`: a duration above zero; read it with `parseDurationMs`
 * - `period`: a duration, or zero for never; read it with `parsePeriodMs`
 * - `path`: the path of a URL, starting with a slash
 * - `image`: a container image
 * - `address`: host and port of a server
 */
export type SettingFormat = 'label' | 'subdomain' | 'duration' | 'period' | 'path' | 'image' | 'address';

interface Format {
  readonly pattern: RegExp;
  /** Describes the format in error messages. */
  readonly words: string;
}

const amount = /^(?=.)(?:(\d{1,9})|(?:(\d{1,5})h)?(?:(\d{1,7})m)?(?:(\d{1,9})s)?(?:(\d{1,9})ms)?)$/;
const duration = new RegExp(amount.source.replace('.', '.*[1-9]'));
const never = /^0(?:h|m|s|ms)?$/;

export const formats: Readonly<Record<SettingFormat, Format>> = {
  label: {
    pattern: /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
    words: 'a name of lower-case letters, digits and "-", at most 63',
  },
  subdomain: {
    pattern: /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    words: 'a name of lower-case letters, digits, "-" and ".", at most 253',
  },
  duration: {
    pattern: duration,
    words: 'a duration such as 90s, 5m or 1h30m',
  },
  period: {
    pattern: new RegExp(`${never.source}|${duration.source}`),
    words: 'a duration such as 90s, 5m or 1h30m, or 0s for never',
  },
  path: {
    pattern: /^(?=.{1,253}$)(?:\/[\w.~-]+)+$/,
    words: 'a path such as /metrics',
  },
  image: {
    pattern: /^\S{1,1024}$/,
    words: 'an image such as nginx:1.27',
  },
  address: {
    pattern: /^(?:\[[\w:.%]+\]|[\w.-]{1,253}):(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/,
    words: 'host:port, such as 127.0.0.1:6742 or [::1]:6742',
  },
};

/** Milliseconds per unit of each captured number: a number alone (seconds), hours, minutes, seconds, milliseconds. */
const unitsMs = [1000, 3_600_000, 60_000, 1000, 1];

/**
 * Parses a duration to milliseconds: hours, minutes, seconds and milliseconds (`1h30m`, `500ms`, `0s`), the largest
 * unit first; a number without a unit is in seconds. Reads settings with the format `duration`, and every text that
 * `t.duration` accepts. Errors: `SPEC_INVALID` for any other text. If a reconcile throws it, the runtime sets
 * `Ready=False` with the reason `Invalid`. Settings are validated at the start, so they never cause it.
 */
export function parseDurationMs(text: string): number {
  const [, ...parts] = amount.exec(text) ?? [];
  if (parts.length === 0) {
    const hint = `${JSON.stringify(text)} is not allowed; use ${formats.duration.words}`;
    throw new OperatorError('SPEC_INVALID', 'read a duration', { hint });
  }
  return unitsMs.reduce((sum, unitMs, index) => sum + unitMs * Number(parts[index] ?? 0), 0);
}

/**
 * Parses a period to milliseconds; `undefined` (never) for zero. Accepts the same texts as `parseDurationMs`. Errors:
 * `SPEC_INVALID` for any other text.
 */
export function parsePeriodMs(text: string): number | undefined {
  const periodMs = parseDurationMs(text);
  return periodMs === 0 ? undefined : periodMs;
}

/**
 * Returns the host to pass to `server.listen` for a configured address. `undefined` for `::` (every address): Node then
 * listens on IPv6 and IPv4, or only on IPv4 if the machine has no IPv6, where an explicit `::` would fail.
 *
 * https://nodejs.org/docs/latest-v24.x/api/net.html#serverlistenport-host-backlog-callback
 */
export function listenHost(address: string): string | undefined {
  return address === '::' ? undefined : address;
}
