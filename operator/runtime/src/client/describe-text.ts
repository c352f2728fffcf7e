/** Maximum length of a quotation, in characters. */
const longestExcerpt = 80;

/** Longer words may be tokens, cookies or addresses that contain a token, so they are not quoted. */
const longestWord = 24;

/** The name of a secret and the text after it. */
const named = /((?:pass|token|secret|key|authorization|bearer|cookie|session)\w*\s*[=: ]).*/i;

/**
 * Describes a response body that is not JSON: an HTML page by its title, any other text by its start. Guarantees: the
 * result is short, on one line, and without possible secrets.
 */
export function describeText(text: string): string {
  if (text.trim() === '') return 'nothing';
  if (!isHtml(text)) return `a text that is not JSON${quoteText(text)}`;
  const head = text.slice(0, longestHead);
  const title = /<title[^>]*>([^<]*)/i.exec(head)?.[1] ?? '';
  return `a HTML page${quoteText(title.trim() === '' ? removeTags(head) : title)}`;
}

export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml|!--|center|h1|title)/i.test(text.slice(0, 100));
}

/** Characters that are searched for the title of an HTML page. */
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
