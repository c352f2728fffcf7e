/** The length of the longest quotation. */
const longestExcerpt = 80;

/** Longer words are tokens, cookies or addresses that contain one. */
const longestWord = 24;

/** Text after one of these names may be secret. */
const named = /((?:pass|token|secret|key|authorization|bearer|cookie|session)\w*\s*[=: ]).*/i;

/**
 * Describes a text that was received instead of JSON: an HTML page by its title, anything else by its start.
 *
 * Guarantees: bounded, on one line, and without possible secrets.
 */
export function describeText(text: string): string {
  if (text.trim() === '') return 'nothing';
  if (!isHtml(text)) return `a text that is not JSON${quoteText(text)}`;
  const head = text.slice(0, longestHead);
  const title = /<title[^>]*>([^<]*)/i.exec(head)?.[1] ?? '';
  return `a HTML page${quoteText(title.trim() === '' ? removeTags(head) : title)}`;
}

/** Whether a text is an HTML page. */
export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml|!--|center|h1|title)/i.test(text.slice(0, 100));
}

/** The title of a page is near its top. */
const longestHead = 4_000;

function removeTags(html: string): string {
  return html.replaceAll(/<(script|style)[\s\S]*?(?:<\/\1>|$)/gi, ' ').replaceAll(/<[^>]*>?/g, ' ');
}

function quoteText(text: string): string {
  const words = text
    .slice(0, longestHead)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .replace(named, '$1…')
    .split(' ')
    .map((word) => (word.length > longestWord ? '…' : word))
    .join(' ');
  if (words === '') return '';
  return ` (“${words.length > longestExcerpt ? `${words.slice(0, longestExcerpt)}…` : words}”)`;
}
