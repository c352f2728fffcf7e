import { memoize } from './memoize.ts';

/** Replaces a secret. */
export const redacted = '[redacted]';

const key = '(?:access|api|client|encryption|private|secret|signing|ssh|tls)[-_. ]?key|key[-_]?data';
const short = '(?<![a-z])(?:(?:basic[-_]?)?auth|bearer|jwt|pass|pwd)';
/**
 * Endings of secret names: `Authorization`, `accessToken`, `API_KEY`, `client-secret`. Not `secretName` and
 * `tokenExpirationSeconds`.
 */
const names = `authorization|passw(?:or)?d|passphrase|cookie|token|(?<!imagepull)secret|credential|${key}|${short}|dockerconfigjson|dockercfg`;

const secretName = new RegExp(`(?:${names})s?$`, 'i');
const body = /^(?:(?:request|response|raw)[-_]?)?(?:body|headers)$|^(?:binary|string)?data$/i;
const reference = /(?:secret|credential|auth|serviceaccounttoken)s?$/i;

/**
 * How much of a field is secret, by its name. `whole`: its whole value, such as request headers or a Secret's data;
 * `texts`: strings and numbers, but not an object, because that refers to a Secret, or has its own names.
 */
export const classifySecrecy: (name: string) => 'none' | 'texts' | 'whole' = memoize((name) => {
  if (body.test(name)) return 'whole';
  if (!secretName.test(name)) return 'none';
  return reference.test(name) ? 'texts' : 'whole';
}, 1_000);

/** Whether a text is a command-line option with a secret value in the next argument: `--token`. */
export function isSecretOption(text: string): boolean {
  return /^--?[a-z][\w.-]{0,62}$/i.test(text) && secretName.test(text);
}

/** Words that follow an option's name in a sentence; a command line has the option's value there. */
const words =
  'and|are|argument|as|but|can|cannot|flag|for|has|if|in|is|may|must|needs|not|of|option|or|requires|should|to|was|with';

const line = String.raw`(?:^|\n)[ \t-]{0,40}[\w.-]{0,64}(?:${names})s?:[ \t]{1,8}`;
const assigned = String.raw`(?:${names})s?\\{0,3}["']?[ \t]{0,8}[:=][ \t]{0,8}`;
const passed = String.raw`(?<![\w.-])--?(?:[\w.-]{0,40}[-_.]|\w{0,20})(?:${names})s?(?:[ \t]{1,8}|\\{0,3}["'],\s{0,9})`;
const noValue = [
  // A list or an object: each of its fields has a name.
  String.raw`[[{](?:redacted\]|["'{\s])`,
  // A number of secrets, as in a quota: `used: secrets=5`.
  String.raw`(?<=[^s]s\\{0,3}["']?(?:[ \t]{0,8}[:=])?[ \t]{0,8})\d{1,9}(?![^\s,;.}\]])`,
  // `failed to read the token: connection refused`, or the name of an API.
  String.raw`(?<=(?:token|(?<!client[-_ ]?)secret|credentials?|auth):[ \t]{1,8})(?:[^\s\d"'\x60]+|[\w.]+\.k8s\.io)(?:\s|$)`,
].join('|');
/** Another option, a placeholder, or the rest of a sentence about the option. */
const noArgument = String.raw`\\{0,3}["']?--|<[\w-]+>|-[a-z]+\b|(?:${words})(?:[\s.,:;]|$)`;
const scheme = String.raw`\b(?:bearer|basic|negotiate)[ \t]{1,4}`;
/** Quotes may be escaped, as in JSON within JSON. Unclosed quotes extend to the end of the text. */
const quoted = String.raw`(?<quote>\\{0,3}["'\x60])[^]*?(?:(?<!\\)\k<quote>|$)`;

/** Each match is a secret. All parts are bounded, so that a search takes time in proportion to the text. */
const secrets = new RegExp(
  [
    String.raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)`,
    // RFC 7519: for example a ServiceAccount token.
    String.raw`(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?`,
    // RFC 3986: user and password of a URL; a password may contain a slash, text after a port is not a password.
    String.raw`(?<=://)(?:[^\s/?#@:"']{0,256}:(?!\d{1,5}(?:[/?#\s]|$))[^\s"'<>]{1,1024}|[^\s/?#"'<>]{1,1024})(?=@)`,
    // RFC 7235: a scheme and its credentials; not "basic authentication".
    String.raw`(?<=${scheme})(?=[\w.~+/-]{0,64}[\d=+/~]|[\w.~+/-]{16})[\w.~+/=-]+`,
    String.raw`(?<=cookie[:=][ \t]{0,8})(?![ \t[])[^\r\n"']+`,
    String.raw`(?<=authorization\\{0,3}["']?[ \t]{0,8}[:=][ \t]{0,8})(?![ \t[])(?:[a-z][\w-]{0,32}[ \t]{1,4})?[^\s"'\\;]+`,
    // A line of YAML with one word as its value.
    String.raw`(?<=${line})(?![[{]|\d{1,9}\s)[^\s"']+(?=[ \t]*(?:\n|$))`,
    String.raw`(?<=[?&](?:key|code|sig|[\w-]{0,32}signature)=)[^\s&#"']+`,
    String.raw`(?:(?<=${assigned})(?!${noValue})|(?<=${passed})(?!${noValue}|${noArgument}))${quoted}`,
    String.raw`(?<=${assigned})(?!${noValue})(?:${scheme})?[^\s"'\x60\\&;,)\]}]+`,
    String.raw`(?<=${passed})(?!${noValue}|${noArgument})[^\s"'\x60]*[^\s"'\x60\\.,:;)\]}]`,
  ].join('|'),
  'gi',
);

/** Every secret has one of these before it or at its start. Most log texts have none. */
const suspicious = /[:=]|(?<![\w.-])-|basic|bearer|eyJ|negotiate/i;

/** Longer texts are cut. */
const longest = 16_384;

/**
 * Replaces secrets in texts of authors, users and libraries with `[redacted]`. The runtime's own texts contain no
 * secret; but an error of an author's code may quote a URL with a password, a header or a command line, and goes into
 * logs, statuses and events.
 *
 * Guarantees: takes time in proportion to the text. Cuts a text of more than 16,384 characters after a whole word.
 */
export function hideSecrets(text: string): string {
  const short = text.length > longest ? shorten(text) : text;
  return suspicious.test(short) ? short.replaceAll(secrets, redacted) : short;
}

/** Omits the last word, which may be half a secret. */
function shorten(text: string): string {
  let end = longest;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}[${String(text.length - end)} more characters]`;
}
