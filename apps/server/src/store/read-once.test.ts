import { expect, test } from 'vitest'
import { describeStores } from '../testing/test-store.ts'
import { addUser } from '../testing/turn-setup.ts'
import { prepared } from './prepared.ts'
import { once, readAgain, readingOnce } from './read-once.ts'

describeStores('readings of one request', (current) => {
  const nameOf = once(
    prepared((handle, id: string) => handle.selectFrom('users').select('username').where('id', '=', id)),
  )
  const read = async (id: string) => (await nameOf(current().store.db, id))[0]?.username
  const rename = (id: string, username: string) =>
    current().store.db.updateTable('users').set({ username }).where('id', '=', id).execute()

  test('are shared within it, by their parameters, and made again for the next one', async () => {
    for (const id of ['ann', 'bob']) await addUser(current(), id)
    await rename('ann', 'before')
    await readingOnce(async () => {
      expect(await read('ann')).toBe('before')
      await rename('ann', 'after')
      expect(await readingOnce(() => read('ann'))).toBe('before')
      await rename('bob', 'other')
      expect(await read('bob')).toBe('other')
    })
    expect(await readingOnce(() => read('ann'))).toBe('after')
    expect(await read('ann')).toBe('after')
  })

  test('are made again after a wait, and inside a transaction', async () => {
    await addUser(current(), 'cid')
    await readingOnce(async () => {
      await read('cid')
      await rename('cid', 'renamed')
      const [inside] = await current().store.transaction((transaction) => nameOf(transaction, 'cid'))
      expect(inside?.username).toBe('renamed')
      readAgain()
      expect(await read('cid')).toBe('renamed')
    })
  })

  test('do not outlive it in the work that it started', async () => {
    await addUser(current(), 'dan')
    const ended = Promise.withResolvers<void>()
    let later: Promise<string | undefined> = Promise.resolve('')
    await readingOnce(async () => {
      await read('dan')
      later = ended.promise.then(() => read('dan'))
    })
    await rename('dan', 'renamed')
    ended.resolve()
    expect(await later).toBe('renamed')
  })
})
