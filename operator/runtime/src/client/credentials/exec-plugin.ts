import type { Identity } from './credentials.ts';
import { isRecord } from '../../base/index.ts';
import { type Entry, type Fields, UnusableError } from './entry.ts';

const runIt = 'run it by hand and check its standard output';

/**
 * Validates the exec plug-in of a user. Errors: `UnusableError` if `args` or `env` is not a list, which client-node
 * does not check.
 */
export function checkExecPlugin(user: Entry): void {
  const exec = getExec(user);
  for (const field of ['args', 'env'])
    // Omits the value, which may be a password.
    if (!Array.isArray(exec[field] ?? [])) throw new UnusableError(`${field} of ${formatTitle(user)} is not a list`);
}

/**
 * Throws `UnusableError` if the plug-in returned no credentials: the API server would treat the client as anonymous.
 */
export function checkAnswer(user: Entry, { tls, headers }: Identity): void {
  if (tls.cert !== undefined || headers['authorization'] !== undefined) return;
  throw new UnusableError(`${formatTitle(user)} returned neither a token nor a certificate; ${runIt}`);
}

/**
 * Turns an error of client-node into one that names the command of the plug-in. Message and cause omit the plug-in's
 * standard output, which may contain a token: the message of a JSON error quotes it.
 */
export function toPluginError(user: Entry, error: unknown): UnusableError {
  if (error instanceof UnusableError) return error;
  if (isAboutAnswer(error)) {
    return new UnusableError(`${formatTitle(user)} did not return an ExecCredential in JSON; ${runIt}`);
  }
  // The plug-in's standard error, as in kubectl, or the reason why the command cannot run.
  const said = error instanceof Error ? error.message.trim() : '';
  const why = said === '' ? 'the plug-in wrote nothing to its standard error' : said;
  return new UnusableError(`${formatTitle(user)} failed: ${why}`, { cause: error });
}

/**
 * Whether the error is about the plug-in's output: invalid JSON, or a value without a status. Other errors have a code.
 */
function isAboutAnswer(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof TypeError && !('code' in error));
}

function formatTitle(user: Entry): string {
  return `the exec plug-in ${JSON.stringify(getExec(user)['command'] ?? '')}`;
}

function getExec({ fields: { exec } }: Entry): Fields {
  return isRecord(exec) ? exec : {};
}
