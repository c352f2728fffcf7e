import { describe, expect, it } from 'vitest';

import { zoo } from '../testing/index.ts';
import type { OperatorDeclaration } from './declaration.ts';
import { parseDeclaration } from './parse.ts';

/** A valid declaration with one value replaced, by its path. */
function broken(path: string, value: unknown): unknown {
  const copy = structuredClone(zoo) as unknown as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((each, key) => each[key] as Record<string, unknown>, copy);
  parent[last] = value;
  return copy;
}

describe('parseDeclaration', () => {
  it('returns a valid declaration unchanged', () => {
    expect(parseDeclaration(zoo)).toBe(zoo);
  });

  it('ignores unknown keys, which a newer generator may write', () => {
    const newer = { ...zoo, webhooks: [] };
    expect(parseDeclaration(newer)).toBe(newer);
  });

  it.each<[path: string, value: unknown, message: string]>([
    ['name', 'My Zoo', 'name must be a DNS label (lower-case letters, digits and "-", at most 63), but is "My Zoo"'],
    ['name', 'cdk8s', 'name must be another one: "cdk8s" marks what this package deploys, but is "cdk8s"'],
    ['version', undefined, 'version must be a version that can be an image tag, but is absent'],
    ['version', 'a:b', 'version must be a version that can be an image tag, but is "a:b"'],
    ['apis', {}, 'apis must be a list, but is {}'],
    ['apis.0.scope', 'Global', 'apis[0].scope must be one of "Namespaced", "Cluster", but is "Global"'],
    ['apis.1.crd', '', 'apis[1].crd must be a string that is not empty, but is ""'],
    ['apis.1', { ...zoo.apis[0] }, 'apis[].kind must be unique, but is "Animal.v1.zoo.example"'],
    ['controllers', [], 'controllers must be a list that is not empty, but is []'],
    ['controllers.1.name', 'animal', 'controllers[].name must be unique, but is "animal"'],
    ['controllers.0.for', null, 'controllers[0].for must be an object, but is null'],
    ['controllers.0.rules.1.verbs', [], 'controllers[0].rules[1].verbs must be a list that is not empty, but is []'],
    ['controllers.0.rules.1.verbs', 'get', 'controllers[0].rules[1].verbs must be a list, but is "get"'],
    [
      'controllers.0.rules.0.resourceName',
      'x',
      'rules[0].resourceName must be absent: nothing here knows it, but is "x"',
    ],
    ['policies.1.name', 'fed-animals', 'policies[].name must be unique, but is "fed-animals"'],
    ['policies.0.for', { kind: 'Animal' }, 'policies[0].for.group must be an API group ("" is the core group)'],
    ['policies.0.operations.0', 'CONNECT', 'policies[0].operations[0] must be one of "CREATE", "UPDATE", "DELETE"'],
    ['policies.0.when.0.cel', ' ', 'policies[0].when[0].cel must be an expression of CEL, but is " "'],
    ['policies.0.validate.0.messages', 'x', 'policies[0].validate[0].messages must be absent: nothing here knows it'],
    ['policies.0.validate.1.reason', 'No', 'policies[0].validate[1].reason must be one of "Unauthorized", "Forbidden"'],
    ['policies.0.mutate.0', { merge: 'x' }, 'policies[0].mutate[0].jsonPatch must be an expression of CEL'],
    ['policies.0.actions', [], 'policies[0].actions must be a list that is not empty'],
    ['policies.1.namespaceSelector.matchLabels.a', 1, 'policies[1].namespaceSelector.matchLabels.a must be a string'],
    ['policies.1.objectSelector', {}, 'policies[1].objectSelector must be absent: nothing here knows it, but is {}'],
    ['leaderElection.rules', [], 'leaderElection.rules must be a list that is not empty, but is []'],
    ['leaderElection.leaseName', 7, 'leaderElection.leaseName must be a string that is not empty, but is 7'],
    ['settings.0.type', 'text', 'settings[0].type must be one of "string", "integer"'],
    ['settings.0.env', 'A-B', 'settings[0].env must be the name of an environment variable, but is "A-B"'],
    ['settings.1.env', 'WATCH_NAMESPACE', 'settings[].env must be unique, but is "WATCH_NAMESPACE"'],
    ['settings.8.default', {}, 'settings[8].default must be a list, but is {}'],
    ['ports.health', 70_000, 'ports.health must be a whole number from 1 to 65535, but is 70000'],
    ['ports.metrics', 80.5, 'ports.metrics must be a whole number from 1 to 65535, but is 80.5'],
  ])('throws for %s = %j', (path, value, message) => {
    expect(() => parseDeclaration(broken(path, value), 'zoo.json')).toThrow(message);
    expect(() => parseDeclaration(broken(path, value), 'zoo.json')).toThrow(/^failed to read zoo\.json: /);
  });

  it.each([undefined, null, 'text', []])('throws for %j', (value) => {
    expect(() => parseDeclaration(value)).toThrow(
      /^failed to read the operator declaration: the document must be an obj/,
    );
  });

  it('shortens long values in its message', () => {
    const long = broken('ports', 'x'.repeat(500)) as OperatorDeclaration;
    expect(() => parseDeclaration(long)).toThrow(/ports must be an object, but is "x{76}\.\.\.$/);
  });
});
