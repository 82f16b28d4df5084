import { afterAll, describe, expect, it } from 'vitest'
import { openShop, shopToday } from '../testing/shop.ts'
import { knownIn, saidIn, type Said } from '../testing/stages.ts'

const shop = openShop()
afterAll(() => shop.close())
const known = await knownIn(shop, shopToday)

describe('what a question asks for', () => {
  it.each<[string, Said]>([
    ['customers', { items: ['customers'] }],
    ['customers, orders and reviews', { items: ['customers', 'orders', 'reviews'] }],
    ['list all products with their prices', { items: ['products', 'prices'] }],
    [
      'names, prices and stock of products',
      { items: ['names of products', 'prices of products', 'stock of products'] },
    ],
    ['customer names and emails', { items: ['names of customer', 'emails'] }],
    ["the customer's email", { items: ['email of customer'] }],
    ['the email of the customer', { items: ['email of customer'] }],
    ["customers' cities", { items: ['cities of customers'] }],
    [
      'What is the name and the city of each customer?',
      { items: ['name of customer', 'city of customer'], groups: ['customer'] },
    ],
    ['ids of orders, names of customers', { items: ['ids of orders', 'names of customers'] }],
    ['order ids and order dates', { items: ['order ids', 'order dates'] }],
    ['show me everything about customers', { items: ['customers'] }],
    ['show customers and also their emails', { items: ['customers', 'emails'] }],
    ['orders. Show the total too.', { items: ['orders', 'total'] }],
    ['give me the order date', { items: ['order date'] }],
    ['how many orders and reviews are there?', { items: ['count orders', 'count reviews'] }],
    ['How many customers are there?', { items: ['count customers'] }],
    ['how many different countries are there?', { items: ['count distinct countries'] }],
    ['the number of distinct cities', { items: ['count distinct cities'] }],
    ['how many units were sold in 2024?', { items: ['sum measure quantity'], conditions: ['in 2024'] }],
    ['highest price', { items: ['max price'] }],
    ['lowest and highest price', { items: ['min price', 'max price'] }],
    ['maximum, minimum and average price', { items: ['max price', 'min price', 'avg price'] }],
    ['the average and maximum price of products', { items: ['avg price of products', 'max price of products'] }],
    ['total quantity of order items', { items: ['sum quantity of order items'] }],
    ['sum of totals of orders', { items: ['sum totals of orders'] }],
    ['total orders', { items: ['count orders'] }],
    ['total products sold', { items: ['sum measure quantity'] }],
    ['total revenue', { items: ['sum measure revenue'] }],
    ['median price', { items: ['median price'] }],
    ['average order value', { items: ['avg measure order value'] }],
    ['average number of orders per customer', { items: ['count orders per customer'] }],
    ['average revenue per customer', { items: ['measure revenue per customer'] }],
    ['average monthly revenue', { items: ['measure revenue per each month'] }],
    ['share of revenue by category', { items: ['share of measure revenue'], groups: ['category'] }],
    ['What percentage of orders are shipped?', { items: ['share of orders'], conditions: ['= shipped'] }],
    [
      'which percentage of products is out of stock?',
      { items: ['share of products'], conditions: ['<stock inventory> <= 0'] },
    ],
    ['difference between the highest and lowest price', { items: ['max price minus min price'] }],
    [
      'difference between the most expensive and the cheapest product',
      { items: ['max <price cost fee rate> minus min <price cost fee rate>'] },
    ],
    ['how much does the Kettle cost?', { items: ['<price cost fee fare rate>'], conditions: ['= Kettle'] }],
    ['how much revenue did we make in 2024?', { items: ['measure revenue'], conditions: ['in 2024'] }],
    ['5 products', { items: ['products'], limit: 5 }],
  ])('is found in “%s”', (question, said) => {
    expect(saidIn(known, question)).toEqual(said)
  })
})

describe('what a question groups by', () => {
  it.each<[string, Said]>([
    ['number of orders per customer', { items: ['count orders'], groups: ['customer'] }],
    ['orders for each customer', { items: ['orders'], groups: ['customer'] }],
    ['orders per customer and month', { items: ['orders'], groups: ['customer', 'each month'] }],
    ['orders by customer, status and year', { items: ['orders'], groups: ['customer', 'status', 'each year'] }],
    ['for each category, how many products are there?', { items: ['count products'], groups: ['category'] }],
    ['revenue for every country', { items: ['measure revenue'], groups: ['country'] }],
    ['revenue grouped by country', { items: ['measure revenue'], groups: ['country'] }],
    [
      'revenue broken down by category and quarter',
      { items: ['measure revenue'], groups: ['category', 'each quarter'] },
    ],
    [
      'number of orders for each month in 2025',
      { items: ['count orders'], conditions: ['in 2025'], groups: ['each month'] },
    ],
    ['weekly orders', { items: ['orders'], groups: ['each week'] }],
    ['yearly revenue', { items: ['measure revenue'], groups: ['each year'] }],
    ['revenue month by month', { items: ['measure revenue'], groups: ['each month'] }],
    ['orders per weekday', { items: ['orders'], groups: ['each weekday'] }],
    ['how many orders does each customer have?', { items: ['count orders'], groups: ['customer'] }],
    ['how many reviews are there per product and rating?', { items: ['count reviews'], groups: ['product', 'rating'] }],
    ['average price in each category', { items: ['avg price'], groups: ['category'] }],
    ['average rating of each product', { items: ['avg rating'], groups: ['product'] }],
    ['orders by status', { items: ['orders'], groups: ['status'] }],
    ['revenue by month', { items: ['measure revenue'], groups: ['each month'] }],
    ['category of each product', { items: ['category'], groups: ['product'] }],
  ])('is found in “%s”', (question, said) => {
    expect(saidIn(known, question)).toEqual(said)
  })
})

