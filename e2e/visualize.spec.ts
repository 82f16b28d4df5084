import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ask, demo, results, signIn } from './chat-page.ts'
import { expect, test } from './product.ts'

const byCountry = 'SELECT country, COUNT(*) AS customers FROM customers GROUP BY country ORDER BY 2 DESC'

test.beforeEach(async ({ product }) => {
  await product.kill()
  await product.start({ PARLANCE_DEMO: '1' })
})

test('AC-010 a link: sign-in, a look at the SQL, the chart, its picture', async ({ page, product }) => {
  test.slow()
  const payload = {
    sql: byCountry,
    databaseName: 'Sample Shop',
    businessAreaName: '',
    timestamp: '2026-01-05T12:00:00Z',
  }
  await page.goto(`${product.address}/visualize?JSONDATA=${encodeURIComponent(JSON.stringify(payload))}`)
  await page.waitForURL('**/login?returnUrl=%2Fvisualize')
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password').fill(demo.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/visualize')
  await expect(page.getByText('This query came by a link')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(drawing(page)).toBeVisible()
  await expectAccessible(page)

  for (const type of ['Line', 'Area', 'Pie', 'Bar']) {
    await page.getByRole('radio', { name: type }).check({ force: true })
    await expect(page.getByRole('figure', { name: `${type}: Sum of customers by country` })).toBeVisible()
    await expect(drawing(page)).toBeVisible()
  }
  await page.getByRole('radio', { name: 'Bar' }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Line' })).toBeChecked()

  const png = await downloaded(page, 'Download PNG')
  expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  const svg = (await downloaded(page, 'Download SVG')).toString()
  expect(svg).toContain('Sum of customers by country')
  expect(svg).not.toContain('var(')

  await page.getByLabel('Title').fill('Customers')
  await page.reload()
  await expect(page.getByRole('figure', { name: 'Line: Customers' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(drawing(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('CH-159 CH-161 the chat’s own query is drawn at once in a new tab', async ({ page, product, context }) => {
  await signIn(page, product.address)
  await ask(page, 'How many customers per country?')
  const opened = context.waitForEvent('page')
  await results(page).getByRole('button', { name: 'Visualize' }).click()
  const tab = await opened
  await expect(drawing(tab)).toBeVisible()
  expect(new URL(tab.url()).search).toBe('')
  await expect(tab.getByRole('table', { name: 'Values of the chart' })).toBeVisible()
})

const drawing = (page: Page) => page.locator('.viz-drawing svg').first()

async function downloaded(page: Page, name: string): Promise<Buffer> {
  const event = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return readFile(await (await event).path())
}
