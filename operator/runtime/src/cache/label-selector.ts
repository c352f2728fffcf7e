import type { KubeObject } from '../base/index.ts';

type Labels = Readonly<Record<string, string>>;

/** Whether labels match a selector, or one requirement of it. */
export type LabelTest = (labels: Labels) => boolean;

/**
 * Creates a test whether a label selector such as `app=shop,tier in (a, b),!old` selects an object; `undefined` selects
 * all. A selector that cannot be parsed selects nothing, because only the API server can evaluate it.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function createSelectorTest(selector?: string): (object: KubeObject) => boolean {
  const fits = createLabelTest(selector, () => () => false);
  return ({ metadata: { labels = {} } }) => fits(labels);
}

/** Parses a label selector. @param unknown creates the test of a requirement that cannot be parsed */
export function createLabelTest(selector = '', unknown: (requirement: string) => LabelTest): LabelTest {
  const texts = selector.trim() === '' ? [] : selector.split(commaOutside).map((text) => text.trim());
  const requirements = texts.map(
    (text) => parseExistence(text) ?? parseMembership(text) ?? parseOrder(text) ?? unknown(text),
  );
  return (labels) => requirements.every((fits) => fits(labels));
}

/** Commas outside parentheses separate requirements, those inside separate values. */
const commaOutside = /,(?![^(]*\))/;
const present = /^(?<not>!?)\s*(?<name>\w[\w./-]*)$/;
const equal = /^(?<name>\w[\w./-]*)\s*(?<operator>==?|!=)\s*(?<values>[\w.-]*)$/;
const oneOf = /^(?<name>\w[\w./-]*)\s+(?<operator>in|notin)\s*\((?<values>[\w.,\s-]*)\)$/;
const ordered = /^(?<name>\w[\w./-]*)\s*(?<operator>[<>])\s*(?<than>-?\d+)$/;

function parseExistence(text: string): LabelTest | undefined {
  const { name, not } = present.exec(text)?.groups ?? {};
  return name === undefined ? undefined : (labels) => Object.hasOwn(labels, name) === (not === '');
}

function parseMembership(text: string): LabelTest | undefined {
  const { name, operator = '', values = '' } = (equal.exec(text) ?? oneOf.exec(text))?.groups ?? {};
  if (name === undefined) return undefined;
  const wanted = values.split(',').map((value) => value.trim());
  const isNegative = operator === '!=' || operator === 'notin';
  return (labels) => (Object.hasOwn(labels, name) && wanted.includes(labels[name] ?? '')) !== isNegative;
}

/** Parses `key > 1` or `key < 1`. A label value that is not an integer never matches. */
function parseOrder(text: string): LabelTest | undefined {
  const { name, operator, than } = ordered.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  return (labels) => {
    const value = (Object.hasOwn(labels, name) && labels[name]) || '';
    const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
    return operator === '>' ? number > Number(than) : number < Number(than);
  };
}
