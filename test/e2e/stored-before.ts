import type { StoredBefore } from '../support/stored-before.ts';
import { bothKinds } from './echo/both-kinds.ts';
import { echosBefore } from './echo/stored-before.ts';
import { containersBefore } from './immortal-container/stored-before.ts';
import { memcachedsBefore } from './memcached/stored-before.ts';
import { petsBefore } from './pet/stored-before.ts';
import { webServersBefore } from './web-server/stored-before.ts';

/** The custom resources that the shared cluster stores under older CRDs, before it gets the present ones. */
export const storedBefore: readonly StoredBefore[] = [
  ...bothKinds.map(echosBefore),
  containersBefore,
  memcachedsBefore,
  petsBefore,
  webServersBefore,
];
