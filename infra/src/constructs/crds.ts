import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import { buildCrds } from '../api-objects/crds.ts';
import { type CustomResourceDefinitionsProps, definitionsGroup } from '../options/index.ts';
import { resolveDeclaration } from '../plan/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';
import { rejectDuplicateObjects } from './duplicates.ts';

/**
 * The CRDs of an operator as generated, plus labels and annotations.
 *
 * To deploy only some of them, pass a declaration with fewer `apis`.
 *
 * The synth fails if a prop is invalid, if a declared kind lacks its CRD, or if a CRD contains a string that cdk8s
 * would write so that `kubectl` reads another value: `0o17`, `0X1F`.
 */
export class CustomResourceDefinitions extends Construct {
  /** Names of the CRDs, such as `webservers.my.domain`. */
  readonly names: readonly string[];
  readonly crds: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: CustomResourceDefinitionsProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const given = errors.validate(props, definitionsGroup);
    const declaration = resolveDeclaration(given.declaration, errors);
    const objects = [...addObjects(this, buildCrds(declaration, given, errors)).values()];
    this.crds = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
    this.names = this.crds.map(({ name }) => name);
    rejectDuplicateObjects(this);
  }
}
