/**
 * What a terminal interprets or hides: control characters (C0, DEL, C1), format characters (such as those that change
 * the direction of the text), line and paragraph separators, and halves of surrogate pairs.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Most texts: a test of this is far cheaper than a search by Unicode's properties. */
const plain = /^[ -~]*$/;

/**
 * `text` with everything that a terminal would interpret or hide escaped as in JSON (`\u001b`): names and messages that
 * users write may hold anything. Within JSON the value stays the same.
 */
export function escapeInvisible(text: string): string {
  return plain.test(text) ? text : text.replaceAll(unseen, escapeCharacter);
}

/** As `escapeInvisible`, but line breaks and tabs stay. */
export function escapeInvisibleInLines(text: string): string {
  return text.replaceAll(unseen, (found) => (found === '\n' || found === '\t' ? found : escapeCharacter(found)));
}

function escapeCharacter(found: string): string {
  return Array.from({ length: found.length }, (_, index) => {
    return `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
