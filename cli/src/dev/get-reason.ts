import { getMessage } from '../report-error.ts';

/** Returns the message of an error of kubectl without kubectl's arguments, and without warnings before it. */
export function getReason(error: unknown): string {
  const message = getMessage(error).replace(/^failed to run kubectl .*?( \(exit code \d+\))?: /, '');
  return message.replace(/^(Warning: .*\n)+(?=.)/, '');
}
