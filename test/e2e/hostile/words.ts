/** Checks that the message of a rejection names the invalid field and the allowed values. */

/** Whether a message names one of these fields, and not only a longer name that begins with it. */
export function isNamingOne(message: string, places: readonly string[]): boolean {
  return places.some((place) => new RegExp(String.raw`(?<!\w)${RegExp.escape(place)}(?!\w)`).test(message));
}

/** Lists the fields of a spec that a message names, including those of a child's spec: `spec.containers[0].image`. */
function listFieldsIn(message: string): readonly string[] {
  return [...message.matchAll(/(?<![\w"])spec(?:\.\w+|\[\d+\])+/g)].map(([field]) => field);
}

/** Whether a message is about one of these fields, or a field of a child that has the same name. */
export function isAbout(message: string, fields: readonly string[]): boolean {
  const wanted = new Set(fields.map(getLastName));
  return listFieldsIn(message).some((field) => wanted.has(getLastName(field)));
}

const getLastName = (field: string): string => field.split('.').at(-1) ?? '';

/** Matches the description of an error in a message of the API server, which repeats the value before it. */
const itsWords =
  /: (?:Invalid value: (?:"(?:[^"\\]|\\.)*"|[^\s":]+): \w|Required value|Too long: \w|Unsupported value)/;
/** Matches advice in a message of this repository's rules. */
const ourWords = /\b(?:must|give|add|choose|at least|at most)\b/;

/** Whether a message names the error or the allowed values. */
export function isSayingWhatIsAllowed(message: string): boolean {
  return itsWords.test(message) || ourWords.test(message.replace(/"(?:[^"\\]|\\.)*"/g, ''));
}
