import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { listApis } from '../../../runtime/src/manager/index.ts';
import { kubewright } from '../../../src/kubewright.ts';
import type { Api } from '../../../runtime/src/api/index.ts';
import { systemClock } from '../../../runtime/src/base/index.ts';
import { type Client, connect, isApiError, buildPath } from '../../../runtime/src/client/index.ts';
import { CustomResourceDefinition } from '@kubewright/runtime/kinds';
import { checkRuleTypes } from './check-crd.ts';
import {
  buildRuledApi,
  bad,
  good,
  left,
  operands,
  operators,
  optionalTransitions,
  transitions,
} from '../../fixtures/rule-examples.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly kubeconfigPath: string;
  }
}

let client: Client;

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
});

afterAll(async () => {
  await client.transport.close();
});

/** Lists the API server's errors for a CRD as `field: message`. The request is a dry run. */
async function listRejections({ crd }: Api): Promise<readonly string[]> {
  const query = { dryRun: 'All', fieldValidation: 'Strict' };
  try {
    const { status, body } = await client.transport.call({
      method: 'POST',
      path: buildPath(CustomResourceDefinition),
      query,
      body: crd,
    });
    return status < 300 ? [] : listCauses(body);
  } catch (error) {
    if (!isApiError(error, 422)) throw error;
    return error.causes.map(({ field, message }) => `${String(field)}: ${String(message)}`);
  }
}

function listCauses(body: unknown): readonly string[] {
  const { details, message } = body as {
    message?: string;
    details?: { causes?: { field?: string; message?: string }[] };
  };
  return details?.causes?.map((each) => `${String(each.field)}: ${String(each.message)}`) ?? [String(message)];
}

/** The indexes of the rules of `spec` that the API server rejects. */
async function findRejectedRules(rules: readonly string[], options = {}): Promise<ReadonlySet<number>> {
  const found = (await listRejections(buildRuledApi(rules, options))).flatMap((text) => {
    const number = /spec\]?\.x-kubernetes-validations\[(\d+)\]/.exec(text)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  return new Set(found);
}

function isRejectedHere(rule: string): boolean {
  try {
    checkRuleTypes(buildRuledApi([rule]).crd);
    return false;
  } catch {
    return true;
  }
}

const pickAccepted = (rules: readonly string[], rejected: ReadonlySet<number>): string[] =>
  rules.filter((_, index) => !rejected.has(index));

/** Moves the API to another group, because other tests have installed its CRD. */
function moveToAnotherGroup({ crd, ...api }: Api): Api {
  const group = 'ours.rules.kubewright.example';
  const metadata = { ...crd.metadata, name: `${api.plural}.${group}` };
  return { ...api, crd: { ...crd, metadata, spec: { ...crd.spec, group } } };
}

describe('the API server', () => {
  it('accepts all rules that our checker accepts', async () => {
    expect(await listRejections(buildRuledApi(good))).toEqual([]);
    expect(await listRejections(buildRuledApi(transitions))).toEqual([]);
    expect(await listRejections(buildRuledApi(optionalTransitions, { optionalOldSelf: true }))).toEqual([]);
  });

  it('rejects all rules that our checker rejects', async () => {
    const rules = [...bad.map(([rule]) => rule), 'self.n > oldSelf.s'];
    expect(pickAccepted(rules, await findRejectedRules(rules))).toEqual([]);
  });

  it('rejects the rules whose types our checker does not know', async () => {
    expect(pickAccepted(left, await findRejectedRules(left))).toEqual([]);
  });

  it.each(operators)('rejects each use of %s that our checker rejects, between any two types', async (operator) => {
    const expressions = operands.flatMap((one) => operands.map((other) => `${one} ${operator} ${other}`));
    // Comparing the result with itself gives a boolean, so only the operator's operands can be wrong.
    const rules = expressions.map((expression) => `dyn(${expression}) == dyn(${expression})`);
    const ours = rules.filter(isRejectedHere);
    expect(ours.length).toBeGreaterThan(50);
    expect(pickAccepted(ours, await findRejectedRules(ours))).toEqual([]);
  });

  it('accepts the rules of our own APIs', async () => {
    const ours = listApis(kubewright);
    for (const api of ours) expect(await listRejections(moveToAnotherGroup(api))).toEqual([]);
  });
});
