import { expect, test } from 'vitest'
import { describeStores } from '../testing/test-store.ts'
import { addUser } from '../testing/turn-setup.ts'
import { prepared } from './prepared.ts'

describeStores('prepared queries', (current) => {
  test('each call gets the rows of its own values', async () => {
    const { db } = current().store
    for (const id of ['ann', 'bob']) await addUser(current(), id)
    const either = prepared((handle, id: string, other: string) =>
      handle
        .selectFrom('users')
        .select('id')
        .where((user) => user.or([user('id', '=', other), user('id', '=', id)]))
        .where('is_active', '=', 1)
        .orderBy('id'),
    )
    expect(await either(db, 'ann', 'nobody')).toEqual([{ id: 'ann' }])
    expect(await either(db, 'nobody', 'bob')).toEqual([{ id: 'bob' }])
    expect(await db.transaction().execute((transaction) => either(transaction, 'bob', 'ann'))).toHaveLength(2)
  })

  test('refuses a query that makes another value of a parameter, which would be the same for everyone', async () => {
    const changed = prepared((handle, id: string) =>
      handle.selectFrom('users').select('id').where('id', 'like', `${id}%`),
    )
    await expect(changed(current().store.db, 'ann')).rejects.toThrow('only as values')
  })
})
