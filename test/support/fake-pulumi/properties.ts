import { isDeepStrictEqual } from 'node:util';

/** The properties of a resource, as the engine sends them. */
export type Properties = Readonly<Record<string, unknown>>;

/** By this key the engine knows a secret. https://github.com/pulumi/pulumi/blob/master/sdk/go/common/resource/sig/sig.go */
const signature = '4dabf18193072939515e22adb298388d';
const secretSignature = '1b47061264138c4ac30d75fd1eb44270';

/** The properties with the values of secrets in place of the secrets. */
export function unseal(properties: Properties): Properties {
  return removeSeals(properties) as Properties;
}

function removeSeals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeSeals);
  if (typeof value !== 'object' || value === null) return value;
  if ((value as Properties)[signature] === secretSignature) return removeSeals((value as Properties)['value']);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, removeSeals(each)]));
}

/** The properties of a Secret as secrets, which the state encrypts; those of other objects as they are. */
export function seal(properties: Properties): Properties {
  if (properties['kind'] !== 'Secret') return properties;
  const open = ['apiVersion', 'kind', 'metadata'];
  const entries = Object.entries(properties).map(([key, value]) => [
    key,
    open.includes(key) ? value : { [signature]: secretSignature, value },
  ]);
  return Object.fromEntries(entries) as Properties;
}

/** Of a live value what a sent one has: its fields, and the entries of its lists. What is gone is absent, or null in a list. */
export function project(live: Properties, sent: Properties): Properties {
  return projectValue(live, sent) as Properties;
}

function projectValue(live: unknown, sent: unknown): unknown {
  if (Array.isArray(sent)) {
    // An entry more is a difference too, so all entries of the list are kept.
    return Array.isArray(live)
      ? live.map((each, at) => (at in sent ? projectValue(each, sent[at]) : (each as unknown)))
      : live;
  }
  if (typeof sent !== 'object' || sent === null || typeof live !== 'object' || live === null) return live;
  const fields = Object.entries(sent).filter(([key]) => key in live);
  return Object.fromEntries(fields.map(([key, each]) => [key, projectValue((live as Properties)[key], each)]));
}

export function isEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}
