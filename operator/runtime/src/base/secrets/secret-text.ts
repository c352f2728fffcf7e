import { secrecyOf } from './secret-names.ts';

/** Replaces a secret. */
export const redacted = '[redacted]';

/** Longer texts are cut: a line is for reading. */
const longest = 16_384;

/** Every text with a secret contains one of these; other texts are not searched. */
const suspicious = /:\/\/|[=:]|(?<![\w.-])--?[a-z]|bearer|basic|negotiate|eyJ|PRIVATE KEY/i;

/** A rule. It reads no character twice, so that all rules take time in proportion to the text. */
interface Rule {
  readonly pattern: RegExp;
  /** The replacement of a match; its groups are passed in order. */
  readonly instead: (match: string, ...groups: readonly string[]) => string;
}

const hide = (before: string, after = ''): string => `${before}${redacted}${after}`;

/** `used: secrets=5`, as a quota writes it: a number of Secrets is no secret. */
const isCount = (name: string, match: string): boolean =>
  /[^s]s$/i.test(name) && /^(?:[^=:]*[=:]\s*)?\d{1,9}\.?[ \t]*$/.test(match);

/** The replacement of a field's value in a text, if the field's name is that of a secret. */
const hideIfSecret = (name: string, match: string, hidden: string): string =>
  secrecyOf(name) === 'open' || isCount(name, match) ? match : hidden;

/** The name of a field, or an option of a command line, up to where its quoted value begins. */
const quotedField =
  /(?<![\w.-])(?:([\w.-]{1,64})(?:'?:[ \t]*|=)(?=["'`])|(--?[a-z][\w.-]{0,62})(?:[ \t]+|',\s*)(?=["'`](?!--)))/gi;

/** A quoted value without a closing quote extends to the end of the text. */
const quoted = /"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|`(?:[^`\\]|\\[^])*`?/y;

/** JSON, and JSON within a JSON string: these rules run before those for quoted values. */
const rulesOfJson: readonly Rule[] = [
  {
    pattern: /"([\w.-]{1,64})"(\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.]*)/g,
    instead: (match, name = '', colon = '') => hideIfSecret(name, match, `"${name}"${colon}"${redacted}"`),
  },
  {
    pattern: /\\"([\w.-]{1,64})\\"(\s*:\s*)\\"(?:[^"\\]|\\\\(?:\\")?)*(?:\\"|$)/g,
    instead: (match, name = '', colon = '') => hideIfSecret(name, match, `\\"${name}\\"${colon}\\"${redacted}\\"`),
  },
  // A list of arguments: `"--token","abc"`. The option is left to the match before, whose value it may be.
  {
    pattern: /(?<="(--?[\w.-]{1,64})"\s*,\s*)"(?!--)(?:[^"\\]|\\.)*(?:"|$)/g,
    instead: (match, option = '') => hideIfSecret(option, match, `"${redacted}"`),
  },
  {
    pattern: /(?<=\\"(--?[\w.-]{1,64})\\"\s*,\s*)\\"(?!--)(?:[^"\\]|\\\\(?:\\")?)*(?:\\"|$)/g,
    instead: (match, option = '') => hideIfSecret(option, match, `\\"${redacted}\\"`),
  },
];

/** What follows the name of an option in a sentence, rather than its value. */
const words =
  'and|are|argument|as|but|can|cannot|flag|for|has|if|in|is|may|must|needs|not|of|option|or|requires|should|to|was|with';

const rules: readonly Rule[] = [
  {
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
    instead: () => redacted,
  },
  // RFC 7519: for example the token of a ServiceAccount.
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
  // An option and its value as two arguments; not "the option --token is required", "--token --wait", "--token <token>".
  {
    pattern: new RegExp(
      String.raw`(?=\S)(?<=(?<![\w.-])(--?[a-z][\w.-]{0,62})[ \t]+)(?!--|<[\w-]+>|(?:${words})(?:[\s.,:;]|$))` +
        String.raw`(?:\[redacted\]|[^\s"'\x60]*[^\s"'\x60\\.,:;)\]}])`,
      'gi',
    ),
    instead: (match, option = '') => hideIfSecret(option, match, redacted),
  },
  // YAML: a line with one word as its value.
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
  // The API server repeats what a conversion says to whoever asks for the object, and that has values of its fields.
  {
    pattern: /(cannot be converted from \w{1,63} to \w{1,63}: (?:[\w.[\]]{1,256}: )?)[^\n]+/g,
    instead: (_, before = '') => hide(before),
  },
];

/**
 * `text` with `[redacted]` in place of secrets: credentials of an `Authorization` header, cookies, tokens (RFC 7519),
 * private keys, user and password of a URL, and the values of fields and options whose names are those of secrets
 * (`secrecyOf`), as in a query, in JSON, in YAML and on a command line; not the number of secrets (`secrets=5`). Of an
 * object that cannot be converted, the name of the field stays, and not its value.
 *
 * Guarantees: takes time in proportion to the text. A text of more than 16,384 characters is cut after a whole word.
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
 * Replaces the quoted values of secret fields: of a command line, of a YAML flow map, of an object as `util.inspect`
 * writes it. The value of a field that is not secret is searched, too: a log line may quote a secret field in it.
 */
function withoutQuotedSecrets(text: string): string {
  let clean = '';
  let end = 0;
  for (const { 0: match, 1: field = '', 2: option = field, index } of text.matchAll(quotedField)) {
    if (index < end || secrecyOf(option) === 'open') continue;
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
