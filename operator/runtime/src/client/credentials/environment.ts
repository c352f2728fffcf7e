import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Environment variables, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Read at each call: a program may set KUBECONFIG before it connects. */
export function environmentVariables(): Variables {
  // eslint-disable-next-line no-restricted-properties -- KUBECONFIG and HOME name files for every client of a cluster; they are no settings of ours
  return process.env;
}

/** The files of KUBECONFIG; `undefined` if it is not set. */
export function filesOfVariable({ KUBECONFIG: value = '' }: Variables): readonly string[] | undefined {
  return value === '' ? undefined : value.split(delimiter).filter((file) => file !== '');
}

/** `~/.kube/config`, if it exists. */
export async function fileAtHome(variables: Variables): Promise<string | undefined> {
  for (const home of homesIn(variables)) {
    const file = join(home, '.kube', 'config');
    if (await exists(file)) return file;
  }
  return undefined;
}

/** On Windows there are up to three. */
function homesIn({ HOME = '', HOMEDRIVE = '', HOMEPATH = '', USERPROFILE = '' }: Variables): readonly string[] {
  const onDrive = HOMEDRIVE === '' || HOMEPATH === '' ? '' : join(HOMEDRIVE, HOMEPATH);
  return [HOME, ...(process.platform === 'win32' ? [onDrive, USERPROFILE] : [])].filter((home) => home !== '');
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
