import { describe, expectTypeOf, it } from 'vitest';

import { defineSettings } from '../../base/index.ts';
import { parseSettings } from './parse-settings.ts';

const basics = { name: 'o', version: '1', controllers: [] };

describe('settings', () => {
  it('have the types of the table', () => {
    const settings = parseSettings([], {}, basics);
    expectTypeOf(settings.workers).toEqualTypeOf<number>();
    expectTypeOf(settings.watchNamespaces).toEqualTypeOf<readonly string[]>();
    expectTypeOf(settings.logLevel).toEqualTypeOf<'debug' | 'info' | 'warn' | 'error'>();
    expectTypeOf(settings.logFormat).toEqualTypeOf<'json' | 'text'>();
    expectTypeOf(settings.leaderElect).toEqualTypeOf<boolean>();
    expectTypeOf(settings.leaseNamespace).toEqualTypeOf<string | undefined>();
    // @ts-expect-error -- unknown setting
    expectTypeOf(settings.worker);
  });

  it('of an author have their types', () => {
    const own = defineSettings({
      image: { type: 'string', default: 'memcached', description: '' },
      color: { type: 'string', values: ['red', 'blue'], description: '' },
      size: { type: 'integer', default: 3, description: '' },
      hosts: { type: 'list', description: '' },
    });
    const settings = parseSettings([], {}, { ...basics, settings: own });
    expectTypeOf(settings.image).toEqualTypeOf<string>();
    expectTypeOf(settings.color).toEqualTypeOf<'red' | 'blue' | undefined>();
    expectTypeOf(settings.size).toEqualTypeOf<number>();
    expectTypeOf(settings.hosts).toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf(settings.workers).toEqualTypeOf<number>();
  });

  it('are checked against their type', () => {
    // @ts-expect-error -- the default is not a number
    defineSettings({ size: { type: 'integer', default: '3', description: '' } });
    // @ts-expect-error -- unknown type
    defineSettings({ size: { type: 'float', description: '' } });
  });
});
