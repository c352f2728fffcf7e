import { expect, it } from 'vitest';

import { repairedPorts } from '../repair.ts';

const ours = { port: 80, protocol: 'TCP', targetPort: 80 };
const foreign = { name: 'status', port: 8088, protocol: 'TCP', targetPort: 8088, nodePort: 31_000 };
const named = { name: 'http', port: 80, protocol: 'TCP', targetPort: 80, nodePort: 30_999 };

it.each([{ port: 81 }, { protocol: 'UDP' }, { port: 82, protocol: 'UDP' }])(
  'finds our port after the edit %o, though others named it and added a port of their own',
  (edit) => {
    expect(repairedPorts([ours], [foreign, { ...named, ...edit }])).toEqual([foreign, named]);
  },
);

it('treats the only port as ours, whatever was edited', () => {
  expect(repairedPorts([ours], [{ ...named, port: 81, targetPort: 81 }])).toEqual([named]);
});

it('leaves ports alone that cannot have been ours', () => {
  expect(repairedPorts([ours], [foreign, { ...foreign, name: 'other', port: 9000 }])).toBeUndefined();
  expect(repairedPorts([ours], [named, foreign])).toBeUndefined();
});
