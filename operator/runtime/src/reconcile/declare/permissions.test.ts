import { describe, expect, it } from 'vitest';

import { defineWebhook } from '../../admission/index.ts';
import { defineApi, t } from '../../api/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';
import type { Permission } from './permissions.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const reconcile = () => Promise.resolve(awaitChange);
const logs: Permission = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'], reason: 'copies the logs' };

describe('permissions beside handles', () => {
  it('are rules of the controller, with their reasons, after those of its handles', () => {
    const { rules } = defineController(Cafe, { permissions: [logs], reconcile });
    expect(rules.at(-1)).toEqual(logs);
    expect(rules.slice(0, -1)).toEqual(defineController(Cafe, { reconcile }).rules);
  });

  it('are rules of the webhook', () => {
    const webhook = defineWebhook(Cafe, { reads: { maps: ConfigMap }, permissions: [logs], validate: () => [] });
    expect(webhook.rules).toEqual([{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }, logs]);
  });

  it.each<[string, Partial<Permission>, string]>([
    ['any verb', { verbs: ['*'] }, 'a wildcard grants more than is needed'],
    ['any subresource', { resources: ['pods/*'] }, 'a wildcard grants more than is needed'],
    ['any group', { apiGroups: ['*'] }, 'a wildcard grants more than is needed'],
    ['no verbs', { verbs: [] }, 'the list verbs of the permission is empty: name at least one entry'],
    ['no groups', { apiGroups: [] }, 'the list apiGroups of the permission is empty: name at least one entry'],
    ['a kind in place of its resource', { resources: ['Pod'] }, '"Pod" must be in lower case, as in a Role'],
    ['a blank reason', { reason: ' ' }, 'reason must say why the operator needs the permission'],
    [
      ...(['create of one name', { resources: ['pods'], verbs: ['create'], resourceNames: ['a'] }] as const),
      'RBAC cannot limit create and deletecollection to names: declare them without resourceNames',
    ],
  ])('are rejected with %s', (_, part, problem) => {
    const permissions = [logs, { ...logs, ...part }];
    const message = expect.stringContaining(`permissions[1]: ${problem}`) as string;
    const rejection = expect.objectContaining({ code: 'DECLARATION_INVALID', message }) as Error;
    expect(() => defineController(Cafe, { permissions, reconcile })).toThrow(rejection);
    expect(() => defineWebhook(Cafe, { permissions, validate: () => [] })).toThrow(rejection);
  });

  it('may limit the creation of a subresource to a name, which its path contains', () => {
    const permissions = [
      { ...logs, resources: ['serviceaccounts/token'], verbs: ['create'], resourceNames: ['builder'] },
    ];
    expect(defineController(Cafe, { permissions, reconcile }).rules.at(-1)).toEqual(permissions[0]);
  });
});
