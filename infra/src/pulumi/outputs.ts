import { randomBytes } from 'node:crypto';

import type { PlainObject } from '@kubewright/declaration';
import { all, Output } from '@pulumi/pulumi';
import type { Chart } from 'cdk8s';

import { isPlainRecord } from '../options/index.ts';

/** `T` with a Pulumi output allowed for any text, except for enums. */
export type WithOutputs<T> = T extends string
  ? T | (string extends T ? Output<string> : T extends `sha256:${string}` ? Output<string> : never)
  : T extends readonly (infer TItem)[]
    ? readonly WithOutputs<TItem>[]
    : T extends object
      ? { readonly [TKey in keyof T]: WithOutputs<T[TKey]> }
      : T;

/** An output in data, and the token that replaces it until the objects are registered. */
export interface TokenReplacement {
  readonly output: Output<unknown>;
  readonly token: string;
  /** Path of the output: `image.digest`. */
  readonly path: string;
}

/**
 * Returns a token for an output, to be used as any text of a cdk8s construct, such as
 * `new WebServer(chart, 'home', { spec: { image: asString(image.ref) } })`, or as a part of a text, such as
 * `` `https://${asString(host)}/` ``. `ChartRelease` and `OperatorRelease` restore the output, so the object waits for
 * its value, and a secret stays secret. Elsewhere, such as in YAML, the token remains.
 */
export function asString(output: Output<string>): string {
  return createToken(output, 'text');
}

/** Forms of a token that pass validation: any text, a digest, or a host with a port. */
export const tokenForms = ['text', 'digest', 'address'] as const;
type TokenForm = (typeof tokenForms)[number];

const outputs = new Map<string, Output<unknown>>();
const tokenPattern = /pulumi-output-[0-9a-f]{32}|sha256:[0-9a-f]{64}|pulumi-address-[0-9a-f]{32}:443/g;

function createToken(output: Output<unknown>, form: TokenForm): string {
  const hex = randomBytes(form === 'digest' ? 32 : 16).toString('hex');
  const forms = { text: `pulumi-output-${hex}`, digest: `sha256:${hex}`, address: `pulumi-address-${hex}:443` };
  outputs.set(forms[form], output);
  return forms[form];
}

function getOutput(token: string): Output<unknown> {
  const found = outputs.get(token);
  if (found === undefined) throw new Error(`no output has the token ${token}`);
  return found;
}

export function findTokens(text: string): readonly string[] {
  return (text.match(tokenPattern) ?? []).filter((each) => outputs.has(each));
}

/** Replaces outputs in the data with tokens, and returns the replaced outputs, including those of `asString`. */
export function replaceOutputs<T>(
  data: WithOutputs<T>,
  formAt: (path: string) => TokenForm,
): { readonly data: T; readonly replaced: readonly TokenReplacement[] } {
  const replaced: TokenReplacement[] = [];
  const tokenized = mapValues(data, (value, path) => {
    const text = Output.isInstance(value) ? createToken(value, formAt(path)) : value;
    if (typeof text !== 'string') return undefined;
    replaced.push(...findTokens(text).map((token) => ({ token, output: getOutput(token), path })));
    return { value: text };
  });
  return { data: tokenized as T, replaced };
}

/** Replaces each token in the data with the result of `resolveOutput`. */
export function restoreOutputs(data: unknown, resolveOutput: (token: string) => unknown = getOutput): unknown {
  return mapValues(data, (value) =>
    typeof value === 'string' ? { value: restoreText(value, resolveOutput) } : undefined,
  );
}

function restoreText(text: string, resolveOutput: (token: string) => unknown): unknown {
  const tokens = findTokens(text);
  if (tokens[0] === undefined) return text;
  if (tokens[0] === text) return resolveOutput(text);
  const values = tokens.map((token) => resolveOutput(token));
  const joined = (known: readonly unknown[]): string =>
    tokens.reduce((rest, token, index) => rest.replace(token, () => String(known[index])), text);
  return values.some((each) => Output.isInstance(each)) ? all(values).apply(joined) : joined(values);
}

type Replace = (value: unknown, path: string) => { readonly value: unknown } | undefined;

/** Copies plain data, and replaces each value for which `replace` returns something. */
function mapValues(data: unknown, replace: Replace, path = ''): unknown {
  const found = replace(data, path);
  if (found !== undefined) return found.value;
  const each = ([key, value]: readonly [number | string, unknown]): unknown =>
    mapValues(value, replace, path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(data)) return [...data.entries()].map(each);
  if (!isPlainRecord(data)) return data;
  return Object.fromEntries(Object.entries(data).map((entry) => [entry[0], each(entry)]));
}

/**
 * Throws if a chart is invalid, or has an output where none is allowed: as a value that is not `asString`, in a key, or
 * in `apiVersion`, `kind`, a name or a namespace, which a preview must know.
 */
export function checkOutputs(charts: readonly Chart[]): void {
  for (const manifest of charts.flatMap(toManifests)) {
    const { apiVersion, kind, metadata } = manifest;
    const identity = { apiVersion, kind, 'metadata.name': metadata.name, 'metadata.namespace': metadata.namespace };
    const [field] = Object.entries(identity).find(([, value = '']) => findTokens(value).length > 0) ?? [];
    if (field !== undefined) {
      throw new Error(`${field} of a ${kind} is a Pulumi output, but a preview must know it: use a plain value`);
    }
    if (!listKeys(manifest).some((key) => findTokens(key).length > 0)) continue;
    throw new Error(`a key in ${kind} ${metadata.name} is a Pulumi output: only values can be outputs`);
  }
}

function toManifests(chart: Chart): readonly PlainObject[] {
  try {
    return chart.toJson() as readonly PlainObject[];
  } catch (cause) {
    const { message } = cause as Error;
    if (!message.includes("'OutputImpl'")) throw cause;
    throw new Error(`${message}. It is a Pulumi output: use asString(output)`, { cause });
  }
}

function listKeys(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(listKeys);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}
