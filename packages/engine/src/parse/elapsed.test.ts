import { afterAll, describe, expect, it } from 'vitest'
import { libraryToday, openLibrary } from '../testing/library.ts'
import { knownIn, saidIn } from '../testing/stages.ts'

const library = openLibrary()
afterAll(() => library.close())
const known = await knownIn(library, libraryToday)

describe('the time between two dates', () => {
  it.each([
    ['average time between loan and return', 'avg days from loan to return'],
    ['average number of days from loan date to return date', 'avg days from loan date to return date'],
    ['how long from loan to return', 'avg days from loan to return'],
    ['how long does it take from loan to return', 'avg days from loan to return'],
    ['how long are books borrowed', 'avg days to borrowed'],
    ['the longest time between loan and return', 'max days from loan to return'],
    ['shortest time from loan to return', 'min days from loan to return'],
    ['average loan time', 'avg days to loan'],
  ])('is asked for in “%s”', (question, item) => {
    expect(saidIn(known, question).items).toEqual([item])
  })

  it.each(['time between Ana and Ben', 'how long is Oak'])('is not asked for in “%s”', (question) => {
    expect(JSON.stringify(saidIn(known, question))).not.toContain('days')
  })
})

describe('an age', () => {
  it.each([
    ['average age of members', 'avg age'],
    ['first names and ages of members', 'ages'],
    ['how old is the average member', 'avg <age>'],
  ])('is asked for in “%s”', (question, item) => {
    expect(saidIn(known, question).items).toContain(item)
  })
})
