import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sixPets, startTestPetStore, type TestPetStore } from '../testing/test-pet-store.ts';
import { runPetstore } from './petstore.ts';
import { useTemporaryFolder } from '../../../control-plane/fixtures/temporary-folder.ts';

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let store: TestPetStore;
let folder = '';
useTemporaryFolder((path) => void (folder = path));
beforeEach(async () => {
  store = await startTestPetStore();
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

function listNames(table: string): readonly (string | undefined)[] {
  const [, ...rows] = table.trimEnd().split('\n');
  return rows.map((row) => row.split(/\s+/)[1]);
}

describe('petstore search', () => {
  beforeEach(() => store.put(...sixPets));

  it('prints a table of all pets', async () => {
    const { code, out } = await call(['search']);
    expect(listNames(out)).toEqual(['Adam', 'Becky', 'Calvin', 'David', 'Elaine', 'Elaine']);
    expect(code).toBe(0);
  });

  it.each([
    [['--name', 'Adam', '--name', 'Becky'], 'Adam Becky'],
    [['--type', 'dog', '--type', 'bird'], 'Adam David'],
    [['--type', 'dog', 'bird'], 'Adam David'],
    [['--name', 'Elaine', 'Adam', '--type', 'reptile'], 'Elaine Elaine'],
  ])('finds pets by %j', async (flags, names) => {
    const { out } = await call(['search', ...flags]);
    expect(listNames(out).join(' ')).toBe(names);
  });

  it('reports on stderr if no pets match', async () => {
    expect(await call(['search', '--name', 'Zoe'])).toEqual({ code: 0, out: '', err: 'No pets found.\n' });
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

  it('reports why the store rejects a request', async () => {
    const { code, err } = await call(['add', '--name', ' ', '--type', 'dog', '--birthday', '2021-04-01']);
    expect(code).toBe(1);
    expect(err).toBe('petstore: the pet store rejects the request: cannot have a pet without a name\n');
  });

  it('asks whether the server is a pet store if its response is invalid', async () => {
    store.put({ id: '0', name: ' ', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } });
    const { code, err } = await call(['search']);
    expect(code).toBe(1);
    expect(err).toContain('the name of a pet is empty: check that --address is the address of a pet store');
  });

  it('exits without output at Ctrl-C', async () => {
    const controller = new AbortController();
    store.hooks({
      before() {
        controller.abort();
        return new Promise(() => undefined);
      },
    });
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
