import type { Environment } from '@marcbachmann/cel-js';

import { RuleError } from './rule-error.ts';

/** Adds the functions for strings and regular expressions that the CEL library lacks. */
export function registerTexts(environment: Environment): void {
  environment
    .registerFunction('string.charAt(int): string', charAt)
    .registerFunction('string.replace(string, string): string', (text: string, old: string, by: string) =>
      text.replaceAll(old, () => by),
    )
    .registerFunction('string.replace(string, string, int): string', (...args: [string, string, string, bigint]) =>
      replaceSome(...args),
    )
    .registerFunction('string.find(string): string', (text: string, pattern: string) => match(text, pattern)[0] ?? '')
    .registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) => match(text, pattern))
    .registerFunction('string.findAll(string, int): list<string>', (text: string, pattern: string, count: bigint) =>
      count < 0n ? match(text, pattern) : match(text, pattern).slice(0, Number(count)),
    )
    .registerFunction('string.format(list): string', format);
}

function charAt(text: string, index: bigint): string {
  const characters = Array.from(text);
  if (index < 0n || index > characters.length) throw new RuleError(`index out of range: ${index}`);
  return characters[Number(index)] ?? '';
}

function replaceSome(...[text, old, by, count]: [string, string, string, bigint]): string {
  if (count < 0n) return text.replaceAll(old, () => by);
  const parts = text.split(old);
  const rest = parts.splice(Number(count) + 1);
  return [parts.join(by), ...rest].join(old);
}

function match(text: string, pattern: string): readonly string[] {
  return text.match(new RegExp(pattern, 'gu')) ?? [];
}

/**
 * Formats a `messageExpression` with `%s` and `%d`. For any other verb, the error has the plain message of the rule.
 */
function format(text: string, values: readonly unknown[]): string {
  const rest = [...values];
  return text.replaceAll(/%(.)/g, (_all, verb: string) => {
    if (verb === '%') return '%';
    if (verb !== 's' && verb !== 'd') throw new RuleError(`could not parse formatting clause: %${verb}`);
    const value = rest.shift();
    return Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
  });
}
