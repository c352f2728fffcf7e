/**
 * Characters that a terminal interprets or hides: control characters (C0, DEL, C1), format characters (such as those
 * that change the text direction), line and paragraph separators, and halves of surrogate pairs.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text that needs no escapes. Most texts match, and this test is far cheaper than one with Unicode properties. */
const plain = /^[ -~]*$/;

/**
 * Escapes characters that a terminal would interpret or hide, as JSON does (`\u001b`), because user input may contain
 * any. Does not change the value of JSON text.
 */
export function escapeInvisible(text: string): string {
  return plain.test(text) ? text : text.replaceAll(unseen, escapeCharacter);
}

/** Like `escapeInvisible`, but keeps line breaks and tabs. */
export function escapeInvisibleInLines(text: string): string {
  return text.replaceAll(unseen, (found) => (found === '\n' || found === '\t' ? found : escapeCharacter(found)));
}

function escapeCharacter(found: string): string {
  return Array.from({ length: found.length }, (_, index) => {
    return `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
