// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { createSafeStorage } from './safe-storage.ts'
import { createUserStore, forgetUsers } from './user-store.ts'

const storage = createSafeStorage(() => localStorage)
const metadata = { businessAreaId: null, databaseConfigId: 'db1', createdAt: 'c', lastAccessed: 'a', lastUpdated: 'u' }

beforeEach(() => localStorage.clear())

describe('what the browser remembers', () => {
  it('CH-098 is kept per user: names, metadata and messages', () => {
    const ada = createUserStore(storage, 'ada')
    ada.saveName('s1', 'Orders')
    ada.saveMetadata('s1', metadata)
    ada.saveMessages('s1', [{ role: 'user', content: 'q', timestamp: 't' }])
    expect(ada.names()).toEqual({ s1: 'Orders' })
    expect(ada.metadata()).toEqual({ s1: metadata })
    expect(ada.messages('s1')).toHaveLength(1)
    expect(createUserStore(storage, 'bob').names()).toEqual({})
  })

  it('CH-097 keeps the last ten messages', () => {
    const store = createUserStore(storage, 'ada')
    store.saveMessages(
      's1',
      Array.from({ length: 12 }, (_, n) => ({ role: 'user', content: String(n), timestamp: 't' })),
    )
    expect(store.messages('s1').map((message) => message.content)).toEqual([
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
      '11',
    ])
  })

  it('is gone for every user after signing out, and nothing else with it', () => {
    createUserStore(storage, 'ada').saveName('s1', 'Orders')
    createUserStore(storage, 'bob').saveName('s2', 'Sales')
    storage.set('parlance:theme', 'dark')
    forgetUsers(storage)
    expect(storage.keys()).toEqual(['parlance:theme'])
  })

  it('survives damaged and blocked storage', () => {
    storage.set('parlance:user:ada:session_names', '{broken')
    expect(createUserStore(storage, 'ada').names()).toEqual({})
    const blocked = createSafeStorage(() => {
      throw new Error('blocked')
    })
    const store = createUserStore(blocked, 'ada')
    store.saveName('s1', 'Orders')
    expect(store.names()).toEqual({ s1: 'Orders' })
  })
})
