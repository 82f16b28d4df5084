import { afterAll, describe, expect, it } from 'vitest'
import { ask, translateOn } from '../testing/ask.ts'
import { openShop, shopToday } from '../testing/shop.ts'

const shop = openShop()
afterAll(() => shop.close())

describe('things that are compared', () => {
  it.each([
    [
      'compare the price of Kettle with Toaster',
      [
        ['Kettle', 40],
        ['Toaster', 55],
      ],
    ],
    [
      'compare the stock and price of Kettle and Toaster',
      [
        ['Kettle', 12, 40],
        ['Toaster', 0, 55],
      ],
    ],
    [
      'compare delivered with cancelled orders',
      [
        ['cancelled', 1],
        ['delivered', 5],
      ],
    ],
    [
      'compare the number of delivered and cancelled orders',
      [
        ['cancelled', 1],
        ['delivered', 5],
      ],
    ],
  ])('are shown side by side: %s', async (question, expected) => {
    expect((await ask(shop, shopToday, question)).rows).toEqual(expected)
  })

  it('ask which number is meant if each has several rows', async () => {
    const found = await translateOn(shop, 'compare the price of Kitchen products with Books', shopToday)
    const readings = found.understood || !('readings' in found) ? [] : found.readings
    expect(readings.map((one) => shop.rows(one.sql))).toEqual([
      [
        ['Kitchen', 47.5],
        ['Books', 36],
      ],
      [
        ['Kitchen', 55],
        ['Books', 60],
      ],
      [
        ['Kitchen', 40],
        ['Books', 12],
      ],
    ])
  })
})
