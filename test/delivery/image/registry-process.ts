import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';

import { freePort } from '../../../operator/control-plane/src/sockets.ts';
import { until } from '../../support/until.ts';

export const address = '127.0.0.1';

export interface Registry extends AsyncDisposable {
  readonly host: string;
}

export interface RegistryProcess {
  readonly command: string;
  readonly folder: string;
  /** Environment variables that override the configuration of the registry. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a registry without images. */
export async function startRegistry({ command, folder, env }: RegistryProcess): Promise<Registry> {
  await mkdir(folder, { recursive: true });
  const host = `${address}:${await freePort(address)}`;
  const config = { version: 0.1, storage: { filesystem: { rootdirectory: folder } }, http: { addr: host } };
  // JSON is valid YAML.
  await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
  const child = spawn(command, ['serve', path.join(folder, 'config.json')], {
    stdio: 'ignore',
    env: { ...process.env, ...env, OTEL_TRACES_EXPORTER: 'none' },
  });
  const ended = once(child, 'exit');
  await until('the registry listens', () => isListening(host));
  return {
    host,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The user of a registry with `requirePassword`. */
export const user = 'me:correct horse';
/** The password as bcrypt, the only format that the registry supports. */
const htpasswd = 'me:$2b$04$AkJTskV7fGyextugdzrAZu2Rvl2qIFMtlSjpox6b20iP3JkdFpEgu\n';

/** The environment variables of a registry that requires the password of `user`, which it reads from the folder. */
export async function requirePassword(folder: string): Promise<Readonly<Record<string, string>>> {
  const passwords = path.join(folder, 'htpasswd');
  await writeFile(passwords, htpasswd);
  return {
    REGISTRY_AUTH: 'htpasswd',
    REGISTRY_AUTH_HTPASSWD_REALM: 'test',
    REGISTRY_AUTH_HTPASSWD_PATH: passwords,
  };
}

/** Writes the file of `docker login` into the folder. @param as `<user>:<password>`; without it, no credentials */
export async function logIn(folder: string, host: string, as?: string): Promise<void> {
  const auth = as && Buffer.from(as).toString('base64');
  await writeFile(path.join(folder, 'config.json'), JSON.stringify({ auths: { [host]: { auth } } }));
}

function isListening(host: string): Promise<boolean> {
  const [hostname = '', port] = host.split(':');
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
