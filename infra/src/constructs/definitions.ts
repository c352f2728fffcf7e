import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import { definitionObjects } from '../api-objects/index.ts';
import { type CustomResourceDefinitionsProps, definitionsGroup } from '../options/index.ts';
import { givenDeclaration } from '../plan/index.ts';
import { addObjects, faultsOf } from './add-objects.ts';
import { checkTwice } from './twice.ts';

/**
 * The CustomResourceDefinitions of an operator, exactly as they were generated, plus labels and annotations.
 *
 * To deploy only some of them, pass a declaration with fewer `apis`.
 *
 * The synth fails if a prop is wrong, if the declaration has no definition of a declared kind, or if a definition contains a
 * string that cdk8s would write so that `kubectl` reads something else: `0o17`, `0X1F`.
 */
export class CustomResourceDefinitions extends Construct {
  /** Names of the definitions, such as `webservers.my.domain`. */
  readonly names: readonly string[];
  readonly definitions: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: CustomResourceDefinitionsProps = {}) {
    super(scope, id);
    const faults = faultsOf(this);
    const given = faults.checked(props, definitionsGroup);
    const declaration = givenDeclaration(given.declaration, faults);
    const objects = [...addObjects(this, definitionObjects(declaration, given, faults)).values()];
    this.definitions = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
    this.names = this.definitions.map(({ name }) => name);
    checkTwice(this);
  }
}
