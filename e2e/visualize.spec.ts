import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ask, results, signIn } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

const byCountry = 'SELECT country, COUNT(*) AS customers FROM customers GROUP BY country ORDER BY 2 DESC'

test.use({ environment: demonstration })

test('AC-010 opens a link: sign-in, a look at the SQL, the chart, its picture', async ({ page, product }) => {
  test.slow()
  const payload = encodeURIComponent(JSON.stringify(payloadOf(byCountry)))
  await page.goto(`${product.address}/visualize?JSONDATA=${payload}`)
  await page.waitForURL('**/login?returnUrl=%2Fvisualize')
  await page.getByLabel('Email').fill(product.account.email)
  await page.getByLabel('Password').fill(product.account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/visualize')
  await expect(page.getByText('This query came from a link')).toBeVisible()
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

test('CH-159 CH-161 draws the chat’s own query immediately in a new tab', async ({ page, product, context }) => {
  await signIn(page, product)
  await ask(page, 'How many customers per country?')
  const opened = context.waitForEvent('page')
  await results(page).getByRole('button', { name: 'Visualize' }).click()
  const tab = await opened
  await expect(drawing(tab)).toBeVisible()
  expect(new URL(tab.url()).search).toBe('')
  await expect(tab.getByRole('table', { name: 'Chart values' })).toBeVisible()
})

for (const configured of [true, false]) {
  test(`CH-160 a page of another origin opens it and posts a query, ${configured ? 'as configured: it is shown and waits for Run' : 'unasked: nothing is shown'}`, async ({
    page,
    product,
    context,
  }) => {
    test.slow()
    const elsewhere = await startElsewhere()
    if (configured) {
      await product.kill()
      await product.start({ PARLANCE_DEMO: '1', PARLANCE_VISUALIZATION_URL: `${elsewhere.address}/show` })
    }
    const asked = queriesOf(context)
    await page.goto(elsewhere.address)
    const opened = context.waitForEvent('page')
    await page.evaluate((url) => {
      Object.assign(window, { tab: window.open(url, '_blank') })
    }, `${product.address}/visualize`)
    const tab = await opened
    await tab.waitForURL('**/login?returnUrl=%2Fvisualize')
    await expect(tab.getByLabel('Email')).toBeVisible()
    const post = (message: unknown) =>
      page.evaluate((data) => {
        const { tab: opened_ } = window as unknown as { tab: Window }
        opened_.postMessage(data, '*')
      }, message)
    // First send a message before the sign-in, and one that isn't a query.
    await post({ type: 'import', payload: { sql: 7 } })
    await post({ type: 'import', payload: payloadOf(byCountry) })
    await tab.getByLabel('Email').fill(product.account.email)
    await tab.getByLabel('Password').fill(product.account.password)
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.waitForURL('**/visualize')
    if (configured) {
      await expect(tab.getByText('This query came from a link')).toBeVisible()
      await post({ type: 'import', payload: payloadOf('SELECT 2') })
      await expect(tab.getByRole('region', { name: 'Query' })).toContainText('GROUP BY country')
      expect(asked).toEqual([])
      await tab.getByRole('button', { name: 'Run' }).click()
      await expect(drawing(tab)).toBeVisible()
      expect(asked).toEqual([byCountry])
    } else {
      await expect(tab.getByText('Nothing to visualize yet.')).toBeVisible()
      await post({ type: 'import', payload: payloadOf(byCountry) })
      // A message from its own origin arrives after all earlier ones.
      await tab.evaluate((data) => window.postMessage(data, window.location.origin), {
        type: 'import',
        payload: payloadOf('SELECT COUNT(*) AS orders FROM orders'),
      })
      await expect(tab.getByRole('figure')).toContainText('Sum of orders')
      expect(asked).toEqual(['SELECT COUNT(*) AS orders FROM orders'])
    }
    elsewhere.close()
  })
}

test('runs nothing and says why for a payload that is cut off, too large or of the wrong shape', async ({
  page,
  product,
  context,
}) => {
  await signIn(page, product)
  const asked = queriesOf(context)
  const payload = JSON.stringify(payloadOf(byCountry))
  for (const [text, sentence] of [
    [payload.slice(0, -9), 'incomplete or damaged'],
    ['SELECT 1', 'incomplete or damaged'],
    ['[1,2]', 'does not contain a query from the chat'],
    [JSON.stringify({ ...payloadOf(byCountry), sql: [byCountry] }), 'does not contain a query from the chat'],
    [
      JSON.stringify({ ...payloadOf(byCountry), databaseName: 'Payroll' }),
      'You don\'t have access to a database named "Payroll"',
    ],
  ] as const) {
    await page.goto(`${product.address}/visualize?JSONDATA=${encodeURIComponent(text)}`)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByRole('alert')).toContainText('Nothing was run')
  }
  expect(asked).toEqual([])
})

/** Collects the queries that a browser has charted. */
function queriesOf(context: BrowserContext): string[] {
  const asked: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/v1/query/visualization')) {
      const body = request.postDataJSON() as { sql_query: string }
      asked.push(body.sql_query)
    }
  })
  return asked
}

function payloadOf(sql: string) {
  return { sql, databaseName: 'Sample Shop', businessAreaName: '', timestamp: '2026-01-05T12:00:00Z' }
}

/** Starts another origin: an empty page on its own port. */
async function startElsewhere(): Promise<{ address: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Elsewhere</title>')
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const drawing = (page: Page) => page.locator('figure div[aria-hidden] svg').first()

async function downloaded(page: Page, name: string): Promise<Buffer> {
  const event = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return readFile(await (await event).path())
}