describe('how a question sorts and ranks', () => {
  it.each<[string, Said]>([
    ['products sorted by price descending', { items: ['products'], orders: ['price down'] }],
    ['products sorted by name', { items: ['products'], orders: ['name up'] }],
    ['products sorted by stock, then price', { items: ['products'], orders: ['stock up', 'price up'] }],
    ['products sorted by name and price', { items: ['products'], orders: ['name up', 'price up'] }],
    ['products in descending order of price', { items: ['products'], orders: ['price down'] }],
    ['products ordered by name in descending order', { items: ['products'], orders: ['name down'] }],
    ['list products in ascending order by name', { items: ['products'], orders: ['name up'] }],
    ['customers ordered by country alphabetically', { items: ['customers'], orders: ['country up'] }],
    ['products in alphabetical order', { items: ['products'], orders: ['? up'] }],
    ['products from cheapest to most expensive', { items: ['products'], orders: ['<price cost fee rate> up'] }],
    ['orders, newest first', { items: ['orders'], orders: ['date down'] }],
    ['orders sorted by order date, oldest first', { items: ['orders'], orders: ['order date up'] }],
    ['revenue by country, highest first', { items: ['measure revenue'], groups: ['country'], orders: ['? down'] }],
    [
      'revenue by category sorted by revenue',
      { items: ['measure revenue'], groups: ['category'], orders: ['measure revenue up'] },
    ],
    ['top 5 products by price', { items: ['products'], orders: ['price down first 5'] }],
    ['bottom three products by price', { items: ['products'], orders: ['price up first 3'] }],
    ['worst 2 products by revenue', { items: ['products'], orders: ['measure revenue up first 2'] }],
    ['top 3 categories by revenue', { items: ['categories'], orders: ['measure revenue down first 3'] }],
    ['best-selling products', { items: ['products'], orders: ['measure quantity down first 10'] }],
    ['top 5 best-selling products', { items: ['products'], orders: ['measure quantity down first 5'] }],
    ['the cheapest product', { items: ['product'], orders: ['<price cost fee rate> up first 1'] }],
    ['three most expensive products', { items: ['products'], orders: ['<price cost fee rate> down first 3'] }],
    ['the two oldest customers', { items: ['customers'], orders: ['<age birth birthday> down first 2'] }],
    ['Which products have the lowest stock?', { items: ['products'], orders: ['stock up first 1'] }],
    ['Which country has the most customers?', { items: ['country'], orders: ['count customers down first 1'] }],
    ['city with the fewest customers', { items: ['city'], orders: ['count customers up first 1'] }],
    ['which category has the highest average price?', { items: ['category'], orders: ['avg price down first 1'] }],
    ['customers with the highest total', { items: ['customers'], orders: ['total down first 1'] }],
    ['customer who placed the most orders', { items: ['customer'], orders: ['count orders down first 1'] }],
    ['products with the 2 highest prices', { items: ['products'], orders: ['prices down first 2'] }],
    ['the 3 lowest prices', { items: ['prices'], orders: ['prices up first 3'] }],
    ['most common city', { items: ['city'], orders: ['frequency down first 1'] }],
    ['the three most common cities', { items: ['cities'], orders: ['frequency down first 3'] }],
    ['least common status', { items: ['status'], orders: ['frequency up first 1'] }],
    ['the latest order', { items: ['order'], orders: ['date down first 1'] }],
    ['the first order', { items: ['order'], orders: ['date up first 1'] }],
    ['the last 3 orders', { items: ['orders'], orders: ['date down first 3'] }],
    ['first 2 orders', { items: ['orders'], orders: ['date up first 2'] }],
    ['the newest product', { items: ['product'], orders: ['date down first 1'] }],
    [
      'most expensive product in each category',
      { items: ['product'], groups: ['category'], orders: ['<price cost fee rate> down first 1'] },
    ],
    [
      'cheapest 2 products per category',
      { items: ['products'], groups: ['category'], orders: ['<price cost fee rate> up first 2'] },
    ],
    ['which month had the most orders', { groups: ['each month'], orders: ['count orders down first 1'] }],
    ['best month', { items: ['measure revenue'], groups: ['each month'], orders: ['measure revenue down first 1'] }],
    [
      'our worst quarter by revenue',
      { items: ['measure revenue'], groups: ['each quarter'], orders: ['measure revenue up first 1'] },
    ],
    [
      'best month for orders',
      { items: ['count orders'], groups: ['each month'], orders: ['count orders down first 1'] },
    ],
  ])('is found in “%s”', (question, said) => {
    expect(saidIn(known, question)).toEqual(said)
  })
})
