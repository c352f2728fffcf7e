/** The properties of a Pulumi resource, as the engine sends them. */
export type Properties = Readonly<Record<string, unknown>>;

/**
 * The key that marks a secret for the engine.
 * https://github.com/pulumi/pulumi/blob/master/sdk/go/common/resource/sig/sig.go
 */
const signature = '4dabf18193072939515e22adb298388d';
const secretSignature = '1b47061264138c4ac30d75fd1eb44270';

/** Replaces secrets by their values. */
export function unseal(properties: Properties): Properties {
  return removeSeals(properties) as Properties;
}

function removeSeals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeSeals);
  if (typeof value !== 'object' || value === null) return value;
  if ((value as Properties)[signature] === secretSignature) return removeSeals((value as Properties)['value']);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, removeSeals(each)]));
}

/** Turns the properties of a Secret into secrets, which the state encrypts; leaves other objects as they are. */
export function seal(properties: Properties): Properties {
  if (properties['kind'] !== 'Secret') return properties;
  const open = ['apiVersion', 'kind', 'metadata'];
  const entries = Object.entries(properties).map(([key, value]) => [
    key,
    open.includes(key) ? value : { [signature]: secretSignature, value },
  ]);
  return Object.fromEntries(entries) as Properties;
}

/**
 * Selects from a live value the fields of a sent one, and the entries of its lists. Missing values are absent, or null
 * in a list.
 */
export function project(live: Properties, sent: Properties): Properties {
  return projectValue(live, sent) as Properties;
}

function projectValue(live: unknown, sent: unknown): unknown {
  if (Array.isArray(sent)) {
    // An additional entry is a difference, so all entries of the list are retained.
    return Array.isArray(live)
      ? live.map((each, at) => (at in sent ? projectValue(each, sent[at]) : (each as unknown)))
      : live;
  }
  if (typeof sent !== 'object' || sent === null || typeof live !== 'object' || live === null) return live;
  const fields = Object.entries(sent).filter(([key]) => key in live);
  return Object.fromEntries(fields.map(([key, each]) => [key, projectValue((live as Properties)[key], each)]));
}
