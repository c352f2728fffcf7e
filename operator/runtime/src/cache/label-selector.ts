import type { KubeObject } from '../base/index.ts';

type Labels = Readonly<Record<string, string>>;

/** Whether labels fulfil one requirement of a selector. */
type Requirement = (labels: Labels) => boolean;

/**
 * Tests whether a label selector such as `app=shop,tier in (a, b),!old` selects an object; `undefined` selects all. A
 * selector that is not understood selects nothing: only the API server can evaluate it.
 *
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function selectorTest(selector = ''): (object: KubeObject) => boolean {
  const requirements =
    selector.trim() === '' ? [] : selector.split(commaOutside).map((each) => requirement(each.trim()));
  return ({ metadata: { labels = {} } }) => requirements.every((holds) => holds(labels));
}

/** Commas between parentheses separate values. */
const commaOutside = /,(?![^(]*\))/;
const present = /^(?<not>!?)\s*(?<name>[\w./-]+)$/;
const equal = /^(?<name>[\w./-]+)\s*(?<operator>==?|!=)\s*(?<values>[\w.-]*)$/;
const oneOf = /^(?<name>[\w./-]+)\s+(?<operator>in|notin)\s*\((?<values>[\w.,\s-]*)\)$/;

function requirement(text: string): Requirement {
  return existence(text) ?? membership(text) ?? (() => false);
}

function existence(text: string): Requirement | undefined {
  const { name, not } = present.exec(text)?.groups ?? {};
  return name === undefined ? undefined : (labels) => Object.hasOwn(labels, name) === (not === '');
}

function membership(text: string): Requirement | undefined {
  const { name, operator = '', values = '' } = (equal.exec(text) ?? oneOf.exec(text))?.groups ?? {};
  if (name === undefined) return undefined;
  const wanted = values.split(',').map((value) => value.trim());
  const isNegative = operator === '!=' || operator === 'notin';
  return (labels) => (Object.hasOwn(labels, name) && wanted.includes(labels[name] ?? '')) !== isNegative;
}
