import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage } from '@parlance/contract'
import type { PriorQuestion } from './contract.ts'
import { sortedRows } from './testing/approximately.ts'
import { translateOn } from './testing/ask.ts'
import { bothOf, reasonOf, type Case, type Declined } from './testing/compared.ts'
import { openPractice, practiceToday } from './testing/practice.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { openSoftwareCompany, softwareToday } from './testing/software-company.ts'
import type { TestDatabase } from './testing/sqlite-database.ts'

const [shop, practice, company] = [openShop(), openPractice(), openSoftwareCompany()]
afterAll(() => [shop, practice, company].forEach((one) => one.close()))

describe('the medical practice', () => {
  it.each<Case>([
    [
      'no-show rate by doctor',
      "SELECT d.first_name, d.last_name, 100.0 * SUM(a.status = 'no-show') / COUNT(*) FROM appointments a JOIN doctors d ON d.id = a.doctor_id GROUP BY d.id",
    ],
    [
      'no-show rate per clinic this year',
      "SELECT c.name, 100.0 * SUM(a.status = 'no-show') / COUNT(*) FROM appointments a JOIN doctors d ON d.id = a.doctor_id JOIN clinics c ON c.id = d.clinic_id WHERE a.starts_at LIKE '2026%' GROUP BY c.id",
    ],
    ['what is the no-show rate', "SELECT 100.0 * SUM(status = 'no-show') / COUNT(*) FROM appointments"],
    [
      'cancellation rate by month',
      "SELECT strftime('%Y-%m', starts_at), 100.0 * SUM(status = 'cancelled') / COUNT(*) FROM appointments GROUP BY 1 ORDER BY 1",
    ],
    [
      'completion percentage per doctor',
      "SELECT d.first_name, d.last_name, 100.0 * SUM(a.status = 'completed') / COUNT(*) FROM appointments a JOIN doctors d ON d.id = a.doctor_id GROUP BY d.id",
    ],
    ['who has left?', 'SELECT first_name, last_name FROM doctors WHERE left_on IS NOT NULL'],
    ['who has not left?', 'SELECT first_name, last_name FROM doctors WHERE left_on IS NULL'],
    ['who left in 2026?', "SELECT first_name, last_name FROM doctors WHERE left_on LIKE '2026%'"],
    ['who left last year?', "SELECT first_name, last_name FROM doctors WHERE left_on LIKE '2025%'"],
    ['who has resigned?', 'SELECT first_name, last_name FROM doctors WHERE left_on IS NOT NULL'],
    ['medications with names longer than 11 characters', 'SELECT name FROM medications WHERE LENGTH(name) > 11'],
    ['which medication has the longest name', 'SELECT name, LENGTH(name) n FROM medications ORDER BY n DESC LIMIT 1'],
    ['average length of medication names', 'SELECT AVG(LENGTH(name)) FROM medications'],
    ['ratio of quantity to days per prescription', 'SELECT id, 1.0 * quantity / days FROM prescriptions'],
    [
      'appointments sorted by minutes descending and fee',
      'SELECT id, patient_id, doctor_id, booked_on, starts_at, minutes, status, fee FROM appointments ORDER BY minutes DESC, fee, id',
    ],
  ])('answers: %s', async (...one) => {
    const [rows, expected] = await bothOf(practice, practiceToday, one)
    expect(rows).toEqual(expected)
  })

  it.each<Declined>([
    ['vaccination rate by doctor', '“vaccination” and “rate” do not match anything'],
    ['refund rate', 'No column of this database records “refund”.'],
    ['who has graduated?', '“graduated”'],
    ['longest fee', '“fee” could not be combined'],
    ['ratio of fee to price', 'fits appointments, medications equally well'],
  ])('declines: %s', async (question, reason) => {
    expect(await reasonOf(practice, practiceToday, question)).toContain(reason)
  })
})

