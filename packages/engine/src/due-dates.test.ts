import { afterAll, expect, it } from 'vitest'
import type { Cell } from '@parlance/contract'
import { ask } from './testing/ask.ts'
import { libraryToday, openLibrary } from './testing/library.ts'

const library = openLibrary()
afterAll(() => library.close())

it.each<[string, Cell[]]>([
  ['loans due this month', [2, 3]],
  ['loans due in June 2025', [2, 3]],
  ['loans due before May 2025', [4]],
  ['invoices due after April 2025', [1, 2, 3]],
  ['invoices issued in April 2025', [1, 2]],
  ['due dates of invoices', ['2025-05-01', '2025-05-01', '2025-07-01', '2025-04-01']],
])('%s are those that are due or issued then, by that date', async (question, expected) => {
  expect((await ask(library, libraryToday, question)).rows.map((row) => row[0])).toEqual(expected)
})
