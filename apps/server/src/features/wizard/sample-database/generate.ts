import { addDays, atSomeTime, daysBetween, firstDay } from './dates.ts'
import { Random } from './random.ts'
import { categoryWords, firstNames, lastNames, places, productLines, reviewWords } from './vocabulary.ts'

const customerCount = 1800
const ordersPerDay = 9
const neverSoldCount = 6
const neverOrderingShare = 0.12

export type SampleRow = (string | number | null)[]

interface Product {
  id: number
  categoryIndex: number
  /** A multiple of 20 cents, so that every 5% step of a discount is a whole number of cents. */
  priceCents: number
  popularity: number
  quality: number
}

interface Customer {
  id: number
  createdOn: string
  weight: number
}

/** Generates the rows of each table, in the order of its columns. They are the same for the same day. */
export function generateRows(today: string): Record<string, SampleRow[]> {
  const random = new Random(20_210_417)
  const start = firstDay(today)
  const products = makeProducts(random, start)
  const customers = makeCustomers(random, start, today)
  const sales = makeOrders({ random, start, today, products: products.list, customers: customers.list })
  return {
    categories: categoryWords.map((category, index) => [index + 1, category.name, category.description]),
    products: products.rows,
    customers: customers.rows,
    orders: sales.orders,
    order_items: sales.items,
    reviews: makeReviews(random, sales.purchases, today),
  }
}

function makeProducts(random: Random, start: string): { list: Product[]; rows: SampleRow[] } {
  const list: Product[] = []
  const rows: SampleRow[] = []
  for (const [categoryIndex, category] of categoryWords.entries()) {
    for (const [good, low, high] of category.goods) {
      const lines = productLines.filter(() => random.chance(0.3)).slice(0, 4)
      for (const line of lines.length > 0 ? lines : [random.pick(productLines)]) {
        const id = list.length + 1
        const priceCents = random.between(low * 5, high * 5) * 20
        const costCents = Math.round(priceCents * (0.38 + random.next() * 0.3))
        const popularity = 0.15 + random.next() ** 3 * 4
        list.push({ id, categoryIndex, priceCents, popularity, quality: 0.35 + random.next() * 0.6 })
        const isActive = random.chance(0.95) ? 1 : 0
        const addedOn = addDays(start, -random.between(30, 400))
        const stock = random.chance(0.06) ? 0 : random.between(3, 400)
        rows.push([
          id,
          categoryIndex + 1,
          `${line} ${good}`,
          priceCents / 100,
          costCents / 100,
          stock,
          isActive,
          addedOn,
        ])
      }
    }
  }
  for (const product of list
    .slice(-40)
    .filter((_, index) => index % 6 === 0)
    .slice(0, neverSoldCount))
    product.popularity = 0
  return { list, rows }
}

function makeCustomers(random: Random, start: string, today: string): { list: Customer[]; rows: SampleRow[] } {
  const list: Customer[] = []
  const rows: SampleRow[] = []
  const span = daysBetween(start, today)
  for (let id = 1; id <= customerCount; id += 1) {
    const first = random.pick(firstNames)
    const last = random.pick(lastNames)
    const { city, country } = random.pickWeighted(places)
    const segment = random.pickWeighted([
      ['Consumer', 70],
      ['Small Business', 20],
      ['Corporate', 10],
    ])
    const createdOn = random.chance(0.35) ? start : addDays(start, random.between(0, span))
    const phone = random.chance(0.22) ? null : `+${random.between(1, 99)} 555 ${random.between(1000, 9999)}`
    const loyalty = segment === 'Consumer' ? 1 : 2.2
    const weight = random.chance(neverOrderingShare) ? 0 : loyalty * (0.2 + random.next() ** 2 * 3)
    list.push({ id, createdOn, weight })
    const email = `${plain(first)}.${plain(last)}${id}@example.com`
    rows.push([id, `${first} ${last}`, email, phone, city, country, segment, atSomeTime(createdOn, random)])
  }
  return { list, rows }
}

/** Reduces a name to letters for an email address, without accents and apostrophes. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll('ı', 'i')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
}

interface Purchase {
  product: Product
  customerId: number
  /** The first day on which the customer can have it. */
  receivedOn: string
}

interface SalesInput {
  random: Random
  start: string
  today: string
  products: Product[]
  customers: Customer[]
}

