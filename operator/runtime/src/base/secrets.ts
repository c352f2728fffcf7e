import { memoize } from './memoize.ts';

/** Replaces a secret. */
export const redacted = '[redacted]';

const key = '(?:access|api|client|encryption|private|secret|signing|ssh|tls)[-_. ]?key|key[-_]?data';
const short = '(?<![a-z])(?:(?:basic[-_]?)?auth|bearer|jwt|pass|pwd)';
/**
 * How the name of a secret ends: `Authorization`, `accessToken`, `API_KEY`, `client-secret`. `secretName` and
 * `tokenExpirationSeconds` end otherwise.
 */
const names = `authorization|passw(?:or)?d|passphrase|cookie|token|(?<!imagepull)secret|credential|${key}|${short}|dockerconfigjson|dockercfg`;

const secretName = new RegExp(`(?:${names})s?$`, 'i');
const body = /^(?:(?:request|response|raw)[-_]?)?(?:body|headers)$|^(?:binary|string)?data$/i;
const reference = /(?:secret|credential|auth|serviceaccounttoken)s?$/i;

/**
 * How much of a field is secret by its name. `whole`: all that it holds, such as the headers of a request or the data
 * of a Secret; `texts`: texts and numbers, but not an object, because that refers to a Secret, or has names of its own.
 */
export const classifySecrecy: (name: string) => 'none' | 'texts' | 'whole' = memoize((name) => {
  if (body.test(name)) return 'whole';
  if (!secretName.test(name)) return 'none';
  return reference.test(name) ? 'texts' : 'whole';
}, 1_000);

/** Whether a text is an option of a command line whose value is secret, as an argument of its own: `--token`. */
export function isSecretOption(text: string): boolean {
  return /^--?[a-z][\w.-]{0,62}$/i.test(text) && secretName.test(text);
}

/** What follows the name of an option in a sentence, rather than its value. */
const words =
  'and|are|argument|as|but|can|cannot|flag|for|has|if|in|is|may|must|needs|not|of|option|or|requires|should|to|was|with';

const line = String.raw`(?:^|\n)[ \t-]{0,40}[\w.-]{0,64}(?:${names})s?:[ \t]{1,8}`;
const assigned = String.raw`(?:${names})s?\\{0,3}["']?[ \t]{0,8}[:=][ \t]{0,8}`;
const passed = String.raw`(?<![\w.-])--?(?:[\w.-]{0,40}[-_.]|\w{0,20})(?:${names})s?(?:[ \t]{1,8}|\\{0,3}["'],\s{0,9})`;
const noValue = [
  // A list or an object: each of its own fields has a name.
  String.raw`[[{](?:redacted\]|["'{\s])`,
  // A number of secrets, as a quota writes it: `used: secrets=5`.
  String.raw`(?<=[^s]s\\{0,3}["']?(?:[ \t]{0,8}[:=])?[ \t]{0,8})\d{1,9}(?![^\s,;.}\]])`,
  // `failed to read the token: connection refused`, or the name of an API.
  String.raw`(?<=(?:token|(?<!client[-_ ]?)secret|credentials?|auth):[ \t]{1,8})(?:[^\s\d"'\x60]+|[\w.]+\.k8s\.io)(?:\s|$)`,
].join('|');
/** Another option, a placeholder, or the rest of a sentence about the option. */
const noArgument = String.raw`\\{0,3}["']?--|<[\w-]+>|-[a-z]+\b|(?:${words})(?:[\s.,:;]|$)`;
const scheme = String.raw`\b(?:bearer|basic|negotiate)[ \t]{1,4}`;
/** Quotes may be escaped, as in JSON within JSON. If they do not end, the text does. */
const quoted = String.raw`(?<quote>\\{0,3}["'\x60])[^]*?(?:(?<!\\)\k<quote>|$)`;

/** Each match is a secret. All parts are bounded, so that a search takes time in proportion to the text. */
const secrets = new RegExp(
  [
    String.raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)`,
    // RFC 7519: for example the token of a ServiceAccount.
    String.raw`(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?`,
    // RFC 3986: user and password of a URL; a password may have a slash, what follows a port is no password.
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

/** Every secret has one of these before it or at its beginning; most texts of a line have none. */
const suspicious = /[:=]|(?<![\w.-])-|basic|bearer|eyJ|negotiate/i;

/** Longer texts are cut: a line is for reading. */
const longest = 16_384;

/**
 * A text of an author, of a user or of a library with `[redacted]` in place of what has the form of a secret. The
 * runtime puts no secret into its own texts; but an error that an author's code throws may have a URL with a password,
 * a header or a command line in its message, and goes into the log, the status of a resource and events.
 *
 * Guarantees: takes time in proportion to the text. A text of more than 16,384 characters is cut after a whole word.
 */
export function hideSecrets(text: string): string {
  const short = text.length > longest ? shorten(text) : text;
  return suspicious.test(short) ? short.replaceAll(secrets, redacted) : short;
}

/** Without the last word, which may be half a secret. */
function shorten(text: string): string {
  let end = longest;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}[${String(text.length - end)} more characters]`;
}
