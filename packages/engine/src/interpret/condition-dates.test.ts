import { afterAll, describe, expect, it } from 'vitest'
import { reasonFor, translateOn } from '../testing/ask.ts'
import { databaseOf } from '../testing/sqlite-database.ts'

const today = '2026-05-14'
const store = databaseOf(`
CREATE TABLE employees (employee_id INTEGER PRIMARY KEY, name TEXT, hired_on DATE);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, support_rep_id INTEGER REFERENCES employees);
CREATE TABLE films (film_id INTEGER PRIMARY KEY, title TEXT);
CREATE TABLE copies (copy_id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES films, last_update DATE);
CREATE TABLE rentals (rental_id INTEGER PRIMARY KEY, copy_id INTEGER REFERENCES copies, customer_id INTEGER REFERENCES customers, rented_on DATE);
CREATE TABLE rental_fees (fee_id INTEGER PRIMARY KEY, rental_id INTEGER REFERENCES rentals, amount INTEGER);
INSERT INTO employees VALUES (1, 'Ann', '2024-01-01');
INSERT INTO customers VALUES (1, 'Bo', 1), (2, 'Cy', 1);
INSERT INTO films VALUES (1, 'Dune'), (2, 'Emma');
INSERT INTO copies VALUES (1, 1, '2026-01-01'), (2, 2, '2026-01-01');
INSERT INTO rentals VALUES (1, 1, 1, '2024-03-01'), (2, 2, 2, '2025-03-01');
INSERT INTO rental_fees VALUES (1, 1, 3), (2, 2, 4);`)
afterAll(() => store.close())

describe('a date without a column', () => {
  it.each([
    ['customers in 2024', 'customers has no date to compare with 2024.'],
    ['how many customers in 2024', 'customers has no date to compare with 2024.'],
    ['customers by year', 'customers has no date to group by year.'],
  ])('is not that of a person whom the rows belong to: %s', async (question, reason) => {
    expect(await reasonFor(store, question, today)).toBe(reason)
  })

  it.each([
    ['films rented in 2024', [['Dune']]],
    ['films rented in 2026', []],
    ['number of rental fees in 2025', [[1]]],
  ])('is that of the event: %s', async (question, rows) => {
    const found = await translateOn(store, question, today)
    expect(found.understood && store.rows(found.sql)).toEqual(rows)
  })
})