describe('the software company', () => {
  it.each<Case>([
    [
      'churn rate by plan',
      'SELECT p.name, 100.0 * COUNT(s.cancelled_on) / COUNT(*) FROM subscriptions s JOIN plans p USING (plan_id) GROUP BY p.plan_id',
    ],
    ['how many active subscriptions do we have', 'SELECT COUNT(*) FROM subscriptions WHERE cancelled_on IS NULL'],
    ['most common cancel reason', "SELECT 'too expensive'"],
    ['who has left?', "SELECT full_name FROM agents WHERE end_date < '2026-05-14'"],
    ['who left in 2026', "SELECT full_name FROM agents WHERE end_date LIKE '2026%'"],
    ['tickets closed in May', "SELECT subject FROM tickets WHERE closed_at LIKE '2026-05%'"],
    [
      'accounts with names shorter than 10 letters',
      'SELECT company_name FROM accounts WHERE LENGTH(company_name) < 10',
    ],
    ['longest subject', 'SELECT subject FROM tickets ORDER BY LENGTH(subject) DESC LIMIT 1'],
  ])('answers: %s', async (...one) => {
    const [rows, expected] = await bothOf(company, softwareToday, one)
    expect(rows).toEqual(expected)
  })

  it.each<Declined>([
    ['ratio of seats to employees per account', 'are columns of different tables'],
    ['return rate by plan', 'No column of this database records “return”.'],
  ])('declines: %s', async (question, reason) => {
    expect(await reasonOf(company, softwareToday, question)).toContain(reason)
  })
})

const line = 'i.quantity * i.unit_price * (1 - i.discount)'
const revenue = `SUM(${line})`
const sold = 'order_items i JOIN orders o USING (order_id) JOIN customers c USING (customer_id)'
const bought = `${sold} JOIN products p USING (product_id)`

