import { confirm, isCancel, text } from '@clack/prompts';

import { CommandError } from '../report-error.ts';
import type { Names } from './names.ts';

/** Whether the command may ask questions. */
export type Asking = boolean;

/** Asks for names that no flag sets. @param guessed the answers if the user only presses Enter */
export async function askNames(
  guessed: Names,
  given: { readonly kind?: string; readonly group?: string },
): Promise<Names> {
  const kind = given.kind ?? (await ask('Which kind does the operator declare?', guessed.kind));
  const group = given.group ?? (await ask('What is its API group? Use a domain of yours.', guessed.group));
  return { ...guessed, kind, group };
}

/** Asks whether existing files may be overwritten. */
export async function confirmOverwrite(files: readonly string[]): Promise<boolean> {
  const answer = await confirm({ message: `Overwrite ${files.join(', ')}?`, initialValue: false });
  return !isCancel(answer) && answer;
}

async function ask(message: string, initialValue: string): Promise<string> {
  const answer = await text({ message, placeholder: initialValue, defaultValue: initialValue });
  if (isCancel(answer)) throw new CommandError('begin an operator', 'you cancelled; nothing was written');
  return answer;
}
