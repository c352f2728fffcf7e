import type { DescField, DescFile } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';

import { file_google_type_date, file_petstore } from './index.ts';

function typeOf(field: DescField): string {
  const kind = field.fieldKind === 'list' ? field.listKind : field.fieldKind;
  const type = kind === 'scalar' ? `scalar ${String(field.scalar)}` : (field.message ?? field.enum)?.typeName;
  return `${field.fieldKind === 'list' ? 'repeated ' : ''}${type ?? ''}`;
}

const messages = (file: DescFile): Record<string, Record<string, string>> =>
  Object.fromEntries(
    file.messages.map(({ typeName, fields }) => [
      typeName,
      Object.fromEntries(fields.map((field) => [`${field.number} ${field.name}`, typeOf(field)])),
    ]),
  );

// Numbers of scalar types: https://protobuf.dev/reference/protobuf/google.protobuf/#field-type
const [double, int32, string] = ['scalar 1', 'scalar 5', 'scalar 9'];

describe('the contract', () => {
  it('has the messages, fields and numbers of the original', () => {
    expect(messages(file_petstore)).toEqual({
      'petstore.DateRange': { '1 start': 'google.type.Date', '2 end': 'google.type.Date' },
      'petstore.Pet': {
        '1 id': string,
        '2 name': string,
        '3 type': 'petstore.PetType',
        '4 birthday': 'google.type.Date',
      },
      'petstore.AddPetsReq': { '1 pets': 'repeated petstore.Pet' },
      'petstore.AddPetsResp': { '1 ids': `repeated ${string}` },
      'petstore.UpdatePetsReq': { '1 pets': 'repeated petstore.Pet' },
      'petstore.UpdatePetsResp': {},
      'petstore.DeletePetsReq': { '1 ids': `repeated ${string}` },
      'petstore.DeletePetsResp': {},
      'petstore.SearchPetsReq': {
        '1 names': `repeated ${string}`,
        '2 types': 'repeated petstore.PetType',
        '3 birthdate_range': 'petstore.DateRange',
      },
      'petstore.Sampler': { '1 type': 'petstore.SamplerType', '2 float_value': double },
      'petstore.ChangeSamplerReq': { '1 sampler': 'petstore.Sampler' },
      'petstore.ChangeSamplerResp': {},
    });
    expect(messages(file_google_type_date)).toEqual({
      'google.type.Date': { '1 year': int32, '2 month': int32, '3 day': int32 },
    });
  });

  it('has the enums and numbers of the original', () => {
    const enums = file_petstore.enums.map(({ typeName, values }) => [
      typeName,
      values.map(({ number, name }) => `${number} ${name}`).join(', '),
    ]);
    expect(Object.fromEntries(enums)).toEqual({
      'petstore.PetType': '0 PTUnknown, 1 PTCanine, 2 PTFeline, 3 PTBird, 4 PTReptile',
      'petstore.SamplerType': '0 STUnknown, 1 STNever, 2 STAlways, 3 STFloat',
    });
  });

  it('has the calls of the original', () => {
    const calls = file_petstore.services.flatMap(({ typeName, methods }) =>
      methods.map(
        ({ name, methodKind, input, output }) => `/${typeName}/${name} ${methodKind} ${input.name} ${output.name}`,
      ),
    );
    expect(calls).toEqual([
      '/petstore.PetStore/AddPets unary AddPetsReq AddPetsResp',
      '/petstore.PetStore/UpdatePets unary UpdatePetsReq UpdatePetsResp',
      '/petstore.PetStore/DeletePets unary DeletePetsReq DeletePetsResp',
      '/petstore.PetStore/SearchPets server_streaming SearchPetsReq Pet',
      '/petstore.PetStore/ChangeSampler unary ChangeSamplerReq ChangeSamplerResp',
    ]);
  });
});