describe('the shop', () => {
  it.each<Case>([
    [
      'which product has the longest name',
      'SELECT name, LENGTH(name) n FROM products ORDER BY n DESC, product_id LIMIT 1',
    ],
    ['products whose name has more than 5 characters', 'SELECT name FROM products WHERE LENGTH(name) > 5'],
    ['product names longer than 5', 'SELECT name FROM products WHERE LENGTH(name) > 5'],
    ['ratio of price to cost per product', 'SELECT name, price / cost FROM products'],
    [
      'which product has the highest ratio of price to cost',
      'SELECT name, price / cost r FROM products ORDER BY r DESC LIMIT 1',
    ],
    [
      'products sorted by category and price descending',
      'SELECT p.name FROM products p JOIN categories c USING (category_id) ORDER BY c.name DESC, p.price DESC',
    ],
    ['products sorted by stock descending and price', 'SELECT name FROM products ORDER BY stock DESC, price'],
    [
      'products sorted by category ascending, then by price descending',
      'SELECT p.name FROM products p JOIN categories c USING (category_id) ORDER BY c.name, p.price DESC',
    ],
    [
      'show products sorted by price descending and their stock',
      'SELECT name, stock FROM products ORDER BY price DESC',
    ],
    [
      'which country buys the most by revenue',
      `SELECT c.country, ${revenue} r FROM ${sold} GROUP BY 1 ORDER BY r DESC LIMIT 1`,
    ],
    ['customers who spent over $100', `SELECT c.name FROM ${sold} GROUP BY c.customer_id HAVING ${revenue} > 100`],
    [
      'customers who spent over $100 in 2025',
      `SELECT c.name FROM ${sold} WHERE o.order_date LIKE '2025%' GROUP BY c.customer_id HAVING ${revenue} > 100`,
    ],
    ['who spent more than 150', `SELECT c.name FROM ${sold} GROUP BY c.customer_id HAVING ${revenue} > 150`],
    [
      'customers whose revenue is over 100',
      `SELECT c.name FROM ${sold} GROUP BY c.customer_id HAVING ${revenue} > 100`,
    ],
    ['what did Ben Kurz buy', `SELECT DISTINCT p.name FROM ${bought} WHERE c.name = 'Ben Kurz'`],
    [
      'what has Ben Kurz bought in 2024',
      `SELECT DISTINCT p.name FROM ${bought} WHERE c.name = 'Ben Kurz' AND o.order_date LIKE '2024%'`,
    ],
    ['products bought by Ben Kurz', `SELECT DISTINCT p.name FROM ${bought} WHERE c.name = 'Ben Kurz'`],
    [
      'which products did Ben Kurz not buy',
      `SELECT name FROM products WHERE name NOT IN (SELECT p.name FROM ${bought} WHERE c.name = 'Ben Kurz')`,
    ],
    ['what did customers from Germany buy', `SELECT DISTINCT p.name FROM ${bought} WHERE c.country = 'Germany'`],
    [
      'products that no customer from Germany bought',
      `SELECT name FROM products WHERE name NOT IN (SELECT p.name FROM ${bought} WHERE c.country = 'Germany')`,
    ],
    [
      'who bought the Kettle in 2025',
      `SELECT DISTINCT c.name FROM ${bought} WHERE p.name = 'Kettle' AND o.order_date LIKE '2025%'`,
    ],
    [
      'Compare revenue this year with last year',
      `SELECT SUM(CASE WHEN o.order_date LIKE '2024%' THEN ${line} END), SUM(CASE WHEN o.order_date LIKE '2025%' THEN ${line} END), 100.0 * (358 - 215) / 215 FROM ${sold}`,
    ],
    [
      'Compare the revenue of Germany with France',
      `SELECT c.country, ${revenue} FROM ${sold} WHERE c.country IN ('Germany', 'France') GROUP BY 1`,
    ],
    [
      'Compare the number of orders this month with last month',
      "SELECT SUM(order_date LIKE '2025-05%'), SUM(order_date LIKE '2025-06%'), -50 FROM orders",
    ],
    [
      'cancellation rate by country',
      "SELECT c.country, 100.0 * SUM(o.status = 'cancelled') / COUNT(*) FROM orders o JOIN customers c USING (customer_id) GROUP BY 1",
    ],
  ])('answers: %s', async (...one) => {
    const [rows, expected] = await bothOf(shop, shopToday, one)
    expect(rows).toEqual(expected)
  })

  it.each<Declined>([
    ['which country buys the most?', 'It is not clear which amount “most” is about.'],
    ['who bought the most?', 'It is not clear which amount “most” is about.'],
    ['who sold the most?', 'It is not clear which people you mean.'],
    ['how much city of customers', '“How much” asks for an amount, but city is none.'],
    ['compare the status this year with last year', 'It is not clear which number to compare.'],
    ['what is the ratio of price to cost', 'A ratio of price to cost needs its rows. Add “per product”.'],
    ['ratio of price to cost by category', 'needs its rows'],
  ])('declines or asks back: %s', async (question, reason) => {
    expect(await reasonOf(shop, shopToday, question)).toContain(reason)
  })

  it('asks back with an amount of money, of units, and of orders, and each can be chosen', async () => {
    const found = await translateOn(shop, 'which country buys the most?', shopToday)
    const offered = 'readings' in found ? found.readings : []
    expect(offered.map((one) => formatMessage(one.label))).toEqual([
      'Rank by revenue',
      'Rank by units sold',
      'Rank by number of orders',
    ])
    expect(offered.map(({ sql }) => shop.rows(sql)[0]?.[0])).toEqual(['Germany', 'Germany', 'Germany'])
  })
})

const assumedOf = (found: Awaited<ReturnType<typeof translateOn>>) =>
  found.understood ? found.assumptions.map((one) => formatMessage(one)) : [formatMessage(found.reason)]

/** Asks questions one after the other; an understood one is what the next one can refer to. */
async function converse(database: TestDatabase, today: string, questions: readonly string[]) {
  const history: PriorQuestion[] = []
  const answers: Awaited<ReturnType<typeof translateOn>>[] = []
  for (const question of questions) {
    const found = await translateOn(database, question, today, history)
    if (found.understood) history.push({ question, sql: found.sql, state: JSON.parse(JSON.stringify(found.state)) })
    answers.push(found)
  }
  return answers
}

