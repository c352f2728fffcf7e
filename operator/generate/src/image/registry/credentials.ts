import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { buildGenerateError } from '../../generate-error.ts';

/** How to log in to a registry. */
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
 * What `auths` of Docker's `config.json` has for a registry; `undefined` if it has nothing. Programs that keep credentials
 * (`credsStore`, `credHelpers`) are not run.
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
    throw buildGenerateError(`read the credentials for ${host} in ${file}`, 'log in again, by `docker login`');
  }
  return { username, password };
}

function parse(text: string, file: string): DockerConfig {
  try {
    return JSON.parse(text) as DockerConfig;
  } catch {
    // The parser's message quotes the text, which has credentials.
    throw buildGenerateError(`read ${file}`, 'it is no JSON: correct it, or log in again by `docker login`');
  }
}
