const redacted = '[redacted]';

/** `https://user:password@host`: what stands before the host. */
const userInfo = /(\/\/)[^\s/?#@"']+@/g;

/** A JSON web token, wherever it stands. */
const webToken = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;

/** `Authorization: Bearer …` and its like. */
const header = /(authorization["']?\s*[:=]\s*["']?)(?:(?:bearer|basic|digest|negotiate)\s+)?[^\s"',;]+/gi;

/** A header's value where the header is not named. */
const credentials = /\b((?:bearer|basic|digest|negotiate)\s+)[\w.~+/=-]{16,}/gi;

/** `password=…`, `"accessToken": "…"`, `api-key: …`: a name that ends in one of these words, and its value. */
const named =
  /(passw(?:or)?d|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?)(["']?\s*[:=]\s*)("[^"]*"?|'[^']*'?|[^\s,;&"']+)/gi;

/**
 * `text` with `[redacted]` in place of what looks like a secret: credentials in a URL or a header, tokens, and values of
 * what is named like one. What looks like nothing of that stays: keep secrets out of the messages of errors.
 */
export function withoutSecretsIn(text: string): string {
  return text
    .replaceAll(userInfo, `$1${redacted}@`)
    .replaceAll(webToken, redacted)
    .replaceAll(header, `$1${redacted}`)
    .replaceAll(credentials, `$1${redacted}`)
    .replaceAll(named, (all: string, ...[name, between, value]: readonly [string, string, string]) =>
      isProse(name, between, value) ? all : `${name}${between}${redacted}`,
    );
}

/** "failed to read the token: connection refused" tells none. */
function isProse(name: string, between: string, value: string): boolean {
  if (/^pass/i.test(name) || between !== ': ') return value.includes(redacted);
  return !/^["']|\d|.{20}/.test(value) || value.includes(redacted);
}
