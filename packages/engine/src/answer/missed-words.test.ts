import { formatMessage } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunksOf } from '../match/chunks.ts'
import type { Known } from '../match/known-words.ts'
import { tokensOf } from '../match/tokens.ts'
import { knownOf } from '../testing/known.ts'
import { reasonOf } from '../testing/queries.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { asksToChange, declineMissed, helpWith, significantWords, uncheckedWords } from './missed-words.ts'
import { shortened } from './nearest-questions.ts'

const shop = openShop()
let known: Known
let partly: Known
beforeAll(async () => {
  known = await knownOf(shop, shopToday)
  partly = await knownOf(shop, shopToday, ['customers.name', 'customers.city'])
})
afterAll(() => shop.close())

const chunks = (question: string, one = known) => chunksOf({ ...one, question, tokens: tokensOf(question) })
const declined = (question: string, missed: string[], one = known) => declineMissed(chunks(question, one), missed, one)

describe('significantWords', () => {
  it.each<[string[], string[]]>([
    [['the', 'unicorns', 'of'], ['unicorns']],
    [['unicorns', 'unicorns'], ['unicorns']],
    [
      ['the', 'of'],
      ['the', 'of'],
    ],
    [[], []],
  ])('of %j are %j', (missed, words) => {
    expect(significantWords(missed)).toEqual(words)
  })
})

describe('declineMissed', () => {
  it.each<[string, string[], string]>([
    [
      'orders of unicorns',
      ['unicorns'],
      '“unicorns” does not match anything in this data. Use the name of a table or column, or remove the word.',
    ],
    [
      'unicorns and dragons',
      ['unicorns', 'dragons'],
      '“unicorns” and “dragons” do not match anything in this data. Use names of tables or columns, or remove these words.',
    ],
    [
      'orders near customers',
      ['near'],
      'The question is about orders and customers, but “near” could not be combined with them. Rephrase this part, or leave it out.',
    ],
  ])('says what is missing in %j', (question, missed, text) => {
    const found = declined(question, missed)
    expect([reasonOf(found), found.missed]).toEqual([text, missed])
  })

  it('does not claim that a word matches nothing if not all values were read', () => {
    expect(reasonOf(declined('orders of unicorns', ['unicorns'], partly))).toBe(
      '“unicorns” does not match any table or column, or any value that could be checked. Use the name of a table or column, or remove the word.',
    )
  })

  it('says that a name could not be checked if it may be one of the values that were not read', () => {
    expect(reasonOf(declined('orders from Nordstadt', ['Nordstadt'], partly))).toBe(
      'Could not check whether “Nordstadt” is in this data, because not all values could be read. Name the column that it belongs to.',
    )
    expect(formatMessage(uncheckedWords(['Nordstadt', 'Südstadt']))).toMatch(
      /^Could not check whether “Nordstadt” and “Südstadt” are/,
    )
  })

  it('does not take the capitals of a requested term for a name', () => {
    expect(reasonOf(declined('what is our MRR', ['MRR'], partly))).toBe(
      '“MRR” does not match any table or column, or any value that could be checked. Use the name of a table or column, or remove the word.',
    )
  })

  it('never says of a number, a name of the data, or a word of English that it matches nothing', () => {
    for (const word of ['7', 'price', 'Germany', 'more', 'orders', 'average', '2024', 'between'])
      expect(reasonOf(declined(`customers near ${word}`, [word]))).not.toMatch(/match (?:any|anything)/)
  })
})

describe('asksToChange', () => {
  it.each<[boolean, string]>([
    [true, 'Delete all customers'],
    [true, 'please delete the order 5'],
    [true, 'Can you update the price?'],
    [true, "let's remove the customer Ana"],
    [false, 'customers that we deleted'],
    [false, 'how many updates are there'],
    [false, 'deleted orders'],
    [false, ''],
  ])('is %s for %j', (expected, question) => {
    expect(asksToChange(question)).toBe(expected)
  })
})

describe('helpWith', () => {
  const help = (question: string, ...unknown: string[]) => helpWith(question, unknown, known)

  it.each<[string, string, string]>([
    ['how many custmers do we have', 'custmers', 'how many customers do we have'],
    ['list the catgories', 'catgories', 'list the categories'],
    ['customers in Berln', 'Berln', 'customers in Berlin'],
    ['orders of Lopez', 'Lopez', 'orders of Ana Lopez'],
  ])('corrects a slip: %s', (question, unknown, corrected) => {
    expect(help(question, unknown)?.questions).toContain(corrected)
  })

  it.each<[string, string[]]>([
    ['the weather', ['weather']],
    ['how many custmers and unicorns', ['custmers', 'unicorns']],
    ['orders of xy', ['xy']],
    ['orders', []],
    ['', ['custmers']],
  ])('offers nothing if a word is far from everything: %j', (question, unknown) => {
    expect(help(question, ...unknown)).toBeNull()
  })

  it('names the closest stored values of a capitalized word', () => {
    const found = help('customers in Berln', 'Berln')
    expect(found === null ? '' : formatMessage(found.message)).toBe(
      'No stored value matches “Berln”. Closest matches: Berlin.',
    )
  })
})

describe('shortened', () => {
  const offers = (question: string, ...missed: string[]) => shortened(question, chunks(question), missed)

  it.each<[string, string[], string]>([
    ['How many orders are there from unicorns?', ['unicorns'], 'How many orders are there?'],
    ['How many gorgeous customers are there?', ['gorgeous'], 'How many customers are there?'],
    ['average price of products by supplier', ['supplier'], 'average price of products'],
    ['customers from Germany with unicorns', ['unicorns'], 'customers from Germany'],
    ['show products with a price above 20 near Berlin', ['near'], 'show products with a price above 20'],
  ])('leaves out what could not be read: %s', (question, missed, shorter) => {
    expect(offers(question, ...missed)).toContain(shorter)
  })

  it.each<[string, string[]]>([
    ['unicorns', ['unicorns']],
    ['How many unicorns?', ['unicorns']],
    ['customers', []],
    ['', ['x']],
    ['customers who unicorns', ['who', 'unicorns', 'customers']],
  ])('offers nothing that is no question: %j', (question, missed) => {
    for (const one of offers(question, ...missed)) expect(one).not.toMatch(/unicorns|^$/)
    expect(offers(question, ...missed)).not.toContain('How many?')
  })

  it('never offers the question itself, the same one twice, or one with a missed word', () => {
    const questions = [
      'orders of gorgeous unicorns in 2024 by country',
      'which customers bought a gorgeous kettle, and when?',
      'gorgeous gorgeous orders',
    ]
    for (const question of questions) {
      const found = offers(question, 'gorgeous', 'unicorns')
      expect(new Set(found).size).toBe(found.length)
      for (const one of found) expect(one).not.toMatch(/gorgeous|unicorns/)
      expect(found).not.toContain(question)
    }
  })
})
