import { expect, test } from 'vitest'
import { measurePeople } from './people.ts'

test('measures the pages of users and groups, and changes of all users', async () => {
  const tiny = {
    users: 20,
    groups: 4,
    groupsPerUser: 1,
    connections: 2,
    connectionsPerGroup: 1,
    areas: 2,
    wordsPerUser: 1,
  }
  const figures = await measurePeople('sqlite', tiny, null)
  expect(figures.length).toBeGreaterThan(15)
  expect(figures.every(({ value }) => value > 0)).toBe(true)
})
