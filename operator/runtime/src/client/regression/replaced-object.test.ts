import { expect, it } from 'vitest';

import { ApiError } from '../status-error.ts';

it('an apply with the uid of an earlier object of that name is a conflict', () => {
  const cause = {
    reason: 'FieldValueInvalid',
    message: 'Invalid value: "u1": field is immutable',
    field: 'metadata.uid',
  };
  const error = new ApiError('apply Service default/web', {
    status: 422,
    body: {
      kind: 'Status',
      status: 'Failure',
      message: 'Service "web" is invalid: metadata.uid: Invalid value: "u1": field is immutable',
      reason: 'Invalid',
      details: { name: 'web', kind: 'Service', causes: [cause, cause] },
      code: 422,
    },
  });
  expect(error.code).toBe('API_CONFLICT');
  expect(error.retry).toBe(true);
});
