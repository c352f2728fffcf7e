import { CommandError } from '../report-error.ts';

const mostRedirects = 5;
const timeoutMs = 60_000;
/** Limits the response, because the command holds it in memory. */
const mostMebibytes = 32;

/**
 * Downloads the text at an https URL. Follows redirects only to https, and verifies certificates. Rejects a URL that
 * may contain a secret, because callers record and print it.
 */
export async function fetchText(url: string): Promise<string> {
  const start = parseUrl(url);
  const address = format(start);
  rejectSecrets(start);
  let at = start;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await fetchOnce(address, at);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return readAnswer(address, response);
    await response.body?.cancel();
    at = follow(address, at, location);
  }
  throw fail(address, `the server redirects more than ${String(mostRedirects)} times`);
}

function parseUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:\/\//i.test(url))
    throw fail(url.replace(/[?#].*$/, ''), 'the address is not a valid URL: use https://<host>/<path>');
  return parsed;
}

function rejectSecrets(url: URL): void {
  const address = format(url);
  if (url.protocol !== 'https:')
    throw fail(
      address,
      'the connection would not be encrypted: use an https URL, or download the file and import that',
    );
  if (hasPassword(url))
    throw fail(
      address,
      'the URL contains a password, which the import would record: download the file and import that',
    );
  if (url.search === '') return;
  const hint =
    'the query of the URL may contain a token, which the import would record: download the file and import that, or omit the query';
  throw fail(address, hint);
}

/** Resolves a redirect. Its target may have a query with a signature, because only the first URL is recorded. */
function follow(address: string, from: URL, location: string): URL {
  const to = URL.parse(location, from.href);
  if (to === null) throw fail(address, 'the server redirects to an invalid address');
  const hint = (what: string): string =>
    `the server redirects to ${format(to)}${what}: download the file and import that`;
  if (to.protocol !== 'https:') throw fail(address, hint(', which is not encrypted'));
  if (hasPassword(to)) throw fail(address, hint(' with a password'));
  return to;
}

function hasPassword({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** Formats a URL without its query, user and password, which may be secret. */
function format({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

async function fetchOnce(address: string, at: URL): Promise<Response> {
  try {
    return await fetch(at, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw fail(address, explain(error), error);
  }
}

/** Reads the cause, because the error's own message is only "fetch failed". */
function explain(error: unknown): string {
  const { message, cause } = error as Error;
  const { code = '', message: reason = message } = (cause ?? {}) as {
    readonly code?: string;
    readonly message?: string;
  };
  if (/CERT|SIGNED|SIGNATURE/.test(code)) {
    return `the certificate of the server is not trusted (${reason}): set NODE_EXTRA_CA_CERTS to a file with its CA certificate`;
  }
  return `${reason || code}: check the address and the network${describeProxy(process.env)}`;
}

function describeProxy(env: NodeJS.ProcessEnv): string {
  const unused = ['HTTPS_PROXY', 'https_proxy'].find((name) => (env[name] ?? '') !== '');
  if (unused === undefined || env['NODE_USE_ENV_PROXY'] === '1') return '';
  return `, or set NODE_USE_ENV_PROXY=1, because Node does not use ${unused} otherwise`;
}

async function readAnswer(address: string, response: Response): Promise<string> {
  if (response.status === 404) throw fail(address, 'the server has no such file (404): check the version and the path');
  if (!response.ok) throw fail(address, `the server answers ${String(response.status)} ${response.statusText}`.trim());
  const text = await readText(address, response);
  const isPage =
    (response.headers.get('content-type') ?? '').startsWith('text/html') || /^\s*<(!doctype|html)/i.test(text);
  if (isPage) throw fail(address, 'the server sent a web page, not YAML: use the address of the raw file');
  return text;
}

/** Reads the body up to the limit. The header `Content-Length` may be missing, or contain the compressed size. */
async function readText(address: string, { headers, body }: Response): Promise<string> {
  const most = mostMebibytes * 2 ** 20;
  const fails = (): CommandError => {
    const size = `the file is larger than ${String(mostMebibytes)} MiB`;
    return fail(address, `${size}: download it, and import only the parts with CRDs`);
  };
  if (Number(headers.get('content-length') ?? 0) > most) throw fails();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > most) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw fail(address, explain(error), error);
  }
  if (size > most) throw fails();
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function fail(address: string, hint: string, cause?: unknown): CommandError {
  return new CommandError(`fetch ${address}`, hint, cause);
}
