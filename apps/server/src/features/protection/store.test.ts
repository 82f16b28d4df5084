import { expect, test } from 'vitest'
import { describeStores } from '../../testing/test-store.ts'
import { insertProtected, keyOfTable, liftProtected, listProtected } from './store.ts'

describeStores('protected tables', (current) => {
  test('protects a table once when its name comes in two spellings, also again after an administrator lifted it', async () => {
    const { db } = current().store
    const spellings = ['Orders', 'orders', 'ORDERS'].map((table) => keyOfTable('shop', { schema: 'public', table }))
    const record = { reason: 'rule', protectedBy: null, protectedAt: '2026-01-05T12:00:00.000Z' } as const
    const protect = (again: boolean) => insertProtected(db, spellings, record, again)
    await protect(true)
    expect(await listProtected(db, ['shop'])).toHaveLength(1)
    await liftProtected(db, spellings, '2026-01-06T12:00:00.000Z')
    await protect(false)
    expect(await listProtected(db, ['shop'])).toEqual([])
    await protect(true)
    expect(await listProtected(db, ['shop'])).toHaveLength(1)
  })
})
