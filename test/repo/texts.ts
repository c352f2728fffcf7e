/** Rules of what may stand in the repository's texts, as functions from a text to the lines that break them. */

/** Somebody's home or work folder. "ada" is nobody: examples may live in her home. */
const ofOneMachine = /(^|[\s'"`(=:])\/(root\/\.|work\/\w|(home|Users)\/(?!ada\b)\w)/;
const waiver = /eslint-disable|@ts-expect-error|prettier-ignore/;

export function linesOfOneMachine(text: string): string[] {
  return text.split('\n').filter((line) => ofOneMachine.test(line));
}

/** Waivers that do not say why: `// eslint-disable-next-line rule -- reason`. */
export function waiversWithoutReason(text: string): string[] {
  return text.split('\n').filter((line) => waiver.test(line) && !/( -- |@ts-expect-error:? )\S/.test(line));
}
