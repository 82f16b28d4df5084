import { formatMessage, type Cell } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { modelSchema } from '../schema/model-schema.ts'
import { ask, translateOn } from '../testing/ask.ts'
import { openTables } from '../testing/queries.ts'
import { isPeople } from '../schema/people.ts'
import { personBehind } from './person.ts'

const today = '2025-06-15'
/** Sales have a customer and an employee; pilots get their names from people, and a boat has only a number. */
const dealer = openTables(`
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
CREATE TABLE employees (employee_id INTEGER PRIMARY KEY, name TEXT NOT NULL, hire_date DATE);
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, model TEXT NOT NULL, price INTEGER);
CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, employee_id INTEGER NOT NULL REFERENCES employees, boat_id INTEGER NOT NULL REFERENCES boats, sale_date DATE NOT NULL);
CREATE TABLE people (person_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE pilots (pilot_id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES people, license INTEGER);
CREATE TABLE trips (trip_id INTEGER PRIMARY KEY, pilot_id INTEGER NOT NULL REFERENCES pilots, boat_id INTEGER NOT NULL REFERENCES boats, trip_date DATE NOT NULL);
INSERT INTO customers VALUES (1, 'Ann', 'Kiel'), (2, 'Bob', 'Brest'), (3, 'Cy', 'Kiel');
INSERT INTO employees VALUES (1, 'Dan', '2020-01-01'), (2, 'Eve', '2024-01-01');
INSERT INTO boats VALUES (1, 'Kayak', 10), (2, 'Yacht', 90);
INSERT INTO sales VALUES (1, 1, 1, 1, '2024-05-01'), (2, 2, 1, 2, '2025-05-01'), (3, 1, 2, 2, '2025-06-01');
INSERT INTO people VALUES (1, 'Fay Fox'), (2, 'Gus Gray'), (3, 'Hal Hill');
INSERT INTO pilots VALUES (7, 1, 11), (8, 2, 12);
INSERT INTO trips VALUES (1, 7, 1, '2025-01-01'), (2, 7, 2, '2025-02-01'), (3, 8, 2, '2025-03-01');`)
const schema = modelSchema(dealer.catalogue, [])
afterAll(() => dealer.close())

const table = (name: string) => {
  const found = schema.byKey.get(name)
  if (found === undefined) throw new Error(`No table ${name}`)
  return found
}

describe('the rows of a table', () => {
  it.each([
    ['customers', true],
    ['employees', true],
    ['pilots', true],
    ['people', true],
    ['boats', false],
    ['sales', false],
  ])('of %s are people: %s', (name, expected) => {
    expect(isPeople(table(name))).toBe(expected)
  })

  it('are named by the table behind them only if they have no names of their own', () => {
    expect(personBehind(schema, table('pilots'))).toBe(table('people'))
    for (const name of ['customers', 'people', 'boats', 'trips']) expect(personBehind(schema, table(name))).toBeNull()
  })
})

describe('a question for people', () => {
  it.each<[string, Cell[][]]>([
    ['who bought the Yacht?', [['Ann'], ['Bob']]],
    ['who bought a boat in 2024?', [['Ann']]],
    ['Where does Bob live?', [['Bob', 'Brest']]],
    ['customers from Kiel', [['Ann'], ['Cy']]],
    [
      'number of trips per pilot',
      [
        ['Fay Fox', 2],
        ['Gus Gray', 1],
      ],
    ],
    ['Which pilot has the most trips?', [['Fay Fox', 2]]],
  ])('is answered with their names: %s', async (question, rows) => {
    expect((await ask(dealer, today, question)).rows).toEqual(rows)
  })

  it.each(['who made the latest trip to the moon?', 'who is it?', 'who?', 'who who who', 'who bought?'])(
    'is never answered with something else: %s',
    async (question) => {
      const found = await translateOn(dealer, question, today)
      const columns = found.understood ? dealer.columns(found.sql) : []
      expect({ question, columns: columns.filter((one) => /_id$|date|model/.test(one)) }).toEqual({
        question,
        columns: [],
      })
    },
  )

  it('says which column shows when or where', async () => {
    const notes = async (question: string) => {
      const { translation } = await ask(dealer, today, question)
      return translation.assumptions.map((one) => formatMessage(one))
    }
    expect(await notes('Where does Bob live?')).toContain('“Where” refers to city of customers')
    expect(await notes('When was the last sale?')).toContain('“When” refers to sales.sale_date')
  })
})
