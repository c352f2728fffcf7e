/** Fetches a page. Throws unless the answer is a 2xx. */
export async function fetchPage(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(2000)]) });
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return response.text();
}

/** The image that serves a page, which the page names. Throws for a page that names none. */
export function imageOf(page: string): string {
  const image = /Image <code>(.*?)<\/code>/.exec(page)?.[1];
  if (image === undefined) throw new Error(`the page does not say which image serves it: ${page.slice(0, 200)}`);
  return image;
}
