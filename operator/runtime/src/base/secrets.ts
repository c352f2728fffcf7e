import { memoize } from './memoize.ts';

/** Replaces a secret in texts. */
export const redacted = '[redacted]';

const key = '(?:access|api|client|encryption|private|secret|signing|ssh|tls)[-_. ]?key|key[-_]?data';
const short = '(?<![a-z])(?:(?:basic[-_]?)?auth|bearer|jwt|pass|pwd)';
/**
 * Ends of names that hold secrets: `Authorization`, `accessToken`, `API_KEY`, `client-secret`. Does not match
 * `secretName` and `tokenExpirationSeconds`.
 */
const names = `authorization|passw(?:or)?d|passphrase|cookie|token|(?<!imagepull)secret|credential|${key}|${short}|dockerconfigjson|dockercfg`;

const secretName = new RegExp(`(?:${names})s?$`, 'i');
const body = /^(?:(?:request|response|raw)[-_]?)?(?:body|headers)$|^(?:binary|string)?data$/i;
const reference = /(?:secret|credential|auth|serviceaccounttoken)s?$/i;

/**
 * Says how much of a field is secret, by its name. `whole`: the whole value, such as request headers or the data of a
 * Secret. `texts`: a string or number, but not an object, which refers to a Secret or whose fields have names of their
 * own.
 */
export const classifySecrecy: (name: string) => 'none' | 'texts' | 'whole' = memoize((name) => {
  if (body.test(name)) return 'whole';
  if (!secretName.test(name)) return 'none';
  return reference.test(name) ? 'texts' : 'whole';
}, 1_000);

/** Whether `text` is a command-line option whose next argument is a secret, such as `--token`. */
export function isSecretOption(text: string): boolean {
  return /^--?[a-z][\w.-]{0,62}$/i.test(text) && secretName.test(text);
}

/** Words that may follow the name of an option in a sentence. In a command line, the option's value follows. */
const words =
  'and|are|argument|as|but|can|cannot|flag|for|has|if|in|is|may|must|needs|not|of|option|or|requires|should|to|was|with';

const line = String.raw`(?:^|\n)[ \t-]{0,40}[\w.-]{0,64}(?:${names})s?:[ \t]{1,8}`;
const assigned = String.raw`(?:${names})s?\\{0,3}["']?[ \t]{0,8}[:=][ \t]{0,8}`;
const passed = String.raw`(?<![\w.-])--?(?:[\w.-]{0,40}[-_.]|\w{0,20})(?:${names})s?(?:[ \t]{1,8}|\\{0,3}["'],\s{0,9})`;
const noValue = [
  // A list or an object: the names of its fields say what is secret.
  String.raw`[[{](?:redacted\]|["'{\s])`,
  // A number of secrets, as in a quota: `used: secrets=5`.
  String.raw`(?<=[^s]s\\{0,3}["']?(?:[ \t]{0,8}[:=])?[ \t]{0,8})\d{1,9}(?![^\s,;.}\]])`,
  // `failed to read the token: connection refused`, or the name of an API.
  String.raw`(?<=(?:token|(?<!client[-_ ]?)secret|credentials?|auth):[ \t]{1,8})(?:[^\s\d"'\x60]+|[\w.]+\.k8s\.io)(?:\s|$)`,
].join('|');
/** What follows an option that has no value: another option, a placeholder, or the rest of a sentence. */
const noArgument = String.raw`\\{0,3}["']?--|<[\w-]+>|-[a-z]+\b|(?:${words})(?:[\s.,:;]|$)`;
const scheme = String.raw`\b(?:bearer|basic|negotiate)[ \t]{1,4}`;
/** A quoted text. Quotes may be escaped, as in JSON within JSON. A quote that is not closed extends to the end. */
const quoted = String.raw`(?<quote>\\{0,3}["'\x60])[^]*?(?:(?<!\\)\k<quote>|$)`;

/**
 * Each match is a secret. All repetitions are bounded, so that the time of a search is linear in the length of the
 * text.
 */
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

/** A cheap test: every secret starts with or follows one of these, and most log texts contain none. */
const suspicious = /[:=]|(?<![\w.-])-|basic|bearer|eyJ|negotiate/i;

/** Longer texts are cut to this number of characters. */
const longest = 16_384;

/**
 * Replaces secrets in `text` with `[redacted]`. For texts of authors, users and libraries: an error may quote a URL
 * with a password, a header or a command line, and appears in logs, statuses and events. Guarantees: takes time in
 * proportion to the length of the text. Cuts a text of more than 16,384 characters after a whole word.
 */
export function hideSecrets(text: string): string {
  const short = text.length > longest ? shorten(text) : text;
  return suspicious.test(short) ? short.replaceAll(secrets, redacted) : short;
}

/** Cuts a text, and omits the last word because it may be a part of a secret. */
function shorten(text: string): string {
  let end = longest;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}[${String(text.length - end)} more characters]`;
}
