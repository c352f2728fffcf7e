import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { buildGenerateError } from '../../generate-error.ts';

/** Login credentials for a registry. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

interface DockerConfig {
  readonly auths?: Readonly<Record<string, { readonly auth?: string } | undefined>>;
}

/** The folder of Docker's `config.json`. */
export function getDockerFolder(env: NodeJS.ProcessEnv): string {
  return env['DOCKER_CONFIG'] ?? path.join(env['HOME'] ?? '', '.docker');
}

/**
 * Reads a registry's credentials from `auths` in Docker's `config.json`; `undefined` if absent. Does not run credential
 * programs (`credsStore`, `credHelpers`).
 */
export async function tryReadCredentials(folder: string, host: string): Promise<Credentials | undefined> {
  const file = path.join(folder, 'config.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { auths = {} } = parse(text, file);
  const names = host === 'docker.io' ? ['https://index.docker.io/v1/', host] : [host, `https://${host}`];
  const auth = names.map((name) => auths[name]?.auth).find((found) => found !== undefined && found !== '');
  if (auth === undefined) return undefined;
  const [, username, password] = /^([^:]*):([^]*)$/.exec(Buffer.from(auth, 'base64').toString()) ?? [];
  if (username === undefined || password === undefined) {
    throw buildGenerateError(`read the credentials for ${host} in ${file}`, 'log in again with `docker login`');
  }
  return { username, password };
}

function parse(text: string, file: string): DockerConfig {
  try {
    return JSON.parse(text) as DockerConfig;
  } catch {
    // The parser's message quotes the text, which contains credentials.
    throw buildGenerateError(
      `read ${file}`,
      'the file is not valid JSON: correct the file, or log in again with `docker login`',
    );
  }
}
