import { testSample } from '../packages/contract/src/testing/test-sample.ts'
import { expectAccessible, themesOn } from './accessible.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration })

const paths = ['/', '/features', '/pricing', '/downloads', '/docs', '/docs/row-security']

const checkedThemes = new Map([
  [390, themesOn('phone')],
  [1440, themesOn('desktop')],
])

test('shows the public pages at several widths without overflow or layout shifts, and names every element', async ({
  page,
  product,
}) => {
  test.slow()
  // Contrast is only measurable after animations have ended.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const shifts = { total: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.total += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [390, ...testSample([768, 1024, 2560], 3), 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await page.goto(product.address + path)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const [overflow, shift] = await page.evaluate(() => [
        document.documentElement.scrollWidth - window.innerWidth,
        (window as unknown as { shifts: { total: number } }).shifts.total,
      ])
      expect([path, width, overflow]).toEqual([path, width, 0])
      expect(shift, `${path} at ${width}`).toBeLessThan(0.02)
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
      for (const colorScheme of checkedThemes.get(width) ?? []) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
    }
  }
})

test('public pages work without JavaScript, load little of it, and request nothing from other hosts', async ({
  browser,
  page,
  product,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto(`${product.address}/`)
  await expect(still.getByText('Silver Pine Office Chair').first()).toBeVisible()
  await still.getByRole('link', { name: 'View Pricing' }).click()
  await still.getByText('Is there a free trial?').click()
  await expect(still.getByText(/14-day free trial/)).toBeVisible()
  await plain.close()

  let scriptBytes = 0
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.address)) strangers.push(request.url())
  })
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script')
      scriptBytes += Number((await response.allHeaders())['content-length'] ?? 0)
  })
  await page.goto(`${product.address}/docs`, { waitUntil: 'networkidle' })
  expect(scriptBytes).toBeGreaterThan(0)
  expect(scriptBytes).toBeLessThan(30 * 1024)
  for (const path of paths) await page.goto(product.address + path, { waitUntil: 'load' })
  expect(strangers).toEqual([])
})

test('AC-408 AC-409 AC-410 AC-411 AC-424 shows a visitor the demo, plans, sales address, documentation and registration', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(product.address)
  await page.getByRole('button', { name: 'Play again' }).click()
  await expect(page.getByText('Silver Pine Office Chair').first()).toBeVisible()
  await page.getByRole('link', { name: 'View Pricing' }).click()
  await page.waitForURL('**/pricing')

  await page.getByRole('button', { name: 'Contact Sales: Standard' }).press('Enter')
  const alert = page.getByRole('alertdialog', { name: 'Contact Sales' })
  await expect(alert).toContainText('Please email sales@parlance.example for pricing and custom solutions.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(alert).toBeHidden()

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Docs' }).click()
  await page.waitForURL('**/docs')
  await page.keyboard.press('/')
  await page.keyboard.type('zebra')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing found.')).toBeHidden()
  await page.keyboard.type('hash')
  await expect(page.locator('#docs-found a').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('#docs-found a').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/column-security**')

  await page.getByRole('link', { name: 'Get Started Free' }).click()
  await page.waitForURL('**/register')
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.goto(`${product.address}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'Ask your database. Read the answer and the proof.' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(page.getByText('There is no page at /no/such/page. This is the home page.')).toBeVisible()
})
