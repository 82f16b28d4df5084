import { afterAll, describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import { openLibrary } from '../testing/library.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { databaseOf } from '../testing/sqlite-database.ts'
import { chunksIn, knownIn, meaningsOf } from '../testing/stages.ts'
import { plainQuestion, tokensOf } from './tokens.ts'

const [shop, library] = [openShop(), openLibrary()]
const odd = databaseOf(`
CREATE TABLE "order" (id INTEGER PRIMARY KEY, "group" TEXT, "made_by" TEXT, "number of seats" INTEGER, max_speed REAL);
INSERT INTO "order" VALUES (1, 'all', 'The Average', 4, 1), (2, 'A and B', 'March', 2, 3), (3, '2024', 'it''s', 1, 2), (4, 'IT', 'US', 1, 2);`)
afterAll(() => [shop, library, odd].forEach((one) => one.close()))
const known = await knownIn(shop, shopToday)
const oddly = await knownIn(odd, shopToday)
const read = (question: string, where = known) => chunksIn(where, question).map(meaningsOf)

describe('the chunks of a question', () => {
  it.each<[string, string[]]>([
    ['How many customers?', ['How many: [count]', 'customers: table customers', '?: [end]']],
    ['order items', ['order items: table order_items']],
    ['unit prices', ['unit prices: column order_items.unit_price']],
    ['max price', ['max: [superlative]', 'price: column products.price']],
    ['qty', ['qty: column order_items.quantity']],
    ['in Germany', ['in: [preposition in]', 'Germany: value customers.country=Germany']],
    ['GERMANY', ['GERMANY: value customers.country=Germany']],
    ['ana lopez', ['ana lopez: value customers.name=Ana Lopez']],
    ['"Ana Lopez"', ['Ana Lopez: value customers.name=Ana Lopez, quoted']],
    ['Ana', ['Ana: nothing']],
    ['since March 2025', ['since: [compare >=]', 'March 2025: date 2025-03-01..2025-04-01']],
    ['last month', ['last month: date 2025-05-01..2025-06-01']],
    ['in 2024', ['in: [preposition in]', '2024: date 2024-01-01..2025-01-01, number 2024']],
    ['over 2,000', ['over: [compare >]', '2,000: number 2000']],
    ['the weather', ['the: [filler]', 'weather: nothing']],
    ['products (all)', ['products: table products', '(: [filler]', 'all: [all]', '): [filler]']],
    ['', []],
    ['?!', ['?: [end]', '!: [end]']],
  ])('of “%s” are %j', (question, chunks) => {
    expect(read(question)).toEqual(chunks)
  })
})

describe('words with several meanings', () => {
  it.each<[string, string, string]>([
    ['“may” is a month only in capitals or with a year', 'orders in May', 'May: date 2025-05-01..2025-06-01'],
    ['“may” is a verb', 'orders that may ship', 'may: [filler]'],
    ['“us” is a pronoun', 'tell us the price', 'us: [filler]'],
    ['“US” is a name', 'customers in the US', 'US: nothing'],
    ['a deed before a noun is a value if a column has it', 'shipped orders', 'shipped: value orders.status=shipped'],
    ['a deed before a noun is a table if that records it', 'reviewed products', 'reviewed: table reviews'],
    ['the longer keyword wins', 'orders not equal to 5', 'not equal to: [compare <>]'],
    ['a comparison after its number belongs to it', 'orders over 200 or less', 'or less: [after-number <=]'],
    ['a comparison with its own number is one', 'orders over 200 or less than 190', 'less than: [compare <]'],
    ['a short comparison with its own number is one', 'orders over 200 or under 190', 'under: [compare <]'],
    ['a comparison with its own date is one', 'orders before 2024 or after May 2025', 'after: [compare >]'],
    ['a comparison without a date belongs to the one before', 'orders in 2024 or after', 'or after: [after-number >=]'],
    ['a preposition that compares nothing is one', 'customers near Berlin', 'near: [preposition near]'],
    ['a possessive is a chunk', "the customer's email", "'s: [possessive]"],
  ])('%s', (_about, question, chunk) => {
    expect(read(question)).toContain(chunk)
  })

  it('reads a value between its words as one, not as its words', () => {
    expect(read('A and B', oddly)).toEqual(['A and B: value order.group=A and B'])
    expect(read('in the "average"', oddly)).not.toContain('average: [aggregate avg]')
  })

  it('reads a function word as a value only in quotes', () => {
    expect(read('all orders', oddly)).toContain('all: [all]')
    expect(read('orders with "all"', oddly)).toContain('all: value order.group=all, quoted')
  })

  it('reads a date or a number as a value, too, if it is stored', () => {
    expect(read('group 2024', oddly)).toEqual([
      'group: column order.group',
      '2024: value order.group=2024, date 2024-01-01..2025-01-01, number 2024',
    ])
  })

  it('reads the name of a column that contains function words', () => {
    expect(read('number of seats', oddly)).toEqual(['number of seats: column order.number of seats'])
  })

  it('reads reserved words as names and as function words', () => {
    expect(read('orders by group', oddly)).toEqual([
      'orders: table order',
      'by: [preposition by]',
      'group: column order.group',
    ])
  })

  it('reads abbreviations as the words that they stand for', async () => {
    const known = await knownIn(library, shopToday)
    expect(read('max weight', known)).toEqual(['max: [superlative]', 'weight: column members.weight'])
    expect(read('max speed', oddly)).toEqual(['max speed: column order.max_speed'])
  })

  it('reads words in capitals as a value if the question is not all in capitals', () => {
    expect(read('orders of group IT', oddly)).toContain('IT: value order.group=IT')
    expect(read('by US', oddly)).toContain('US: value order.made_by=US')
    expect(read('GIVE US ORDERS', oddly)).toContain('US: [filler]')
  })
})

describe('chunks of random questions', () => {
  const words = (
    'how many|customers|order items|of|the|in|Germany|"Kettle"|kettle|over|20|or|less|than|March|2025|last|month|names|and|' +
    "price|'s|,|?|weather|Ü|客|most|common|not|each|by|US|(|1,000|top|five|ago|-3|ana@example.com"
  ).split('|')
  const random = seeded(5)
  const questions = Array.from({ length: 250 }, () =>
    Array.from({ length: Math.floor(random() * 14) }, () => words[Math.floor(random() * words.length)]).join(' '),
  )

  it('contain every token once, in order', () => {
    for (const question of questions) {
      const tokens = chunksIn(known, question).flatMap((one) => one.tokens)
      expect(tokens).toEqual(tokensOf(plainQuestion(question)))
    }
  })

  it('have the words of their tokens as their text, and are quoted only if the token is', () => {
    for (const question of questions)
      for (const { text, tokens, quoted, capital } of chunksIn(known, question)) {
        expect(text).toBe(tokens.map((one) => one.text).join(' '))
        expect(quoted).toBe(tokens.length === 1 && tokens[0]?.quoted === true)
        expect(capital).toBe(tokens[0]?.capital)
      }
  })

  it('are the same each time', () => {
    for (const question of questions.slice(0, 40)) expect(read(question)).toEqual(read(question))
  })

  it('of 200 words are as many as their words at most', () => {
    const question = Array.from({ length: 200 }, (_, at) => words[at % words.length]).join(' ')
    expect(chunksIn(known, question).length).toBeLessThanOrEqual(tokensOf(question).length)
  })
})