function makeOrders(input: SalesInput): { orders: SampleRow[]; items: SampleRow[]; purchases: Purchase[] } {
  const { random, start, today, products } = input
  const orders: SampleRow[] = []
  const items: SampleRow[] = []
  const purchases: Purchase[] = []
  const days = daysBetween(start, today)
  for (let day = 0; day <= days; day += 1) {
    const date = addDays(start, day)
    const choices = productChoices(products, date)
    const buyers = input.customers
      .filter((customer) => customer.createdOn <= date)
      .map((one) => [one, one.weight] as const)
    for (let count = orderCount(random, date, day / days); count > 0; count -= 1) {
      const orderId = orders.length + 1
      const customerId = random.pickWeighted(buyers).id
      const basket = makeBasket(random, choices)
      const { status, shippedOn } = makeProgress(random, date, today)
      let totalCents = 0
      for (const product of basket) {
        const unitCents = priceOn(product, daysBetween(date, today))
        const quantity = random.pickWeighted([
          [1, 62],
          [2, 22],
          [3, 10],
          [5, 4],
          [10, 2],
        ])
        const discount = random.pickWeighted([
          [0, 72],
          [5, 8],
          [10, 11],
          [15, 5],
          [20, 4],
        ])
        totalCents += (quantity * unitCents * (100 - discount)) / 100
        items.push([items.length + 1, orderId, product.id, quantity, unitCents / 100, discount / 100])
        if (shippedOn && status === 'delivered')
          purchases.push({ product, customerId, receivedOn: addDays(shippedOn, 2) })
      }
      const payment = random.pickWeighted([
        ['card', 60],
        ['paypal', 24],
        ['invoice', 11],
        ['gift card', 5],
      ])
      orders.push([orderId, customerId, status, date, shippedOn, payment, Math.round(totalCents) / 100])
    }
  }
  return { orders, items, purchases }
}

function productChoices(products: Product[], date: string): (readonly [Product, number])[] {
  const month = Number(date.slice(5, 7)) - 1
  return products.map((product) => {
    const season = categoryWords[product.categoryIndex]?.season[month] ?? 1
    return [product, product.popularity * season] as const
  })
}

/** Orders grow over the two years, with a peak before the holidays and quieter weekends. Today always has some. */
function orderCount(random: Random, date: string, progress: number): number {
  const month = Number(date.slice(5, 7))
  const holiday = [0.9, 0.85, 0.95, 1, 1, 0.95, 0.85, 0.85, 1, 1.05, 1.5, 1.7][month - 1] ?? 1
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const week = weekday === 0 || weekday === 6 ? 0.75 : 1.1
  const expected = ordersPerDay * holiday * week * (0.75 + 0.55 * progress)
  return Math.max(1, Math.round(expected * (0.7 + random.next() * 0.6)))
}

function makeBasket(random: Random, choices: (readonly [Product, number])[]): Set<Product> {
  const size = random.pickWeighted([
    [1, 38],
    [2, 30],
    [3, 18],
    [4, 9],
    [6, 5],
  ])
  return new Set(Array.from({ length: size }, () => random.pickWeighted(choices)))
}

/** Prices rose once, a year ago. */
function priceOn(product: Product, daysAgo: number): number {
  return daysAgo > 365 ? Math.round((product.priceCents * 0.95) / 20) * 20 : product.priceCents
}

function makeProgress(random: Random, date: string, today: string): { status: string; shippedOn: string | null } {
  const age = daysBetween(date, today)
  if (random.chance(0.05)) return { status: 'cancelled', shippedOn: null }
  const shippedOn = addDays(date, random.between(1, 4))
  if (shippedOn > today) return { status: age < 1 ? 'pending' : 'processing', shippedOn: null }
  if (age < 9) return { status: 'shipped', shippedOn }
  return { status: random.chance(0.045) ? 'returned' : 'delivered', shippedOn }
}

function makeReviews(random: Random, purchases: Purchase[], today: string): SampleRow[] {
  const rows: SampleRow[] = []
  const seen = new Set<string>()
  for (const { product, customerId, receivedOn } of purchases) {
    const key = `${product.id}:${customerId}`
    const writtenOn = addDays(receivedOn, random.between(1, 40))
    if (!random.chance(0.2) || writtenOn > today || seen.has(key)) continue
    seen.add(key)
    const rating = Math.min(5, Math.max(1, Math.round(1 + 4.4 * product.quality + (random.next() - 0.5) * 4)))
    const words = reviewWords[rating - 1]
    if (!words) continue
    const body = random.chance(0.18) ? null : random.pick(words.bodies)
    rows.push([
      rows.length + 1,
      product.id,
      customerId,
      rating,
      random.pick(words.titles),
      body,
      atSomeTime(writtenOn, random),
    ])
  }
  return rows
}
