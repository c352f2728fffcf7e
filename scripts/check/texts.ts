/** Rules for all texts of the repository: each function returns the lines of a text that break its rule. */

/** The home or work folder of a person. `/home/ada` is allowed, for examples. */
const ofOneMachine = /(^|[\s'"`(=:])\/(root\/\.|work\/\w|(home|Users)\/(?!ada\b)\w)/;
const waiver = /eslint-disable|@ts-expect-error|prettier-ignore/;

export function findMachineLines(text: string): string[] {
  return text.split('\n').filter((line) => ofOneMachine.test(line));
}

/** Waivers that give no reason, as `// eslint-disable-next-line rule -- reason` does. */
export function findWaiversWithoutReason(text: string): string[] {
  return text.split('\n').filter((line) => waiver.test(line) && !/( -- |@ts-expect-error:? )\S/.test(line));
}
