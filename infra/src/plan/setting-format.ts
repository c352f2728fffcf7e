import type { DeclaredSetting } from '../declaration/index.ts';

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
 * The formats that the runtime parses. A declaration of a newer generator can have other formats: only the operator
 * itself checks those.
 */
const formats: ReadonlyMap<string, Format> = new Map([
  ['duration', { pattern: whole(duration), words: 'a duration such as 90s, 5m or 1h30m' }],
  [
    'period',
    { pattern: whole(`0(?:h|m|s|ms)?|${duration}`), words: 'a duration such as 90s, 5m or 1h30m, or 0s for never' },
  ],
  ['label', { pattern: whole(label), words: 'a name of lower-case letters, digits and "-", at most 63' }],
  [
    'subdomain',
    {
      pattern: whole(`(?=.{1,253}$)${part}(\\.${part})*`),
      words: 'a name of lower-case letters, digits, "-" and ".", at most 253',
    },
  ],
  ['image', { pattern: whole(String.raw`\S{1,1024}`), words: 'an image such as nginx:1.27' }],
  ['address', { pattern: whole(`${host}:${portNumber}`), words: 'host:port, such as 127.0.0.1:6742 or [::1]:6742' }],
]);

/** Pure: the expected format, in words; undefined if all texts have the format of the setting. */
export function wrongFormat(setting: DeclaredSetting, texts: readonly string[]): string | undefined {
  const format = formats.get(setting.format ?? '');
  return format === undefined || texts.every((text) => format.pattern.test(text)) ? undefined : format.words;
}

/** Pure: the pattern of a format; `undefined` if only the operator itself knows it. */
export function formatPattern(format = ''): string | undefined {
  return formats.get(format)?.pattern.source;
}

function whole(source: string): RegExp {
  return new RegExp(`^(?:${source})$`);
}
