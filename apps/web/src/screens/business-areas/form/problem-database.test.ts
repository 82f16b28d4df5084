import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTranslations } from '../../../lib/i18n.ts'
import { serverText } from '../../../lib/server-text.ts'
import { makeProblem } from '../../../testing/security-sections.tsx'
import { problemDatabase } from './problem-database.ts'

beforeAll(() =>
  startTranslations({
    language: 'de',
    texts: {
      'For {table}: {problem}': 'Bei {table}: {problem}',
      'There is no column {name} here.': 'Die Spalte {name} gibt es hier nicht.',
      'Did you mean {name}?': 'Meinten Sie {name}?',
      'another database': 'einer anderen Datenbank',
      '(in {database})': '(in {database})',
    },
  }),
)
afterAll(() => startTranslations())

test('shows a problem of a rule in the user’s language, with the words of the gate', () => {
  const problem = {
    text: '{part1} {part2}',
    values: {
      part1: { text: 'There is no column {name} here.', values: { name: 'regin' } },
      part2: { text: 'Did you mean {name}?', values: { name: 'region' } },
    },
  }
  const message = 'For orders: There is no column regin here. Did you mean region?'
  const pattern = 'For {table}: {problem}'
  expect(serverText(makeProblem({ message, pattern, values: { table: 'orders', problem } }))).toBe(
    'Bei orders: Die Spalte regin gibt es hier nicht. Meinten Sie region?',
  )
  expect(serverText(makeProblem({ message: 'Not translated.' }))).toBe('Not translated.')
})

test('translates the words for a database that the user may not know, but no name of a database', () => {
  expect(problemDatabase(makeProblem({ database: 'another database' }))).toBe(' (in einer anderen Datenbank)')
  expect(problemDatabase(makeProblem({ database: 'Shop' }))).toBe(' (in Shop)')
  expect(problemDatabase(makeProblem({ database: null }))).toBe('')
})
