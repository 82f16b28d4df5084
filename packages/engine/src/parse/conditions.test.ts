import { afterAll, describe, expect, it } from 'vitest'
import { libraryToday, openLibrary } from '../testing/library.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { knownIn, saidIn, type Said } from '../testing/stages.ts'

const [shop, library] = [openShop(), openLibrary()]
afterAll(() => [shop, library].forEach((one) => one.close()))
const known = await knownIn(shop, shopToday)
const lending = await knownIn(library, libraryToday)

describe('the conditions of a question', () => {
  it.each<[string, Said]>([
    ['customers from Germany or France', { items: ['customers'], conditions: ['= Germany | France'] }],
    ['customers not from Germany', { items: ['customers'], conditions: ['not = Germany'] }],
    ['customers not in Germany or France', { items: ['customers'], conditions: ['not = Germany | France'] }],
    ['customers neither from Spain nor from France', { items: ['customers'], conditions: ['not = Spain | France'] }],
    [
      'the emails of customers in Germany and France',
      { items: ['emails of customers'], conditions: ['= Germany & France'] },
    ],
    ['customers in the Business segment', { items: ['customers'], conditions: ['segment = Business'] }],
    ['customers whose segment is Business', { items: ['customers'], conditions: ['segment = Business'] }],
    ['customers with country Germany', { items: ['customers'], conditions: ['country = Germany'] }],
    ['customers with email ana@example.com', { items: ['customers'], conditions: ['email = ana@example.com'] }],
    ['German customers', { items: ['customers'], conditions: ['= German'] }],
    ['Kitchen products', { items: ['products'], conditions: ['= Kitchen'] }],
    ['products named Kettle or Toaster', { items: ['products'], conditions: ['<name title> = Kettle | Toaster'] }],
    ['products called "Spade"', { items: ['products'], conditions: ['<name title> = Spade'] }],
    ['price of the Kettle', { items: ['price'], conditions: ['= Kettle'] }],
    ['what is the price of "Kettle"?', { items: ['price'], conditions: ['= Kettle'] }],
    ['orders that are cancelled or pending', { items: ['orders'], conditions: ['= cancelled | pending'] }],
    ['orders excluding cancelled', { items: ['orders'], conditions: ['not = cancelled'] }],
    ['orders except cancelled ones', { items: ['orders'], conditions: ['not = cancelled'] }],
    ['orders with status other than delivered', { items: ['orders'], conditions: ['not status = delivered'] }],
    ['products with price 40', { items: ['products'], conditions: ['price = 40'] }],
    ['products with price over 20', { items: ['products'], conditions: ['price > 20'] }],
    ['products cheaper than 20', { items: ['products'], conditions: ['<price cost fee rate> < 20'] }],
    ['products priced between 20 and 40', { items: ['products'], conditions: ['priced 20..40'] }],
    ['products with price above 20 and below 50', { items: ['products'], conditions: ['price > 20', 'price < 50'] }],
    [
      'products with price above 20 and stock below 10',
      { items: ['products'], conditions: ['price > 20', 'stock < 10'] },
    ],
    [
      'products with price over 50 or stock under 10',
      { items: ['products'], conditions: ['price > 50 or stock < 10'] },
    ],
    ['products with stock of at least 10', { items: ['products'], conditions: ['stock >= 10'] }],
    ['products with at most 10 stock', { items: ['products'], conditions: ['stock <= 10'] }],
    ['products with stock not equal to 0', { items: ['products'], conditions: ['stock <> 0'] }],
    ['orders with total 80 or 110', { items: ['orders'], conditions: ['total = 80 | 110'] }],
    ['reviews with 5 stars', { items: ['reviews'], conditions: ['stars = 5'] }],
    ['orders over 100', { items: ['orders'], conditions: ['<total amount> > 100'] }],
    ['orders 50 or under', { items: ['orders'], conditions: ['<total amount> <= 50'] }],
    ['products out of stock', { items: ['products'], conditions: ['<stock inventory> <= 0'] }],
    ['products above the average price', { items: ['products'], conditions: ['price > avg price'] }],
    [
      'products more expensive than the Spade',
      { items: ['products'], conditions: ['<price cost fee rate> > max (= Spade)'] },
    ],
    ['products whose name contains "e"', { items: ['products'], conditions: ['name of products like anywhere e'] }],
    ['products starting with K', { items: ['products'], conditions: ['<name title> like start K'] }],
    ['customers whose name ends with z', { items: ['customers'], conditions: ['name of customers like end z'] }],
    [
      'customers whose name does not contain "a"',
      { items: ['customers'], conditions: ['not name of customers like anywhere a'] },
    ],
    ['customers with no email', { items: ['customers'], conditions: ['email missing'] }],
    ['customers whose email is missing', { items: ['customers'], conditions: ['email missing'] }],
    ['customers whose email is known', { items: ['customers'], conditions: ['not email missing'] }],
    ['customers without orders', { items: ['customers'], conditions: ['not has orders'] }],
    ['products with no reviews', { items: ['products'], conditions: ['not has reviews'] }],
    ['customers who never ordered', { items: ['customers'], conditions: ['not has ordered'] }],
    ['customers that have placed orders', { items: ['customers'], conditions: ['has orders'] }],
    ['customers with more than 2 orders', { items: ['customers'], conditions: ['has > 2 orders'] }],
    ['customers with exactly one order', { items: ['customers'], conditions: ['has = 1 order'] }],
    ['customers with a single order', { items: ['customers'], conditions: ['has = 1 order'] }],
    ['customers with several reviews', { items: ['customers'], conditions: ['has > 1 reviews'] }],
    ['customers with fewer than two orders', { items: ['customers'], conditions: ['has < 2 orders'] }],
    ['customers with 2 or more orders', { items: ['customers'], conditions: ['has >= 2 orders'] }],
    ['customers with 3 or fewer orders', { items: ['customers'], conditions: ['has <= 3 orders'] }],
    ['customers who ordered more than twice', { items: ['customers'], conditions: ['has > 2 ordered'] }],
    ['customers who ordered at least 3 times', { items: ['customers'], conditions: ['has >= 3 ordered'] }],
    ['customers with at least two orders in 2025', { items: ['customers'], conditions: ['has >= 2 orders (in 2025)'] }],
    ['customers who did not order in 2025', { items: ['customers'], conditions: ['not has order (in 2025)'] }],
    ['orders in 2024', { items: ['orders'], conditions: ['in 2024'] }],
    ['orders on 2025-05-08', { items: ['orders'], conditions: ['in 2025-05-08'] }],
    ['orders since March 2025', { items: ['orders'], conditions: ['in since March 2025'] }],
    ['orders before 2025', { items: ['orders'], conditions: ['in before 2025'] }],
    ['orders after 2024-06-05', { items: ['orders'], conditions: ['in after 2024-06-05'] }],
    ['orders from January to March 2025', { items: ['orders'], conditions: ['in January 2025 to March 2025'] }],
    ['orders between 2024-01-01 and 2024-06-30', { items: ['orders'], conditions: ['in 2024-01-01 to 2024-06-30'] }],
    [
      'orders before March 2025 or after May 2025',
      { items: ['orders'], conditions: ['in before March 2025 or in after May 2025'] },
    ],
    ['orders from last month', { items: ['orders'], conditions: ['in last month'] }],
    ['orders in the last 30 days', { items: ['orders'], conditions: ['in the last 30 days'] }],
    ['orders in Q1 2025', { items: ['orders'], conditions: ['in Q1 2025'] }],
    ['in 2024, how many orders were placed?', { items: ['count orders'], conditions: ['in 2024'] }],
  ])('are found in “%s”', (question, said) => {
    expect(saidIn(known, question)).toEqual(said)
  })
})

