import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { ask } from '../testing/ask.ts'
import { testDatabase } from '../testing/sqlite-database.ts'

const made = new DatabaseSync(':memory:')
made.exec(`
CREATE TABLE customers (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
CREATE TABLE offices (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, fax TEXT, total REAL);
INSERT INTO customers VALUES (1, 'Ada', 'Lund'), (2, 'Ben', 'Moss'), (3, 'Cleo', 'Nord');
INSERT INTO offices VALUES (1, 1, '555', 10), (2, 2, NULL, 20), (3, 2, '', 30);`)
const database = testDatabase(made)
afterAll(() => database.close())

it.each([
  ['Which customers have no fax?', ['Ben', 'Cleo']],
  ['Customers with a fax', ['Ada']],
])('checks the value in the other table, not whether there is a row: %s', async (question, names) => {
  const { rows, text } = await ask(database, '2025-06-15', question)
  expect(rows.map(([name]) => name)).toEqual(names)
  expect(text).toContain('fax is present')
})

it('names a total once, and joins only the parts of a person’s name without a comma', async () => {
  const { text } = await ask(database, '2025-06-15', 'Top 2 customers by total of their offices')
  expect(text).toMatch(/^Ben Moss has the highest total \(50\), followed by Ada Lund \(10\)/)
})
