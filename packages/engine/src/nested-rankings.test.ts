import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage } from '@parlance/contract'
import { composeAnswer } from './answer/compose.ts'
import { translateOn } from './testing/ask.ts'
import { bothOf, reasonOf, type Case, type Declined } from './testing/compared.ts'
import { openShop, shopToday } from './testing/shop.ts'

const shop = openShop()
afterAll(() => shop.close())

const bestCustomer =
  'SELECT o.customer_id FROM order_items i JOIN orders o ON o.order_id = i.order_id GROUP BY o.customer_id ORDER BY SUM(i.quantity * i.unit_price * (1 - i.discount)) DESC LIMIT 1'

describe('a ranking inside of another ranking', () => {
  it.each<Case>([
    [
      'the year with the most orders of the best customer',
      `SELECT strftime('%Y', order_date), COUNT(*) FROM orders WHERE customer_id = (${bestCustomer}) GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    ],
    [
      'Which year had the most orders for the customer with the highest revenue?',
      `SELECT strftime('%Y', order_date), COUNT(*) FROM orders WHERE customer_id = (${bestCustomer}) GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    ],
    [
      'What is the cheapest product of the category with the most products?',
      'SELECT name, price FROM products WHERE category_id = (SELECT category_id FROM products GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1) ORDER BY price LIMIT 1',
    ],
  ])('answers: %s', async (...one) => {
    const [rows, expected] = await bothOf(shop, shopToday, one)
    expect(rows).toEqual(expected)
  })

  it('says which row the inner ranking is about', async () => {
    const found = await translateOn(shop, 'Which year had the most orders of the best customer?', shopToday)
    expect(found.understood ? formatMessage(found.reading) : null).toBe(
      'The year with the highest number of orders, only for the customer with the highest total revenue.',
    )
    expect(found.understood ? found.assumptions.map((one) => formatMessage(one)) : []).toContain(
      '“best customer” means only one customer',
    )
  })

  it('says in the answer whose rows are ranked', async () => {
    const question = 'Which year had the most orders of the best customer?'
    const understood = await translateOn(shop, question, shopToday)
    if (!understood.understood) throw new Error('The question was declined.')
    const rows = [['2024', 2]]
    const columns = ['year', 'order_count'].map((name) => ({ name, dataType: '', kind: 'text' as const }))
    const { text } = composeAnswer({ question, understood, columns, rows, truncated: false, today: shopToday })
    expect(formatMessage(text)).toBe('2024 has the most orders of the customer with the highest total revenue (2).')
  })

  it.each<Declined>([
    ['Which category has the most products of the best customer?', 'a ranking inside of another ranking'],
    ['Which product has the most reviews of the best customer in 2024?', '“best” could not be combined'],
  ])('declines: %s', async (question, reason) => {
    expect(await reasonOf(shop, shopToday, question)).toContain(reason)
  })
})

describe('a number of the first row of a ranking', () => {
  it('shows whose number it is', async () => {
    const [rows, expected] = await bothOf(shop, shopToday, [
      'What is the total revenue of the customer with the most orders?',
      'SELECT c.name, SUM(i.quantity * i.unit_price * (1 - i.discount)) FROM order_items i JOIN orders o ON o.order_id = i.order_id JOIN customers c ON c.customer_id = o.customer_id GROUP BY c.customer_id ORDER BY COUNT(DISTINCT o.order_id) DESC LIMIT 1',
    ])
    expect(rows).toEqual(expected)
  })

  it.each<Case>([
    [
      'Who made the latest order?',
      'SELECT c.name, o.order_date FROM orders o JOIN customers c ON c.customer_id = o.customer_id ORDER BY o.order_date DESC LIMIT 1',
    ],
    [
      'the name of the product that has been ordered the greatest number of times',
      'SELECT p.name FROM order_items i JOIN products p ON p.product_id = i.product_id GROUP BY p.product_id ORDER BY COUNT(*) DESC LIMIT 1',
    ],
  ])('answers: %s', async (...one) => {
    const [rows, expected] = await bothOf(shop, shopToday, one)
    expect(rows).toEqual(expected)
  })
})

describe('what rows contain, and where they are', () => {
  it.each<Case>([
    [
      'orders containing Garden products',
      'SELECT order_id, customer_id, order_date, status, total FROM orders WHERE order_id IN (SELECT i.order_id FROM order_items i JOIN products p ON p.product_id = i.product_id WHERE p.category_id = 2)',
    ],
    ['how many orders contain Kettle', 'SELECT COUNT(DISTINCT order_id) FROM order_items WHERE product_id = 1'],
    ['products containing Rake', "SELECT name FROM products WHERE name LIKE '%Rake%'"],
    ['customers located in Germany', "SELECT name FROM customers WHERE country = 'Germany'"],
    [
      'How many orders are there before 15th March, 2025?',
      "SELECT COUNT(*) FROM orders WHERE order_date < '2025-03-15'",
    ],
  ])('answers: %s', async (...one) => {
    const [rows, expected] = await bothOf(shop, shopToday, one)
    expect(rows).toEqual(expected)
  })

  it('declines a place that only other rows have', async () => {
    expect(await reasonOf(shop, shopToday, 'products located in Germany')).toBe(
      'No column of products says where the products are.',
    )
  })
})

describe('verbs that are also names or keywords', () => {
  it.each<Case>([
    [
      'How many different products has each customer ordered in 2024?',
      "SELECT c.name, COUNT(DISTINCT i.product_id) FROM order_items i JOIN orders o ON o.order_id = i.order_id JOIN customers c ON c.customer_id = o.customer_id WHERE o.order_date LIKE '2024%' GROUP BY c.customer_id",
    ],
    [
      'How many products did each customer order?',
      'SELECT c.name, COUNT(DISTINCT i.product_id) FROM order_items i JOIN orders o ON o.order_id = i.order_id JOIN customers c ON c.customer_id = o.customer_id GROUP BY c.customer_id',
    ],
    [
      'orders over 100 in 2024',
      "SELECT order_id, customer_id, order_date, status, total FROM orders WHERE total > 100 AND order_date LIKE '2024%'",
    ],
    ['On what day did Ana Lopez order?', 'SELECT order_id, order_date FROM orders WHERE customer_id = 1'],
    ['Which product was created last?', 'SELECT name, created_at FROM products ORDER BY created_at DESC LIMIT 1'],
  ])('answers: %s', async (...one) => {
    const [rows, expected] = await bothOf(shop, shopToday, one)
    expect(rows).toEqual(expected)
  })

  it.each<Declined>([
    ['Which country spends the most per customer?', 'what “per customer” ranks'],
    ['top 3 customers by revenue per order', 'what “per order” ranks'],
    ['What is the day number and status of the orders?', '“day number”'],
  ])('declines: %s', async (question, reason) => {
    expect(await reasonOf(shop, shopToday, question)).toContain(reason)
  })
})
