/**
 * The behaviour of an API server, as cases for both the in-memory server and the real one, so that the first behaves
 * like the second. Where they differ, the real one is right.
 *
 * - `contract`: a case, and its helpers; `listed-secrets`: those of lists
 * - `write-cases`, `patch-cases`, `apply-cases`, `builtin-apply-cases`, `status-cases`, `subresource-cases`, `delete-cases`: writes
 * - `list-cases`, `page-cases`, `watch-cases`: reads
 * - `schema-cases`, `free-form-cases`: validation and defaults of custom APIs
 * - `version-cases`: a kind with several versions, `bars`, whose conversions `conversion-webhook` serves
 * - `all-cases`: all of them
 * - `in-memory-server`, `real-server`: the servers under test
 * - `random-steps`: sequences of generated requests, for both servers at once
 * - `random-schemas`, `random-kinds`, `random-writes`: the same for kinds of generated CRDs
 *
 * @module
 */
export { allCases } from './all-cases.ts';
export { Gadget, type ContractCase, type ContractServer } from './contract.ts';
