import { secrecyOf } from './secret-names.ts';

/** What stands in place of a secret. */
export const redacted = '[redacted]';

/** Longer texts are cut: a line is for reading. */
const longest = 16_384;

/** One of these is in every text that a rule could be about. */
const suspicious = /:\/\/|[=:]|bearer|basic|negotiate|eyJ|PRIVATE KEY/i;

/** None looks twice at the same characters, so that all take time in proportion to the text. */
interface Rule {
  readonly pattern: RegExp;
  /** What stands in place of a match; its groups are passed in order. */
  readonly instead: (match: string, ...groups: readonly string[]) => string;
}

const hide = (before: string, after = ''): string => `${before}${redacted}${after}`;

/** `used: secrets=5`, as a quota says it: how many there are is no secret. */
const isCount = (name: string, match: string): boolean =>
  /[^s]s$/i.test(name) && /^[^=:]*[=:]\s*\d{1,9}\.?[ \t]*$/.test(match);

/** The value of a field that is written into a text, if its name says that it is secret. */
const hideIfSecret = (name: string, match: string, hidden: string): string =>
  secrecyOf(name) === 'open' || isCount(name, match) ? match : hidden;

/** The name of a field up to where its quoted value begins. */
const quotedField = /(?<![\w.-])([\w.-]{1,64})(?:'?:[ \t]*|=)(?=["'`])/g;

/** One that does not end lasts to the end of the text. */
const quoted = /"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|`(?:[^`\\]|\\[^])*`?/y;

/** JSON, and JSON within a text of JSON: before what is quoted in its texts is looked for. */
const rulesOfJson: readonly Rule[] = [
  {
    pattern: /"([\w.-]{1,64})"(\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.]*)/g,
    instead: (match, name = '', colon = '') => hideIfSecret(name, match, `"${name}"${colon}"${redacted}"`),
  },
  {
    pattern: /\\"([\w.-]{1,64})\\"(\s*:\s*)\\"(?:[^"\\]|\\\\(?:\\")?)*(?:\\"|$)/g,
    instead: (match, name = '', colon = '') => hideIfSecret(name, match, `\\"${name}\\"${colon}\\"${redacted}\\"`),
  },
];

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
    pattern: /(?<![\w.-])([\w.-]{1,64})=(?:\[redacted\]|[^\s&;,"'`\\)\]}]+)/g,
    instead: (match, name = '') => hideIfSecret(name, match, hide(`${name}=`)),
  },
  // YAML: a line of its own, with one word.
  {
    pattern: /^([ \t]*(?:-[ \t]+)*([\w.-]{1,64}):[ \t]+)["']?[^\s"']+["']?[ \t]*$/gm,
    instead: (match, before = '', name = '') => hideIfSecret(name, match, hide(before)),
  },
  {
    pattern:
      /\b((?:password|passwd|passphrase|api[-_ ]?key|client[-_ ]?secret):[ \t]*)("(?:[^"\n\\]|\\.)*"?|'(?:[^'\n\\]|\\.)*'?|[^\s"',;]+)/gi,
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
 * that they are secret (`secrecyOf`), as in a query, in JSON and in YAML; not how many of them there are (`secrets=5`).
 *
 * Guarantees: takes time in proportion to the text; of a text of more than 16,384 characters only the whole words of its
 * beginning are left.
 */
export function withoutSecretText(text: string): string {
  const short = text.length > longest ? beginningOf(text) : text;
  if (!suspicious.test(short)) return short;
  return applied(rules, withoutQuotedSecrets(applied(rulesOfJson, short)));
}

function applied(those: readonly Rule[], text: string): string {
  return those.reduce((clean, { pattern, instead }) => clean.replaceAll(pattern, instead), text);
}

/**
 * Without the quoted values of secret fields: of a command line, of a YAML flow map, of an object as `util.inspect` writes
 * it. The value of an open field is read on from its beginning: a log line may quote one that is not open.
 */
function withoutQuotedSecrets(text: string): string {
  let clean = '';
  let end = 0;
  for (const { 0: match, 1: name = '', index } of text.matchAll(quotedField)) {
    if (index < end || secrecyOf(name) === 'open') continue;
    const start = index + match.length;
    clean += hide(text.slice(end, start));
    end = start + quotedLength(text, start);
  }
  return clean + text.slice(end);
}

function quotedLength(text: string, start: number): number {
  quoted.lastIndex = start;
  return quoted.exec(text)?.[0].length ?? 0;
}

/** Without the last word, which may be half a secret. */
function beginningOf(text: string): string {
  let end = longest;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}[${String(text.length - end)} more characters]`;
}
