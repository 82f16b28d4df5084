import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage } from '@parlance/contract'
import { ask, translateOn } from './testing/ask.ts'
import { openLibrary, libraryToday } from './testing/library.ts'
import { openShop, shopToday } from './testing/shop.ts'

const shop = openShop()
const library = openLibrary()
afterAll(() => {
  shop.close()
  library.close()
})

const firstCells = async (question: string) => (await ask(shop, shopToday, question)).rows.map((row) => row[0])

describe('rows that have none of something', () => {
  it.each([
    ['products never sold', ['Lantern']],
    ['products that did not sell', ['Lantern']],
    ['products not sold in 2025', ['Toaster', 'Spade', 'Lantern']],
    ['products that nobody ordered', ['Lantern']],
    ['products no one reviewed', ['Toaster', 'Spade', 'Novel', 'Lantern']],
    ['who has not ordered?', ['Eva Lind']],
    ["customers who haven't ordered since March", ['Carla Voss', 'Eva Lind']],
    ['products not in any order', ['Lantern']],
  ])('%s', async (question, names) => {
    expect(await firstCells(question)).toEqual(names)
  })

  it('notes which table “sold” refers to', async () => {
    const { translation } = await ask(shop, shopToday, 'products never sold')
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual(['“sold” refers to rows of order_items'])
  })

  it('declines “never sold” if no table records sales', async () => {
    const found = await translateOn(library, 'staff never sold', libraryToday)
    expect(found.understood ? found.sql : formatMessage(found.reason)).toBe('No table shows which staff were sold.')
  })
})

describe('numbers of related rows', () => {
  it.each([
    ['customers who placed exactly 3 orders', ['Ben Kurz']],
    ['customers with exactly two orders', ['Ana Lopez', 'Dev Rao']],
    ['customers with a single order', ['Carla Voss']],
    ['customers with several orders', ['Ana Lopez', 'Ben Kurz', 'Dev Rao']],
    ['customers who placed multiple orders in 2024', ['Ben Kurz']],
    ['customers who wrote 2 or more reviews', ['Ana Lopez']],
    ['customers with at least one order in 2024', ['Ana Lopez', 'Ben Kurz']],
  ])('%s', async (question, names) => {
    expect(await firstCells(question)).toEqual(names)
  })

  it('limits the rows if the number comes before what is asked for', async () => {
    expect((await ask(shop, shopToday, 'exactly 3 orders')).rows).toHaveLength(3)
  })

  it('asks whether “fewer than” includes none', async () => {
    const found = await translateOn(shop, 'customers with fewer than 2 orders', shopToday)
    expect(found).toMatchObject({ understood: false, readings: [{}, {}] })
  })
})

describe('excluded and alternative values', () => {
  it.each([
    ['customers from neither Spain nor Germany', ['Dev Rao', 'Eva Lind']],
    ['customers who are neither from Spain nor in the Business segment', ['Carla Voss', 'Dev Rao']],
    ['customers other than Ana Lopez', ['Ben Kurz', 'Carla Voss', 'Dev Rao', 'Eva Lind']],
    ['products with a price over 50 or less than 20', ['Toaster', 'Rake', 'Atlas', 'Novel']],
    ['products cheaper than 20 or more expensive than 50', ['Toaster', 'Rake', 'Atlas', 'Novel']],
  ])('%s', async (question, names) => {
    expect(await firstCells(question)).toEqual(names)
  })

  it('excludes both values of “neither … nor”', async () => {
    const { rows } = await ask(shop, shopToday, 'orders that are neither delivered nor cancelled')
    expect(rows.map((row) => row[3])).toEqual(['shipped', 'pending'])
  })
})
