/** Rules for all texts of the repository: each function returns the lines that break its rule. */

/** Matches paths in a home or work folder of one machine. Examples may use `/home/ada`. */
const ofOneMachine = /(^|[\s'"`(=:])\/(root\/\.|work\/\w|(home|Users)\/(?!ada\b)\w)/;
const waiver = /eslint-disable|@ts-expect-error|prettier-ignore/;

export function findMachineLines(text: string): string[] {
  return text.split('\n').filter((line) => ofOneMachine.test(line));
}

/** Finds lint waivers that lack a reason: `// eslint-disable-next-line rule -- reason`. */
export function findWaiversWithoutReason(text: string): string[] {
  return text.split('\n').filter((line) => waiver.test(line) && !/( -- |@ts-expect-error:? )\S/.test(line));
}
