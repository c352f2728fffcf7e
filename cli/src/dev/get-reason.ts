import { getMessage } from '../report-error.ts';

/** Returns the message of an error of kubectl without kubectl's arguments. */
export function getReason(error: unknown): string {
  return getMessage(error).replace(/^failed to run kubectl .*?( \(exit code \d+\))?: /, '');
}