describe('what was assumed for an earlier answer', () => {
  const revenueWords = 'Revenue is quantity × unit_price, less discount (read as a fraction), from order_items'

  it('stays as long as it applies, also after going back', async () => {
    const answers = await converse(shop, shopToday, [
      'revenue by country',
      'sort it ascending',
      'only in 2025',
      'in total',
      'back',
      'by month',
    ])
    expect(answers.map(assumedOf)).toEqual([
      [revenueWords],
      [revenueWords],
      [revenueWords, 'Dates refer to orders.order_date'],
      [revenueWords, 'Dates refer to orders.order_date'],
      [revenueWords, 'Dates refer to orders.order_date'],
      [
        revenueWords,
        'Dates refer to orders.order_date',
        'Each month refers to orders.order_date',
        'Replaces the previous grouping',
      ],
    ])
  })

  it('ends with what it is about', async () => {
    const answers = await converse(shop, shopToday, [
      'products cheaper than 30',
      'how many is that?',
      'remove all filters',
      'customers from Germany',
    ])
    const price = '“cheaper than” refers to products.price'
    expect(answers.map(assumedOf)).toEqual([[price], [price], [], []])
  })

  it('is not taken from an older conversation that stored none', async () => {
    const [first] = await converse(shop, shopToday, ['revenue by country'])
    const state = first?.understood === true ? (first.state as Record<string, unknown>) : {}
    const { assumed: _, ...older } = state
    const history = [{ question: '', sql: '', state: { ...older, earlier: [older.query] } }]
    expect(assumedOf(await translateOn(shop, 'sort it ascending', shopToday, history))).toEqual([])
    expect(assumedOf(await translateOn(shop, 'back', shopToday, history))).toEqual([])
  })
})

describe('a follow-up that names no rows', () => {
  it.each<[string[], string]>([
    [
      ['orders in 2025', 'how many were delivered?'],
      "SELECT COUNT(*) FROM orders WHERE order_date LIKE '2025%' AND status = 'delivered'",
    ],
    [
      ['orders in 2025', 'how many were delivered?', 'and cancelled?'],
      "SELECT COUNT(*) FROM orders WHERE order_date LIKE '2025%' AND status = 'cancelled'",
    ],
    [
      ['orders in 2025', 'how many were there by status'],
      "SELECT status, COUNT(*) FROM orders WHERE order_date LIKE '2025%' GROUP BY 1",
    ],
    [
      ['orders in 2025', 'how many per status'],
      "SELECT status, COUNT(*) FROM orders WHERE order_date LIKE '2025%' GROUP BY 1",
    ],
    [['orders in 2025', 'how many customers are there'], 'SELECT COUNT(*) FROM customers'],
    [
      ['list customers', 'what sells best?'],
      'SELECT p.name, SUM(i.quantity) n FROM order_items i JOIN products p USING (product_id) GROUP BY p.product_id ORDER BY n DESC',
    ],
    [
      ['what share of revenue comes from Germany', 'and France?'],
      `SELECT 100.0 * SUM(CASE WHEN c.country = 'France' THEN i.quantity * i.unit_price * (1 - i.discount) END) / ${revenue} FROM ${sold}`,
    ],
  ])('counts or ranks what is meant: %j', async (questions, sql) => {
    const answers = await converse(shop, shopToday, questions)
    const last = answers.at(-1)
    const rows = last?.understood === true ? shop.rows(last.sql) : []
    expect(sortedRows(rows).slice(0, 3)).toEqual(sortedRows(shop.rows(sql)).slice(0, 3))
  })

  it('is not answered for all rows if it points to a place', async () => {
    const [, last] = await converse(shop, shopToday, ['customers from Germany', 'what sells best there?'])
    expect(last?.understood).toBe(false)
  })
})

it('keeps the wish for a chart if the question is asked back', async () => {
  const found = await translateOn(shop, 'which country buys the most as a bar chart', shopToday)
  const questions = 'readings' in found ? found.readings.map((one) => one.question) : []
  expect(questions).toEqual([
    'which country buys the most by revenue as a bar chart',
    'which country buys the most by units sold as a bar chart',
    'which country buys the most by number of orders as a bar chart',
  ])
  const chosen = await Promise.all(questions.map(async (one) => translateOn(shop, one, shopToday)))
  expect(chosen.map((one) => one.understood && one.display)).toEqual(['bar', 'bar', 'bar'])
})
