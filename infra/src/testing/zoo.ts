import path from 'node:path';

import { loadDeclaration, type OperatorDeclaration } from '../declaration/index.ts';

/** The declaration of an operator that is not ours, with everything that a declaration can have. */
export const zooFile = path.resolve(__dirname, '../../fixtures/zoo/declaration.json');

/** What is in that file. */
export const zoo: OperatorDeclaration = loadDeclaration(zooFile);
