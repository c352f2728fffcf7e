import { memberOf } from '@kubewright/runtime/internal/base';
import { badRequest } from '../refusal.ts';

type Labels = Readonly<Record<string, string>>;

/** Whether labels fit a selector. https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/ */
export type LabelTest = (labels: Labels) => boolean;

/** Reads a selector such as `app=web,tier in (a,b),!old`. Throws: 400. */
export function labelTest(selector: string): LabelTest {
  const requirements = splitOutside(selector).map(requirement);
  return (labels) => requirements.every((fits) => fits(labels));
}

/** Commas between parentheses separate values, not requirements. */
function splitOutside(selector: string): readonly string[] {
  if (selector.trim() === '') return [];
  return selector.split(/,(?![^(]*\))/).map((part) => part.trim());
}

const key = String.raw`[A-Za-z0-9][-A-Za-z0-9_./]*`;
const value = String.raw`[-A-Za-z0-9_.]*`;

function requirement(text: string): LabelTest {
  return isPresent(text) ?? isEqual(text) ?? isIn(text) ?? isOrdered(text) ?? refuse(text);
}

function isPresent(text: string): LabelTest | undefined {
  const [, not, name = ''] = new RegExp(`^(!?)\\s*(${key})$`).exec(text) ?? [];
  if (not === undefined) return undefined;
  return (labels) => Object.hasOwn(labels, name) === (not === '');
}

function isEqual(text: string): LabelTest | undefined {
  const [, name = '', operator, wanted] = new RegExp(`^(${key})\\s*(==?|!=)\\s*(${value})$`).exec(text) ?? [];
  if (operator === undefined) return undefined;
  return (labels) => (memberOf(labels, name) === wanted) === (operator !== '!=');
}

function isIn(text: string): LabelTest | undefined {
  const pattern = new RegExp(`^(${key})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);
  const [, name = '', operator, list = ''] = pattern.exec(text) ?? [];
  if (operator === undefined) return undefined;
  const values: readonly (string | undefined)[] = list.split(',').map((each) => each.trim());
  return (labels) => values.includes(memberOf(labels, name)) === (operator === 'in');
}

function isOrdered(text: string): LabelTest | undefined {
  const [, name = '', operator, than] = new RegExp(`^(${key})\\s*([<>])\\s*(-?\\d+)$`).exec(text) ?? [];
  if (operator === undefined) return undefined;
  return (labels) => {
    const text = memberOf(labels, name) ?? '';
    const held = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    return operator === '>' ? held > Number(than) : held < Number(than);
  };
}

function refuse(text: string): never {
  throw badRequest(`unable to parse requirement: ${text}`);
}
