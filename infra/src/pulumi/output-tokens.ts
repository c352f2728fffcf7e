import { randomBytes } from 'node:crypto';

import { all, Output } from '@pulumi/pulumi';

/** `T` with an output of Pulumi in place of any text, but for fields that take some words only. */
export type WithOutputs<T> = T extends string
  ? T | (string extends T ? Output<string> : T extends `sha256:${string}` ? Output<string> : never)
  : T extends readonly (infer TItem)[]
    ? readonly WithOutputs<TItem>[]
    : T extends object
      ? { readonly [TKey in keyof T]: WithOutputs<T[TKey]> }
      : T;

/** An output in data, and the text that takes its place until the objects are registered. */
export interface Replaced {
  readonly output: Output<unknown>;
  readonly token: string;
  /** Where it stands: `image.digest`. */
  readonly path: string;
}

/**
 * A text that stands for an output, in any text of a cdk8s construct: `new WebServer(chart, 'home', { spec: { image:
 * asString(image.ref) } })`, also as a part: `` `https://${asString(host)}/` ``. `ChartRelease` and `OperatorRelease` put the
 * output back, so the object waits for its value, and a secret stays one. In what nobody registers with Pulumi, such as
 * YAML, the text remains.
 */
export function asString(output: Output<string>): string {
  return tokenFor(output, 'text');
}

/** What a token looks like, as texts are checked: any text, a digest, or a host with a port. */
export const tokenForms = ['text', 'digest', 'address'] as const;
type TokenForm = (typeof tokenForms)[number];

/** The data with a token in place of each output, and what the tokens stand for, those of `asString` included. */
export function withTokens<T>(
  data: WithOutputs<T>,
  formAt: (path: string) => TokenForm,
): { readonly data: T; readonly replaced: readonly Replaced[] } {
  const replaced: Replaced[] = [];
  const visit = (value: unknown, path: readonly (number | string)[]): unknown => {
    if (Output.isInstance(value)) {
      return visit(tokenFor(value, formAt(path.join('.'))), path);
    }
    if (typeof value === 'string') {
      replaced.push(...tokensIn(value).map((token) => ({ token, output: outputFor(token), path: path.join('.') })));
      return value;
    }
    if (Array.isArray(value)) return value.map((each, index) => visit(each, [...path, index]));
    if (!isPlain(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each, [...path, key])]));
  };
  return { data: visit(data, []) as T, replaced };
}

/** The data with `outputOf` of each token in place of it. */
export function withoutTokens(data: unknown, outputOf: (token: string) => unknown = outputFor): unknown {
  if (typeof data === 'string') return textWith(data, outputOf);
  if (Array.isArray(data)) return data.map((each) => withoutTokens(each, outputOf));
  if (!isPlain(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, each]) => [key, withoutTokens(each, outputOf)]));
}

/** The tokens in a text. */
export function tokensIn(text: string): readonly string[] {
  return (text.match(tokenPattern) ?? []).filter((each) => outputs.has(each));
}

const outputs = new Map<string, Output<unknown>>();
const tokenPattern = /pulumi-output-[0-9a-f]{32}|sha256:[0-9a-f]{64}|pulumi-address-[0-9a-f]{32}:443/g;

function outputFor(token: string): Output<unknown> {
  const found = outputs.get(token);
  if (found === undefined) throw new Error(`no output has the token ${token}`);
  return found;
}

function tokenFor(output: Output<unknown>, form: TokenForm): string {
  const token = {
    text: `pulumi-output-${hex(16)}`,
    digest: `sha256:${hex(32)}`,
    address: `pulumi-address-${hex(16)}:443`,
  }[form];
  outputs.set(token, output);
  return token;
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

function textWith(text: string, outputOf: (token: string) => unknown): unknown {
  const tokens = tokensIn(text);
  const [first] = tokens;
  if (first === undefined) return text;
  if (first === text) return outputOf(first);
  const values = tokens.map((token) => outputOf(token));
  const joined = (known: readonly unknown[]): string =>
    tokens.reduce((rest, token, index) => rest.replace(token, () => String(known[index])), text);
  return values.some((each) => Output.isInstance(each)) ? all(values).apply(joined) : joined(values);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
