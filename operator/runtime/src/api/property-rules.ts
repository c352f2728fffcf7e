import { cel, escapeCelName, onCreation } from './cel.ts';
import type { ValidationRule } from '../base/index.ts';

/** Names of properties of the object that has the rule; two at least. */
type Names = readonly [string, string, ...string[]];

/**
 * A rule of an object: no two of these properties are set at once. A required property, and one with a default, always
 * is: `defineApi` refuses two of them.
 */
export function atMostOneOf(...properties: Names): ValidationRule {
  return cel(`${renderSetCount(properties)} <= 1`, `at most one of ${joinNames(properties)} may be set`);
}

/**
 * A rule of an object: one of these properties is set, and no other of them. A required property, and one with a default,
 * always is: `defineApi` refuses two of them.
 */
export function exactlyOneOf(...properties: Names): ValidationRule {
  return cel(`${renderSetCount(properties)} == 1`, `exactly one of ${joinNames(properties)} must be set`);
}

/** A rule of an object: at least one of these properties is set. A property with a default always is. */
export function atLeastOneOf(...properties: Names): ValidationRule {
  return cel(properties.map(isSet).join(' || '), `at least one of ${joinNames(properties)} must be set`);
}

/**
 * A rule that refuses every change.
 *
 * Without names: the value stays as it is for as long as it is there. An optional one can still be added and removed, as
 * a rule is only checked where its value is.
 *
 * With names, as a rule of an object: these properties stay as they were when the object was created; what was missing then
 * stays missing.
 */
export function immutable(...properties: readonly string[]): ValidationRule {
  if (properties.length === 0) return cel('self == oldSelf', `is immutable: ${instead}`);
  const verb = properties.length === 1 ? 'is' : 'are';
  return cel(properties.map(renderUnchanged).join(' && '), `${joinNames(properties)} ${verb} immutable: ${instead}`);
}

/** The properties, by their names in CEL, of a rule that `atMostOneOf` or `exactlyOneOf` made; none of any other rule. */
export function parseAtMostOneNames(rule: string): readonly string[] {
  const names = [...rule.matchAll(/has\(self\.(\w+)\) \? 1 : 0/g)].map(([, name = '']) => name);
  const count = names.map(renderCount).join(' + ');
  const made = [`${count} <= 1`, `${count} == 1`].flatMap((each) => [each, onCreation(cel(each, '')).rule]);
  return made.includes(rule) ? names : [];
}

const instead = 'delete the object and create it again';

function renderUnchanged(property: string): string {
  const name = escapeCelName(property);
  return `has(self.${name}) == has(oldSelf.${name}) && (!has(self.${name}) || self.${name} == oldSelf.${name})`;
}

function renderSetCount(properties: Names): string {
  return properties.map((property) => renderCount(escapeCelName(property))).join(' + ');
}

function renderCount(name: string): string {
  return `(has(self.${name}) ? 1 : 0)`;
}

function isSet(property: string): string {
  return `has(self.${escapeCelName(property)})`;
}

function joinNames(properties: readonly string[]): string {
  return properties.join(', ');
}
