import { test } from 'node:test';

import { checkRoundTrips } from '@kubewright/testing';

import { versions } from './versions.ts';

test('converts without loss', () => checkRoundTrips(versions));
