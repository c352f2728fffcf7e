import { confirm, isCancel, text } from '@clack/prompts';

import { InterruptedError } from '../report-error.ts';
import { describeRule, type Names } from './names.ts';

/** Whether the command may ask: stdin is a terminal, and the user passed neither `--yes` nor `--json`. */
export function canAsk({ yes, json }: { readonly yes?: boolean; readonly json?: boolean }): boolean {
  return yes !== true && json !== true && process.stdin.isTTY && process.stdout.isTTY;
}

/** Asks for the names that no flag sets. @param guessed the suggested answers */
export async function askNames(
  guessed: Names,
  given: { readonly kind?: string; readonly group?: string },
): Promise<Names> {
  const kind = given.kind ?? (await ask('kind', 'Which kind does the operator declare?', guessed.kind));
  const group = given.group ?? (await ask('group', 'What is its API group? Use a domain of yours.', guessed.group));
  return { ...guessed, kind, group };
}

/** Asks whether to overwrite existing files. @param what completes "failed to …" if the user cancels */
export async function confirmOverwrite(files: readonly string[], what: string = begin): Promise<boolean> {
  const message = `Overwrite ${files.join(', ')}?`;
  const answer = await untilEnd((signal) => confirm({ message, initialValue: false, signal }));
  if (isCancel(answer)) throw buildCancelled(what);
  return answer;
}

async function ask(what: keyof Names, message: string, initialValue: string): Promise<string> {
  const validate = (value = ''): string | undefined => (value === '' ? undefined : describeRule(what, value));
  const options = { message, placeholder: initialValue, defaultValue: initialValue, validate };
  const answer = await untilEnd((signal) => text({ ...options, signal }));
  if (isCancel(answer)) throw buildCancelled(begin);
  return answer;
}

/** Cancels a question when its input has ended: Node would otherwise exit without an error. */
async function untilEnd<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController();
  const cancel = (): void => {
    end.abort();
  };
  process.once('beforeExit', cancel);
  try {
    return await question(end.signal);
  } finally {
    process.off('beforeExit', cancel);
  }
}

const begin = 'begin an operator';

function buildCancelled(what: string): InterruptedError {
  return new InterruptedError(what, 'you cancelled; nothing was written');
}
