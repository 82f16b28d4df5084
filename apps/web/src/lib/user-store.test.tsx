import { beforeEach, describe, expect, it } from 'vitest'
import { createSafeStorage } from './safe-storage.ts'
import { createUserStore, forgetUsers } from './user-store.ts'

const storage = createSafeStorage(() => localStorage)
const metadata = { businessAreaId: null, databaseConfigId: 'db1', createdAt: 'c', lastAccessed: 'a', lastUpdated: 'u' }

/** The stored data of a user. */
function stored(userId: string, part: string): unknown {
  return JSON.parse(storage.get(`parlance:user:${userId}:${part}`) ?? '{}')
}

beforeEach(() => localStorage.clear())

describe('what the browser remembers', () => {
  it('CH-098 stores names, metadata and messages per user', () => {
    const ada = createUserStore(storage, 'ada')
    ada.saveName('s1', 'Orders')
    ada.saveMetadata('s1', metadata)
    ada.saveMessages('s1', [{ role: 'user', content: 'q', timestamp: 't' }])
    expect(stored('ada', 'session_names')).toEqual({ s1: 'Orders' })
    expect(stored('ada', 'session_metadata')).toEqual({ s1: metadata })
    expect(stored('ada', 'session_messages')).toEqual({ s1: [{ role: 'user', content: 'q', timestamp: 't' }] })
    expect(stored('bob', 'session_names')).toEqual({})
  })

  it('CH-097 stores the last ten messages', () => {
    const store = createUserStore(storage, 'ada')
    store.saveMessages(
      's1',
      Array.from({ length: 12 }, (_, n) => ({ role: 'user', content: String(n), timestamp: 't' })),
    )
    const kept = Array.from({ length: 10 }, (_, n) => ({ role: 'user', content: String(n + 2), timestamp: 't' }))
    expect(stored('ada', 'session_messages')).toEqual({ s1: kept })
  })

  it('removes the data of every user on sign-out, and nothing else', () => {
    createUserStore(storage, 'ada').saveName('s1', 'Orders')
    createUserStore(storage, 'bob').saveName('s2', 'Sales')
    storage.set('parlance:theme', 'dark')
    forgetUsers(storage)
    expect(storage.keys()).toEqual(['parlance:theme'])
  })

  it('survives damaged and blocked storage', () => {
    storage.set('parlance:user:ada:session_names', '{broken')
    createUserStore(storage, 'ada').saveName('s1', 'Orders')
    expect(stored('ada', 'session_names')).toEqual({ s1: 'Orders' })
    const blocked = createSafeStorage(() => {
      throw new Error('blocked')
    })
    createUserStore(blocked, 'ada').saveName('s1', 'Orders')
    expect(blocked.get('parlance:user:ada:session_names')).toBe('{"s1":"Orders"}')
  })
})
