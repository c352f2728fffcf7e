import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type FaultyPetStore, sixPets, startFaultyPetStore } from '../testing/index.ts';
import { runPetstore } from './petstore.ts';
import { useTemporaryFolder } from '../../../control-plane/fixtures/temporary-folder.ts';

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let store: FaultyPetStore;
let folder = '';
useTemporaryFolder((path) => void (folder = path));
beforeEach(async () => {
  store = await startFaultyPetStore();
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
});

async function run(argv: readonly string[], options: { signal?: AbortSignal } = {}): Promise<Result> {
  const [out, err]: [string[], string[]] = [[], []];
  const io = {
    stdout: { write: (text: string) => void out.push(text) },
    stderr: { write: (text: string) => void err.push(text) },
    signal: options.signal ?? new AbortController().signal,
  };
  const signals = { on: () => undefined, off: () => undefined, exit: () => undefined };
  const code = await runPetstore(argv, { io, version: '1.2.3', signals });
  return { code, out: out.join(''), err: err.join('') };
}

/** Runs the command with `--address` of the test's store. */
const call = (argv: readonly string[], options?: Parameters<typeof run>[1]) =>
  run([...argv, '--address', store.address], options);

const thor = ['--name', 'Thor', '--type', 'dog', '--birthday', '2021-04-01'];

describe('petstore add', () => {
  it('adds a pet from flags and prints its id', async () => {
    const { code, out } = await call(['add', ...thor]);
    const [pet] = store.pets();
    expect(pet).toEqual({ id: out.trim(), name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } });
    expect(code).toBe(0);
  });

  it.each([
    [['add'], "required option '--name <name>' not specified"],
    [['add', '--name', 'Thor'], "required option '--type <type>' not specified"],
    [['add', '--birthday', '2021-02-30'], 'Use a date like 2021-04-01.'],
    [['add', '--type', 'dragon'], 'Allowed choices are dog, cat, bird, reptile.'],
    [['add', ...thor, 'x'], 'too many arguments'],
    [['search', '--timeout', '0'], 'Use a number greater than 0.'],
    [['search', '--tls-ca', '/none.pem'], 'cannot read the file in --tls-ca'],
    [['delete'], "missing required argument 'id'"],
    [['serve', '--sampling', '1.5'], 'Use never, always, or a number greater than 0 and at most 1.'],
    [['serve', '--data', ''], '--data needs the name of a file'],
    [['serve', '--tls-key', 'k.pem'], 'TLS needs both --tls-cert and --tls-key'],
    [['cuddle'], "unknown command 'cuddle'"],
  ])('explains the error in %j', async (argv, message) => {
    const { code, err } = await run(argv);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

describe('petstore search', () => {
  beforeEach(() => store.put(...sixPets));

  it('prints a table of all pets', async () => {
    const { code, out } = await call(['search']);
    expect(out.split('\n').map((line) => line.split(/\s+/)[1])).toEqual([
      'NAME',
      'Adam',
      'Becky',
      'Calvin',
      'David',
      'Elaine',
      'Elaine',
      undefined,
    ]);
    expect(code).toBe(0);
  });

  it.each([
    [
      ['--name', 'Adam', '--name', 'Becky'],
      ['0', '1'],
    ],
    [
      ['--type', 'dog', '--type', 'bird'],
      ['0', '3'],
    ],
    [
      ['--type', 'dog', 'bird'],
      ['0', '3'],
    ],
    [
      ['--born-from', '2020-02-02', '--born-before', '2021-02-03'],
      ['2', '3', '4'],
    ],
    [
      ['--born-from', '2021-02-02'],
      ['3', '4', '5'],
    ],
    [
      ['--born-before', '2020-02-02'],
      ['0', '1'],
    ],
    [['--name', 'Elaine', '--type', 'reptile', '--born-from', '2021-02-03'], ['5']],
  ])('finds pets by %j', async (flags, ids) => {
    const { out } = await call(['search', '-o', 'json', ...flags]);
    expect((JSON.parse(out) as { id: string }[]).map(({ id }) => id).sort()).toEqual(ids);
  });

  it('reports on stderr if no pets match', async () => {
    expect(await call(['search', '--name', 'Zoe'])).toEqual({ code: 0, out: '', err: 'No pets found.\n' });
    expect(await call(['search', '--name', 'Zoe', '-o', 'json'])).toEqual({ code: 0, out: '[]\n', err: '' });
  });
});

describe('petstore delete', () => {
  it('deletes pets without output', async () => {
    store.put(...sixPets);
    expect(await call(['delete', '0', '1', 'unknown'])).toEqual({ code: 0, out: '', err: '' });
    expect(store.pets()).toHaveLength(4);
  });
});

describe('petstore', () => {
  it('explains what to do if no store answers', async () => {
    await store.down();
    const { code, err } = await call(['search']);
    expect(code).toBe(3);
    expect(err).toBe(
      'petstore: the pet store does not answer: start one with "petstore serve", or set --address to its address ' +
        `(connect ECONNREFUSED ${store.address})\n`,
    );
  });

  it('reports that the store does not use TLS', async () => {
    const { code, err } = await call(['search', '--tls']);
    expect(code).toBe(3);
    expect(err).toMatch(/\(the store does not use TLS: omit --tls and --tls-ca\)\n$/);
  });

  it('waits for a response as long as --timeout', async () => {
    store.fault({ kind: 'hanging' });
    const { code, err } = await call(['search', '--timeout', '0.05']);
    expect(code).toBe(3);
    expect(err).toContain('(Deadline exceeded after');
  });

  it('reports why the store rejects a request', async () => {
    const { code, err } = await call(['add', '--name', ' ', '--type', 'dog', '--birthday', '2021-04-01']);
    expect(code).toBe(1);
    expect(err).toBe('petstore: the pet store rejects the request: cannot have a pet without a name\n');
  });

  it('asks whether the server is a pet store if its response is invalid', async () => {
    store.put(...sixPets);
    store.fault({ kind: 'garbage', what: 'unknown-type' });
    const { code, err } = await call(['search']);
    expect(code).toBe(1);
    expect(err).toContain('the type of a pet is unknown: check that --address is the address of a pet store');
  });

  it('exits without output at Ctrl-C', async () => {
    const controller = new AbortController();
    store.hooks({ before: () => controller.abort() });
    store.fault({ kind: 'hanging' });
    expect(await call(['search'], { signal: controller.signal })).toEqual({ code: 130, out: '', err: '' });
  });

  it('prints its help and its version', async () => {
    const help = await run(['--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const name of ['serve', 'add', 'delete', 'search', 'Exit codes']) expect(help.out).toContain(name);
    expect((await run(['search', '--help'])).out).toContain('PETSTORE_ADDRESS');
    expect((await run([])).code).toBe(2);
    expect(await run(['--version'])).toEqual({ code: 0, out: '1.2.3\n', err: '' });
  });

  it('fails to serve if its port is in use, or if the folder of its file does not exist', async () => {
    const inUse = await run(['serve', '--address', store.address]);
    expect(inUse).toMatchObject({ code: 2, err: expect.stringContaining('address already in use') as string });
    const data = path.join(folder, 'none/pets.db');
    const noFolder = await run(['serve', '--address', '127.0.0.1:0', '--data', data]);
    expect(noFolder).toMatchObject({ code: 2, err: expect.stringContaining('unable to open database file') as string });
  });
});
