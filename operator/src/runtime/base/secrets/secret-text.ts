import { secrecyOf } from './secret-names.ts';

/** What stands in place of a secret. */
export const redacted = '[redacted]';

/** Longer texts are cut: a line is for reading. */
const longest = 16_384;

/** One of these is in every text that a rule could be about. */
const suspicious = /:\/\/|[=:]|bearer|basic|negotiate|eyJ|PRIVATE KEY/i;

interface Rule {
  readonly pattern: RegExp;
  /** What stands in place of a match; its groups are passed in order. */
  readonly instead: (match: string, ...groups: readonly string[]) => string;
}

const hide = (before: string, after = ''): string => `${before}${redacted}${after}`;

/** The value of a field that is written into a text, if its name says that it is secret. */
const hideIfSecret = (name: string, match: string, hidden: string): string =>
  secrecyOf(name) === 'open' ? match : hidden;

/** None looks twice at the same characters, so that all take time in proportion to the text. */
const rules: readonly Rule[] = [
  {
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
    instead: () => redacted,
  },
  // RFC 7519: a token of a ServiceAccount, for one.
  { pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g, instead: () => redacted },
  {
    pattern: /\b((?:set-)?cookie\\*["']?[ \t]*[:=][ \t]*)([^\r\n"\\]+)/gi,
    instead: (_, before = '') => hide(before),
  },
  {
    pattern: /(authorization\\*["']?[ \t]*[:=][ \t]*\\*["']?)(?:[a-z][\w-]{0,32}[ \t]+)?([^\s"'\\,;]+)/gi,
    instead: (_, before = '') => hide(before),
  },
  // RFC 7235: a scheme and its credentials; not "basic authentication".
  {
    pattern:
      /\b([Bb]earer|BEARER|[Bb]asic|BASIC|[Nn]egotiate)([ \t]+)(?=[\w.~+/-]{0,64}(?:[\d=+/~]|[a-z][A-Z])|[\w.~+/-]{16})[\w.~+/=-]+/g,
    instead: (_, scheme = '', space = '') => hide(`${scheme}${space}`),
  },
  // RFC 3986: user and password of a URL; a password with a slash in it, too, but no port.
  {
    pattern: /(:\/\/)[^\s/?#@:"']{0,256}:(?!\d+(?:[/?#\s]|$))[^\s@"']{1,256}@/g,
    instead: (_, before = '') => hide(before, '@'),
  },
  { pattern: /(:\/\/)[^\s/?#"'<>]{1,1024}@/g, instead: (_, before = '') => hide(before, '@') },
  {
    pattern: /([?&](?:key|code|sig|[\w-]{0,32}signature)=)[^\s&#"']+/gi,
    instead: (_, before = '') => hide(before),
  },
  {
    pattern: /(?<![\w.-])([\w.-]{1,64})=(\[redacted\]|"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s&;,"'\\)\]}]+)/g,
    instead: (match, name = '') => hideIfSecret(name, match, hide(`${name}=`)),
  },
  // JSON, and JSON within a text of JSON.
  {
    pattern: /"([\w.-]{1,64})"(\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.]*)/g,
    instead: (match, name = '', colon = '') => hideIfSecret(name, match, `"${name}"${colon}"${redacted}"`),
  },
  {
    pattern: /\\"([\w.-]{1,64})\\"(\s*:\s*)\\"(?:[^"\\]|\\\\(?:\\")?)*(?:\\"|$)/g,
    instead: (match, name = '', colon = '') => hideIfSecret(name, match, `\\"${name}\\"${colon}\\"${redacted}\\"`),
  },
  // YAML: a line of its own, with one word.
  {
    pattern: /(?<=^[ \t-]*)([\w.-]{1,64})(:[ \t]+)["']?[^\s"']+["']?[ \t]*$/gm,
    instead: (match, name = '', colon = '') => hideIfSecret(name, match, hide(`${name}${colon}`)),
  },
  {
    pattern:
      /\b((?:password|passwd|passphrase|api[-_ ]?key|client[-_ ]?secret):[ \t]*)("[^"\n]*"?|'[^'\n]*'?|[^\s"',;]+)/gi,
    instead: (_, before = '') => hide(before),
  },
  // "token: abc123" within a sentence; not "failed to read the token: connection refused".
  {
    pattern: /(?<![\w.-])([\w.-]{0,64}(?:token|secret|credentials?):[ \t]+)(?=[\w+/=~-]*\d)[\w+/=~-]{6,}(?![\w.])/gi,
    instead: (_, before = '') => hide(before),
  },
];

/**
 * `text` with `[redacted]` in place of what is secret by its form, wherever it stands: credentials of an `Authorization`
 * header, cookies, tokens (RFC 7519), private keys, user and password of a URL, and the values of fields whose names say
 * that they are secret (`secrecyOf`), as in a query, in JSON and in YAML.
 *
 * Guarantees: takes time in proportion to the text; of a text of more than 16,384 characters only the whole words of its
 * beginning are left.
 */
export function withoutSecretText(text: string): string {
  const short = text.length > longest ? beginningOf(text) : text;
  if (!suspicious.test(short)) return short;
  return rules.reduce((clean, { pattern, instead }) => clean.replaceAll(pattern, instead), short);
}

/** Without the last word, which may be half a secret. */
function beginningOf(text: string): string {
  let end = longest;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}[${String(text.length - end)} more characters]`;
}
