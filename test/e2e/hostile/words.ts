/** What a reader of a refusal needs: the place, and what may stand there. */

/** Whether a message names one of these places, and not only one that begins so. */
export function namesOneOf(message: string, places: readonly string[]): boolean {
  return places.some((place) => new RegExp(String.raw`(?<!\w)${RegExp.escape(place)}(?!\w)`).test(message));
}

/** The fields of a spec that a message names, those of a child, too: `spec.containers[0].image`. */
export function fieldsIn(message: string): readonly string[] {
  return [...message.matchAll(/(?<![\w"])spec(?:\.\w+|\[\d+\])+/g)].map(([field]) => field);
}

/** Whether a message is about one of these fields, or a field of a child that has the same name. */
export function isAbout(message: string, fields: readonly string[]): boolean {
  const wanted = new Set(fields.map(lastOf));
  return fieldsIn(message).some((field) => wanted.has(lastOf(field)));
}

const lastOf = (field: string): string => field.split('.').at(-1) ?? '';

/** Of the API server: something that follows the value, which it repeats. */
const itsWords =
  /: (?:Invalid value: (?:"(?:[^"\\]|\\.)*"|[^\s":]+): \w|Required value|Too long: \w|Unsupported value)/;
/** Ours. */
const ourWords = /\b(?:must|give|add|choose|at least|at most)\b/;

/** Whether a message says what is allowed, or what is wrong with a value, beyond that something is. */
export function saysWhatIsAllowed(message: string): boolean {
  return itsWords.test(message) || ourWords.test(message.replace(/"(?:[^"\\]|\\.)*"/g, ''));
}
