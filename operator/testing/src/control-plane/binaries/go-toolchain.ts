import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type GoToolchain =
  { readonly found: true; readonly version: string } | { readonly found: false; readonly why: string };

/**
 * Whether `go` of `PATH` exists and is new enough. It runs outside of any module, so that it does not download another
 * version.
 */
export async function findGo(least: string, env: NodeJS.ProcessEnv): Promise<GoToolchain> {
  try {
    const { stdout } = await run('go', ['env', 'GOVERSION'], { cwd: '/', env: { ...env, GOTOOLCHAIN: 'local' } });
    const version = stdout.trim().replace(/^go/, '');
    if (isAtLeast(version, least)) return { found: true, version };
    return { found: false, why: `Go ${version} is too old, it takes ${least} or newer` };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { found: false, why: missing ? 'there is no go in PATH' : `go does not run: ${(error as Error).message}` };
  }
}

/** Compares major and minor: `1.26.8` and `1.26rc1` are at least `1.26`. */
export function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  const [leastMajor = 0, leastMinor = 0] = numbersOf(least);
  return major === leastMajor ? minor >= leastMinor : major > leastMajor;
}

function numbersOf(version: string): number[] {
  return (version.match(/\d+/g) ?? []).map(Number);
}
