import { folderExports } from '../../../test/support/folder-exports.ts';
import type { Tour } from '../step.ts';

/** The walk-throughs of the operators: every other file of this folder exports one. */
export const tours = await folderExports<Tour>(import.meta.filename, 'tour');
