import { expect, it } from 'vitest';

import descriptors from './generated/descriptors.json' with { type: 'json' };

const fileOf = (name: string) => descriptors.file.find((file) => file.name === name);

/** `1 name: string`, or `1 pets: repeated .petstore.Pet`, by the message. */
function messagesIn(name: string): Record<string, string[]> {
  const messages = fileOf(name)?.messageType ?? [];
  return Object.fromEntries(
    messages.map((message) => [
      message.name,
      ('field' in message ? message.field : []).map((field) => {
        const type = 'typeName' in field ? String(field.typeName) : field.type;
        return `${field.number} ${field.name}: ${field.label === 'LABEL_REPEATED' ? 'repeated ' : ''}${type}`;
      }),
    ]),
  );
}

it('the contract has the messages, fields and numbers of the original', () => {
  expect(messagesIn('petstore.proto')).toEqual({
    DateRange: ['1 start: .google.type.Date', '2 end: .google.type.Date'],
    Pet: ['1 id: TYPE_STRING', '2 name: TYPE_STRING', '3 type: .petstore.PetType', '4 birthday: .google.type.Date'],
    AddPetsReq: ['1 pets: repeated .petstore.Pet'],
    AddPetsResp: ['1 ids: repeated TYPE_STRING'],
    UpdatePetsReq: ['1 pets: repeated .petstore.Pet'],
    UpdatePetsResp: [],
    DeletePetsReq: ['1 ids: repeated TYPE_STRING'],
    DeletePetsResp: [],
    SearchPetsReq: [
      '1 names: repeated TYPE_STRING',
      '2 types: repeated .petstore.PetType',
      '3 birthdate_range: .petstore.DateRange',
    ],
    Sampler: ['1 type: .petstore.SamplerType', '2 float_value: TYPE_DOUBLE'],
    ChangeSamplerReq: ['1 sampler: .petstore.Sampler'],
    ChangeSamplerResp: [],
  });
  expect(messagesIn('google/type/date.proto')).toEqual({
    Date: ['1 year: TYPE_INT32', '2 month: TYPE_INT32', '3 day: TYPE_INT32'],
  });
});

it('the contract has the enums and numbers of the original', () => {
  const enums = fileOf('petstore.proto')?.enumType ?? [];
  expect(enums.map(({ name, value }) => [name, ...value.map((each) => `${each.number} ${each.name}`)])).toEqual([
    ['PetType', '0 PTUnknown', '1 PTCanine', '2 PTFeline', '3 PTBird', '4 PTReptile'],
    ['SamplerType', '0 STUnknown', '1 STNever', '2 STAlways', '3 STFloat'],
  ]);
});

it('the contract has the calls of the original', () => {
  expect(fileOf('petstore.proto')).toMatchObject({
    package: 'petstore',
    service: [
      {
        name: 'PetStore',
        method: [
          { name: 'AddPets', inputType: '.petstore.AddPetsReq', outputType: '.petstore.AddPetsResp' },
          { name: 'UpdatePets', inputType: '.petstore.UpdatePetsReq', outputType: '.petstore.UpdatePetsResp' },
          { name: 'DeletePets', inputType: '.petstore.DeletePetsReq', outputType: '.petstore.DeletePetsResp' },
          {
            name: 'SearchPets',
            inputType: '.petstore.SearchPetsReq',
            outputType: '.petstore.Pet',
            serverStreaming: true,
          },
          { name: 'ChangeSampler', inputType: '.petstore.ChangeSamplerReq', outputType: '.petstore.ChangeSamplerResp' },
        ],
      },
    ],
  });
});
