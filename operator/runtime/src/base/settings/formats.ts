import { OperatorError } from '../errors.ts';

/**
 * `label`: the name of a namespace, `subdomain`: that of most other objects, as the API server checks them (RFC 1123).
 * `duration`: above zero, for `parseDurationMs`; `period`: may also be zero for never, for `parsePeriodMs`. `path`:
 * that of a URL, from its root; `image`: that of a container; `address`: host and port of a server.
 */
export type SettingFormat = 'label' | 'subdomain' | 'duration' | 'period' | 'path' | 'image' | 'address';

interface Format {
  readonly pattern: RegExp;
  /** The format's description in error messages. */
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

/** The units of the captured numbers: one alone, hours, minutes, seconds, milliseconds. */
const unitsMs = [1000, 3_600_000, 60_000, 1000, 1];

/**
 * Parses a duration to milliseconds, such as a setting of the format `duration` or a field of a spec: hours, minutes,
 * seconds and milliseconds (`1h30m`, `500ms`, `0s`), the largest unit first; a number alone is in seconds. It reads every
 * text that `t.duration` accepts.
 *
 * Errors: `SPEC_INVALID` for any other text: if a reconcile throws it, it sets `Ready=False` with the reason `Invalid`.
 * Settings are checked at the start, so they never cause it.
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
 * Parses a period to milliseconds, such as a setting of the format `period`; `undefined`, for zero, means never.
 *
 * Errors: `SPEC_INVALID` for any other text, as `parseDurationMs`.
 */
export function parsePeriodMs(text: string): number | undefined {
  const periodMs = parseDurationMs(text);
  return periodMs === 0 ? undefined : periodMs;
}

/**
 * The host to pass to `listen` for an address of this machine. `undefined` for `::`, every address: Node then listens
 * on IPv6 and IPv4, or only on IPv4 if the machine lacks IPv6, where an explicit `::` would fail.
 * https://nodejs.org/docs/latest-v24.x/api/net.html#serverlistenport-host-backlog-callback
 */
export function listenHost(address: string): string | undefined {
  return address === '::' ? undefined : address;
}
