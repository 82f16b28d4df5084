import { expect, test } from 'vitest'
import { testPrincipal } from '../testing/file-turn.ts'
import { mayReadExecutedSql } from './executed-sql.ts'

test.each([
  ['an administrator', 'ADMIN', { area: { ownerId: 'other' }, ownsConnection: false }, true],
  ['the area’s owner', 'GENERAL', { area: { ownerId: 'u1' }, ownsConnection: false }, true],
  [
    'the database’s owner in another user’s area',
    'GENERAL',
    { area: { ownerId: 'other' }, ownsConnection: true },
    false,
  ],
  ['the database’s owner in a deleted area', 'GENERAL', { area: { ownerId: null }, ownsConnection: true }, false],
  ['the database’s owner without an area', 'GENERAL', { area: null, ownsConnection: true }, true],
  ['anyone else', 'GENERAL', { area: null, ownsConnection: false }, false],
] as const)('who may read the rewritten SQL: %s', (_, role, owners, reads) => {
  expect(mayReadExecutedSql({ ...testPrincipal, role }, owners)).toBe(reads)
})
