import { memoized } from '../memoized.ts';

/**
 * How secret a field is by its name. `whole`: whatever it holds; `text`: texts and numbers in it, but not an object, which
 * is a reference (a Secret's `name`) or says of its own fields which are secret; `open`: it is not.
 */
export type Secrecy = 'open' | 'text' | 'whole';

/** Ends of names, in lower case and without separators. */
const wholeEnding =
  /(?:authorization|passw(?:or)?d|passphrase|token|cookie|(?:access|api|client|encryption|private|signing|ssh|tls)key|keydata|dockerconfigjson|dockercfg)s?$/;
const textEnding = /(?:secret|secretkey|credential)s?$/;

const names: ReadonlyMap<string, Secrecy> = new Map([
  // Bodies of requests and responses, and the data of a Secret.
  ...['body', 'requestbody', 'responsebody', 'rawbody'].map((name) => [name, 'whole'] as const),
  ...['headers', 'requestheaders', 'responseheaders', 'rawheaders'].map((name) => [name, 'whole'] as const),
  ...['data', 'binarydata', 'stringdata'].map((name) => [name, 'whole'] as const),
  ...['auth', 'basicauth', 'bearer', 'jwt', 'pass', 'pwd'].map((name) => [name, 'text'] as const),
  // Fields of Kubernetes: names of Secrets, and a volume.
  ['imagepullsecrets', 'open'],
  ['serviceaccounttoken', 'open'],
]);

/**
 * How secret the value of a field with this name is, in whatever style the name is written: `Authorization`,
 * `accessToken`, `API_KEY`, `client-secret`. The last word decides: `secretName`, `tokenExpirationSeconds` and
 * `secretKeyRef` are not secret.
 */
export const secrecyOf: (name: string) => Secrecy = memoized(read, 1_000);

function read(name: string): Secrecy {
  const squashed = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const known = names.get(squashed);
  if (known !== undefined) return known;
  if (wholeEnding.test(squashed)) return 'whole';
  return textEnding.test(squashed) ? 'text' : 'open';
}

/** Whether a text is an option of a command line whose value is secret, as an argument of its own: `--token`. */
export function isSecretOption(text: string): boolean {
  return /^--?[a-z][\w.-]{0,62}$/i.test(text) && secrecyOf(text) !== 'open';
}
