import type { Mutant } from './mutant.ts';

const api = 'operator/runtime/src/api';

/** Of what a declaration of an API becomes, and of what is refused in one. */
export const apiMutants: readonly Mutant[] = [
  {
    name: 'api-loses-fields-between-versions',
    promise: 'A field that would be lost between two versions is refused.',
    file: `${api}/losses.ts`,
    find: "return to === undefined ? [{ path, what: 'field' }] : lossesOf(from, to, path);",
    replace: 'return to === undefined ? [] : lossesOf(from, to, path);',
    test: { file: `${api}/check-api.test.ts`, title: 'refuses what would be lost when it is stored' },
  },
  {
    name: 'api-bounds-a-scaled-field-twice',
    promise: 'A bound that a scaled field has anyway is told once.',
    file: `${api}/crd.ts`,
    find: 'scale ? withoutBoundsOfScale(root, scale.spec) : root',
    replace: 'root',
    test: {
      file: `${api}/crd.test.ts`,
      title: 'leaves out the bounds that a scaled field has anyway, and keeps all others',
    },
  },
  {
    name: 'api-lets-a-scaled-field-go-to-zero',
    promise: 'Narrower bounds of a scaled field stay.',
    file: `${api}/scaled-field.ts`,
    find: 'Object.hasOwn(ofEachScale, name) && ofEachScale[name as keyof typeof ofEachScale] === value;',
    replace: 'value !== undefined && Object.hasOwn(ofEachScale, name);',
    test: {
      file: `${api}/crd.test.ts`,
      title: 'leaves out the bounds that a scaled field has anyway, and keeps all others',
    },
  },
  {
    name: 'kinds-lack-one-that-is-served',
    promise: 'Every kind that the API server stores has a type and a value, or a reason why not.',
    file: 'operator/generate/src/kinds/builtin-kinds.ts',
    find: "  'v1/Binding': 'a request, never stored',\n",
    replace: '',
    test: {
      file: 'operator/generate/src/kinds/builtin-kinds.real.test.ts',
      title: 'are all that the pinned API server serves, but for those that are left out with a reason',
    },
  },
  {
    name: 'api-serves-versions-that-erase',
    promise: 'A served version that erases fields of the stored one by every write is refused, unless it says so.',
    file: `${api}/check-versions.ts`,
    find: 'if (other.served === false) return [];',
    replace: 'if (other.served !== false) return [];',
    test: {
      file: `${api}/check-api.test.ts`,
      title: 'refuses one that is served and lacks what is stored: each field, and what to do about it',
    },
  },
  {
    name: 'api-knows-no-fields-of-items',
    promise: 'Fields of items and of entries are erased like all others, and named.',
    file: `${api}/losses.ts`,
    find: ', ...lossesInItems(from, to, path)];',
    replace: '];',
    test: {
      file: `${api}/losses.test.ts`,
      title: 'unknown fields that it does not keep, there and in what it knows',
    },
  },
  {
    name: 'api-stores-the-wrong-version',
    promise: 'The version that the controller works with is the first one, and the one that is stored.',
    file: `${api}/crd.ts`,
    find: 'versions: [{ ...stored, storage: true }, ...others]',
    replace: 'versions: [...others, { ...stored, storage: true }]',
    test: {
      file: `${api}/crd.test.ts`,
      title: 'has the version that is stored first, and says that nothing is converted',
    },
  },
  {
    name: 'api-shows-the-age-twice',
    promise: 'A declaration that shows the age itself is not given a second column of it.',
    file: `${api}/crd.ts`,
    find: '|| jsonPath === age.jsonPath',
    replace: '',
    test: { file: `${api}/crd.test.ts`, title: 'shows the age where the declaration puts it, and no other' },
  },
  {
    name: 'api-writes-what-the-server-drops',
    promise: 'The CRD is written exactly as the API server stores it.',
    file: `${api}/make-schema.ts`,
    find: "return values.has(name) || (value !== false && value !== '');",
    replace: 'return true;',
    test: { file: `${api}/t.test.ts`, title: 'writes nothing of what says nothing, as the API server would drop it' },
  },
  {
    name: 'api-looks-back-where-nothing-can-be-told',
    promise: 'A transition rule on what is replaced as a whole is refused.',
    file: `${api}/check-rules.ts`,
    find: 'if (transition && within !== undefined) {',
    replace: 'if (transition && within !== undefined && within.length === 0) {',
    test: {
      file: `${api}/check-rules.test.ts`,
      title: 'with oldSelf is refused where nobody can tell what was there before',
    },
  },
  {
    name: 'api-rules-on-fields-that-are-not-there',
    promise: 'A rule that names a field that does not exist is refused.',
    file: `${api}/rule-paths.ts`,
    find: 'if (property === undefined) return whyMissing(schema, name, above);',
    replace: 'if (property === undefined) return undefined;',
    test: {
      file: `${api}/check-rules.test.ts`,
      title: 'that is ready made is refused if it names a property that does not exist',
    },
  },
  {
    name: 'api-takes-rules-that-never-hold',
    promise: 'A ready rule that could never hold is refused.',
    file: `${api}/check-rules.ts`,
    find: 'if (always.length < 2) return [];',
    replace: 'if (always.length < 3) return [];',
    test: {
      file: `${api}/check-rules.test.ts`,
      title: 'is refused if two properties are always set, of which it allows one',
    },
  },
  {
    name: 'api-takes-a-default-that-does-not-fit',
    promise: 'A default or an example that its own schema refuses is refused.',
    file: `${api}/refused-value.ts`,
    find: 'if (child === undefined) return `has a property ${name}, which does not exist`;',
    replace: 'if (child === undefined) return undefined;',
    test: {
      file: `${api}/check-schema.test.ts`,
      title: 'refuses a default with a property that its schema does not have',
    },
  },
  {
    name: 'api-immutable-forgets-what-was-missing',
    promise: 'An immutable property cannot be added later.',
    file: `${api}/property-rules.ts`,
    find: 'has(self.${name}) == has(oldSelf.${name}) && ',
    replace: '',
    test: {
      file: `${api}/property-rules.test.ts`,
      title: 'keep a value, or properties as they were when the object was made',
    },
  },
  {
    name: 'rules-are-not-checked-for-types',
    promise: 'No CRD is generated with a rule that the API server refuses for its types.',
    file: 'operator/generate/src/crds.ts',
    find: '  checkRuleTypes(api.crd);\n',
    replace: '',
    test: {
      file: 'operator/generate/src/crds.test.ts',
      title: 'is not made of a rule that compares what cannot be compared',
    },
  },
  {
    name: 'rules-are-refused-for-what-only-the-server-knows',
    promise: 'A rule is refused only where it is certain that the API server refuses it.',
    file: 'operator/generate/src/rules/rule-problem.ts',
    find: 'return isAboutGiven && areKnown(givenTo(node));',
    replace: "return isAboutGiven || code === 'no_matching_overload';",
    test: {
      file: 'operator/generate/src/rules/check-crd.test.ts',
      title: 'may be about what only the API server knows',
    },
  },
];
