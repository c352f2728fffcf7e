/** Fetches a page; fails on anything but 200. */
export async function fetchPage(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(2000)]) });
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return response.text();
}

/** The words of an HTML page. */
export function textOf(page: string): string {
  const body = page.replace(/^.*<body>/s, '');
  return body
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
