import { CommandError } from '../report-error.ts';

const mostRedirects = 5;
const timeoutMs = 60_000;

/** The text at an https URL. Redirects may only lead to https, and certificates are verified. */
export async function fetchText(url: string): Promise<string> {
  let at = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (!at.startsWith('https://')) throw fail(url, `${at} is not encrypted: use an https URL, or download the file`);
    const response = await fetchOnce(url, at);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return readAnswer(url, response);
    at = new URL(location, at).href;
  }
  throw fail(url, `it redirects more than ${String(mostRedirects)} times`);
}

async function fetchOnce(url: string, at: string): Promise<Response> {
  try {
    return await fetch(at, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw fail(url, explain(error), error);
  }
}

/** The cause says more than "fetch failed". */
function explain(error: unknown): string {
  const { message, cause } = error as Error;
  const { code = '', message: reason = message } = (cause ?? {}) as {
    readonly code?: string;
    readonly message?: string;
  };
  if (/CERT|SIGNED|SIGNATURE/.test(code)) {
    return `its certificate is not trusted (${reason}): add its authority with NODE_EXTRA_CA_CERTS=<file>`;
  }
  return `${reason || code}: check the address and the network`;
}

async function readAnswer(url: string, response: Response): Promise<string> {
  if (response.status === 404) throw fail(url, 'the server has no such file (404): check the version and the path');
  if (!response.ok) throw fail(url, `the server answers ${String(response.status)} ${response.statusText}`.trim());
  const text = await response.text();
  const isPage =
    (response.headers.get('content-type') ?? '').startsWith('text/html') || /^\s*<(!doctype|html)/i.test(text);
  if (isPage) throw fail(url, 'it is a web page, not YAML: use the address of the raw file');
  return text;
}

function fail(url: string, hint: string, cause?: unknown): CommandError {
  return new CommandError(`fetch ${url}`, hint, cause);
}
