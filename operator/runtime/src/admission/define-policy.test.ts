import { describe, expect, it } from 'vitest';

import type { Kind } from '../base/index.ts';
import { Namespace, Pod } from '../kinds/index.ts';
import { definePolicy } from './define-policy.ts';
import type { PolicyDeclaration } from './policy.ts';

const MenuCard: Kind = { group: 'a.example', version: 'v1', kind: 'MenuCard', plural: 'menucards', namespaced: true };
const check = { cel: 'has(object.spec)', message: 'give it a spec' };

describe('definePolicy', () => {
  it('names a policy after its kind, with CREATE and UPDATE, Deny and Fail by default', () => {
    expect(definePolicy(MenuCard, { validate: [check] })).toEqual({
      name: 'menu-card',
      kind: MenuCard,
      operations: ['CREATE', 'UPDATE'],
      when: [{ name: 'not-being-deleted', cel: expect.any(String) as string }],
      variables: [],
      validate: [check],
      mutate: [],
      actions: ['Deny'],
      failurePolicy: 'Fail',
    });
  });

  it('accepts a policy with all options for a foreign kind', () => {
    const declaration: PolicyDeclaration = {
      name: 'pinned-images',
      operations: ['CREATE', 'DELETE'],
      when: [{ name: 'by-people', cel: "!request.userInfo.username.startsWith('system:')" }],
      namespaceSelector: { matchLabels: { team: 'web' } },
      variables: [{ name: 'images', cel: 'object.spec.containers.map(c, c.image)' }],
      validate: [{ ...check, reason: 'Forbidden', messageCel: "'give it a spec, ' + object.metadata.name" }],
      mutate: [{ apply: 'Object{}' }, { jsonPatch: '[]' }],
      actions: ['Warn', 'Audit'],
      failurePolicy: 'Ignore',
    };
    expect(definePolicy(Pod, declaration)).toEqual({ kind: Pod, ...declaration });
  });

  it('skips updates of terminating objects', () => {
    const { when } = definePolicy(MenuCard, { operations: ['UPDATE'], validate: [check] });
    expect(when).toEqual([
      {
        name: 'not-being-deleted',
        cel: "request.operation != 'UPDATE' || !has(object.metadata.deletionTimestamp)",
      },
    ]);
  });

  it.each<[what: string, declaration: PolicyDeclaration, hint: string]>([
    ['without a rule', {}, 'the policy does not have a rule: add validate or mutate'],
    ['with empty rules', { validate: [], mutate: [] }, 'the policy does not have a rule: add validate or mutate'],
    ['with a bad name', { name: 'My Rule', validate: [check] }, 'the name "My Rule" of the policy must be a DNS label'],
    ['without operations', { operations: [], validate: [check] }, 'operations is empty'],
    [
      'that completes deletions',
      { operations: ['DELETE'], mutate: [{ apply: 'Object{}' }] },
      'mutate cannot change a deleted object: add CREATE or UPDATE',
    ],
    [
      'with a bad name in when',
      { when: [{ name: 'Not Me', cel: 'true' }], validate: [check] },
      'the name "Not Me" in when must be a DNS label',
    ],
    [
      'with a name in when that is taken',
      { when: [{ name: 'not-being-deleted', cel: 'true' }], validate: [check] },
      'two entries of when have the name not-being-deleted: rename one',
    ],
    [
      'with a bad variable',
      { variables: [{ name: 'my-images', cel: '[]' }], validate: [check] },
      'the name of the variable "my-images" must consist of letters, digits and "_"',
    ],
    [
      'with a variable twice',
      {
        variables: [
          { name: 'a', cel: '1' },
          { name: 'a', cel: '2' },
        ],
        validate: [check],
      },
      'two entries of variables have the name a: rename one',
    ],
    ['with an empty text', { validate: [{ ...check, cel: ' ' }] }, 'is empty: write a CEL expression'],
    ['with an empty message', { validate: [{ ...check, message: ' ' }] }, 'must be one line, and not empty'],
    ['with two lines as message', { validate: [{ ...check, message: 'a\nb' }] }, 'must be one line'],
    [
      'with a text that is not balanced',
      { validate: [{ ...check, cel: 'has(object.spec' }] },
      'the check with the message "give it a spec" cannot be parsed, because ( is never closed: has(object.spec',
    ],
    [
      'with a message that is not balanced',
      { validate: [{ ...check, messageCel: "'a" }] },
      'messageCel of the check with the message "give it a spec" cannot be parsed',
    ],
    ['with a mutation that is not balanced', { mutate: [{ jsonPatch: '[' }] }, 'a mutation with jsonPatch cannot be'],
  ])('rejects a policy %s, and says how to fix it', (_, declaration, hint) => {
    expect(() => definePolicy(MenuCard, declaration)).toThrow(
      expect.objectContaining({
        code: 'DECLARATION_INVALID',
        message: expect.stringContaining(hint) as string,
      }),
    );
  });

  it('rejects a namespaceSelector for a cluster-scoped kind', () => {
    const declaration = { namespaceSelector: {}, validate: [check] };
    expect(() => definePolicy(Namespace, declaration)).toThrow('Namespace is cluster-scoped');
  });
});
