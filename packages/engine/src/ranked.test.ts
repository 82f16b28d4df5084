import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import type { Translation } from './contract.ts'
import { ask, translateOn } from './testing/ask.ts'
import { openLibrary } from './testing/library.ts'
import { openShop, shopToday } from './testing/shop.ts'

const [shop, library] = [openShop(), openLibrary()]
afterAll(() => [shop, library].forEach((one) => one.close()))
const read = async (question: string) => await translateOn(shop, question, shopToday)
const assumed = (found: Translation) => (found.understood ? found.assumptions.map((one) => formatMessage(one)) : [])

describe('a question with a word that is not known', () => {
  it.each([
    ['How many custmers are there?', 'custmers'],
    ['How many orders does each custmer have?', 'custmer'],
    ['customers in Germny', 'Germny'],
    ['Which town has the most clients?', 'clients'],
  ])('is answered only if that is stated: %s', async (question, word) => {
    const found = await read(question)
    const stated = assumed(found).some((one) => one.includes(`“${word}”`))
    expect(found.understood ? stated : true).toBe(true)
  })

  it.each([
    'How many unicorns are there?',
    'customers in Nordstadt',
    'orders of Bob Unknown',
    'customers who like jazz',
    'customers who do not like jazz',
    'the height of customers',
    'customers with 3 cars',
    'What is the weather?',
    'products made in 1850 by robots',
    'delete the custmers',
    'drop table customers',
    'Wie viele Kunden gibt es?',
    'combien de clients habitent à Paris ?',
    'the capital of Germany',
    'customers near Berlin',
    'customers not in Nordstadt',
    'customers without unicorns',
    'products heavier than 5',
    'average unicorn per customer',
  ])('is never answered without it if the answer would be another one: %s', async (question) => {
    expect((await read(question)).understood).toBe(false)
  })
})

describe('a question back', () => {
  it('has readings that are all understood and different', async () => {
    const questions = [
      'customers with few orders',
      'dates of orders and reviews',
      'name',
      'the name of each',
      'created at',
      'product reviews dates',
      'comments and names',
    ]
    for (const question of questions) {
      const found = await read(question)
      const readings = 'readings' in found ? found.readings : []
      const sql = await Promise.all(
        readings.map(async (one) => {
          const again = await read(one.question)
          return again.understood ? again.sql : `declined: ${one.question}`
        }),
      )
      expect(sql.filter((one) => one.startsWith('declined'))).toEqual([])
      expect(new Set(sql).size).toBe(sql.length)
      expect(readings.length).not.toBe(1)
    }
  })

  it('labels its readings differently', async () => {
    const found = await read('customers with fewer than 2 orders')
    const labels = 'readings' in found ? found.readings.map((one) => formatMessage(one.label)) : []
    expect(labels.length).toBeGreaterThanOrEqual(2)
    expect(new Set(labels).size).toBe(labels.length)
  })
})

describe('values of people, places, and states', () => {
  it.each([
    ['members in California', ['Ana', 'Carla']],
    ['members from Texas', ['Ben']],
    ['members in california', ['Ana', 'Carla']],
  ])('are found in any spelling: %s', async (question, names) => {
    expect((await ask(library, shopToday, question)).rows.map((row) => row[0])).toEqual(names)
  })

  it('that are not stored give no rows instead of other ones', async () => {
    const found = await translateOn(library, 'members in Nevada', shopToday)
    expect(found.understood).toBe(false)
    expect(found.understood ? '' : formatMessage(found.reason)).toContain('Nevada')
  })
})