describe('states, ages, and amounts of verbs', () => {
  it.each<[string, Said]>([
    ['unpaid invoices', { items: ['invoices'], conditions: ['unpaid: open'] }],
    ['overdue invoices', { items: ['invoices'], conditions: ['overdue: overdue'] }],
    ['invoices paid late', { items: ['invoices'], conditions: ['paid late: done late'] }],
    ['invoices that are not paid', { items: ['invoices'], conditions: ['not paid: done'] }],
    ['loans returned late', { items: ['loans'], conditions: ['returned late: done late'] }],
    ['loans not returned', { items: ['loans'], conditions: ['not returned: done'] }],
    ['inactive members', { items: ['members'], conditions: ['inactive: done'] }],
    ['active members', { items: ['members'], conditions: ['active yes'] }],
    ['tickets with status open', { items: ['tickets'], conditions: ['status = open'] }],
    ['staff earning more than 5000', { items: ['staff'], conditions: ['<salary wage pay income earnings> > 5000'] }],
    ['staff who earn at least 5000', { items: ['staff'], conditions: ['<salary wage pay income earnings> >= 5000'] }],
    ['members that weigh more than 80', { items: ['members'], conditions: ['<weight mass> > 80'] }],
    ['books costing at most 20 dollars', { items: ['books'], conditions: ['<price cost fee fare rate> <= 20 money'] }],
    ['books cheaper than $20', { items: ['books'], conditions: ['<price cost fee rate> < 20 money'] }],
    ['staff older than 40', { items: ['staff'], conditions: ['<age> > 40'] }],
    ['staff aged between 30 and 50', { items: ['staff'], conditions: ['<age> 30..50'] }],
    ['staff 30 years old or older', { items: ['staff'], conditions: ['<age> >= 30 age'] }],
    ['staff with salary between 4000 and 6000', { items: ['staff'], conditions: ['salary 4000..6000'] }],
    [
      'staff whose salary is over 5000 or under 4500',
      { items: ['staff'], conditions: ['salary > 5000 or salary < 4500'] },
    ],
    ['staff hired before 2020', { items: ['staff'], conditions: ['in before 2020'] }],
    ['members born after 1980', { items: ['members'], conditions: ['in after 1980'] }],
    ['books with more than 300 pages', { items: ['books'], conditions: ['pages > 300'] }],
    ['books in English or French', { items: ['books'], conditions: ['= English | French'] }],
    ['books with "Kings" in the title', { items: ['books'], conditions: ['title like anywhere Kings'] }],
    ['books that contain the word Long', { items: ['books'], conditions: ['<name title> like anywhere Long'] }],
    ['books starting with the letter O', { items: ['books'], conditions: ['<name title> like start O'] }],
    ['books above average price', { items: ['books'], conditions: ['price > avg price'] }],
    ['books more expensive than the average book', { items: ['books'], conditions: ['<price cost fee rate> > avg'] }],
    ['members with both loans and invoices', { items: ['members'], conditions: ['has loans', 'has invoices'] }],
    ['members who have loans but no invoices', { items: ['members'], conditions: ['has loans', 'not has invoices'] }],
    ['members with no loans in 2025', { items: ['members'], conditions: ['not has loans (in 2025)'] }],
    ['books that were never borrowed', { items: ['books'], conditions: ['not has borrowed'] }],
    ['members named Ana', { items: ['members'], conditions: ['<name title> = Ana'] }],
    ['salary of Gia Orr', { items: ['salary'], conditions: ['= Gia Orr'] }],
  ])('are found in “%s”', (question, said) => {
    expect(saidIn(lending, question)).toEqual(said)
  })
})
