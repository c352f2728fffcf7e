import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createRecordingLogger, type RecordingLogger } from '../../../testing/src/recording-logger.ts';
import { connectPetStore, type PetStore, startPetStore } from '../../pet-store/index.ts';
import { makeReadOnly } from './read-only.ts';

const rex = { name: 'rex', type: 'dog', birthday: { year: 2020, month: 1, day: 1 } } as const;

describe('the pet store in a dry run', () => {
  let server: Awaited<ReturnType<typeof startPetStore>>;
  let store: PetStore;
  let dry: PetStore;
  let log: RecordingLogger;

  beforeEach(async () => {
    server = await startPetStore({ address: '127.0.0.1:0' });
    store = connectPetStore({ address: server.address });
    log = createRecordingLogger();
    dry = makeReadOnly(store, log);
  });
  afterEach(async () => {
    await dry.close();
    await server[Symbol.asyncDispose]();
  });

  it('can be read; writes are only logged', async () => {
    const [id = ''] = await store.add([rex]);
    expect(await dry.add([{ ...rex, name: 'tom' }])).toEqual(['dry-run-tom']);
    await dry.update([{ ...rex, id, name: 'max' }]);
    await dry.delete([id]);
    expect(await dry.search()).toEqual([{ ...rex, id }]);
    expect(log.lines.map(({ message }) => message)).toEqual([
      'would add pets to the store',
      'would update pets in the store',
      'would remove pets from the store',
    ]);
  });
});
