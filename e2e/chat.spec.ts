import type { Locator, Page } from '@playwright/test'
import { expectGoodEverywhere } from './accessible.ts'
import { ask, asked, composer, conversation, results, signIn, steps } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration })

test('shows an accessible answer, no wider than the screen', async ({ page, product }) => {
  test.slow()
  await signIn(page, product)
  await expect(composer(page)).toBeVisible()
  await expectGoodEverywhere(page)
  await ask(page, 'How many orders are there per status?')
  await expect(steps(page)).toBeVisible()
  await expectGoodEverywhere(page)
})

test('signs in, asks, reads, sorts and exports with only the keyboard and what a screen reader says', async ({
  page,
  product,
}) => {
  const focused = page.locator(':focus')
  const tabTo = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press(key)
    }
    await expect(target).toBeFocused()
  }
  await page.goto(`${product.address}/login`)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(product.account.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(product.account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/chat**')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Revenue by country')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Answer ready\. Of 13 countries/)).toHaveAttribute('aria-live', 'polite')
  await expect(composer(page)).toBeFocused()
  const answer = page.getByRole('article', { name: 'Answer' })
  await expect(answer).toMatchAriaSnapshot(`
    - article "Answer":
      - paragraph:
        - button "13"
        - button /^[A-Z]/
        - button /^[\\d,]+\\.\\d\\d$/
        - button /^[A-Z]/
        - button /^[\\d,]+\\.\\d\\d$/
      - figure "Revenue by country":
        - button "Show as a table"
        - button "Expand"
        - table
      - list "Assumptions"
      - paragraph:
        - button "3 tables"
        - button "SQL"
        - button "Steps"
      - button "This is right"
      - button "Wrong answer"
      - button "Copy answer"
      - group "Follow-up questions"
  `)
  // The sample shop ends today, so its rows differ each day.
  const [, , revenue = ''] = await answer.getByRole('paragraph').first().getByRole('button').allTextContents()

  await tabTo(answer.getByRole('button', { name: 'Show as a table' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveAccessibleName('Show as bars')
  const grid = results(page).getByRole('grid', { name: 'Result rows' })
  await tabTo(grid.getByRole('gridcell').first())
  await page.keyboard.press('ArrowUp')
  await expect(focused).toHaveAccessibleName('country')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(results(page).getByText('Sorted by revenue, descending')).toHaveRole('status')
  await expect(focused).toHaveAccessibleName('revenue')
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveText(revenue)

  const download = page.waitForEvent('download')
  await tabTo(results(page).getByRole('button', { name: 'Export CSV' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^query_results_/)
  await expect(focused).toHaveAccessibleName('Exported!')
})

test('CH-004 CH-007 CH-020 CH-021 CH-022 CH-023 CH-024 CH-025 CH-030 OP-22 lays out the chat in its sizes, side by side and stacked', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, product)
  const box = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const handle = page.getByRole('separator', { name: 'Resize the conversation' })
  await expect(composer(page)).toBeVisible()
  expect((await box(page.getByRole('complementary', { name: 'Side menu' }))).width).toBe(380)
  const areas = page.getByRole('group', { name: 'Business area' })
  expect(await areas.evaluate((list) => getComputedStyle(list).maxHeight)).toBe('300px')
  expect((await box(conversation(page))).width / (1440 - 380)).toBeCloseTo(0.4, 2)
  expect((await box(handle)).width).toBe(8)
  expect((await box(composer(page))).height).toBe(60)
  await composer(page).fill('line\n'.repeat(30))
  expect((await box(composer(page))).height).toBe(150)
  await composer(page).fill('')
  const from = await box(handle)
  await page.mouse.move(from.x + 4, from.y + 300)
  await page.mouse.down()
  await page.mouse.move(from.x + 104, from.y + 300)
  await page.mouse.up()
  expect((await box(handle)).x - from.x).toBeCloseTo(100, -1)
  await page.mouse.move(from.x + 104, from.y + 300)
  await page.mouse.down()
  await page.mouse.move(390, from.y + 300)
  await page.mouse.up()
  expect((await box(conversation(page))).width).toBeCloseTo(300, 0)
  await page.setViewportSize({ width: 988, height: 900 })
  expect((await box(page.getByRole('complementary', { name: 'Side menu' }))).width).toBe(380)
  for (const pane of [conversation(page), results(page)]) expect((await box(pane)).width).toBeGreaterThanOrEqual(300)
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(handle).toBeHidden()
  const above = await box(conversation(page))
  const below = await box(results(page))
  expect(above.width).toBe(768)
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height)
  expect(Math.abs(above.height - below.height)).toBeLessThanOrEqual(1)
})

test('shows one conversation in two tabs, and sends a question that waited for the network', async ({
  page,
  product,
  context,
}) => {
  await signIn(page, product)
  await ask(page, 'How many orders are there per status?')
  await expect(steps(page)).toHaveCount(1)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(steps(other)).toHaveCount(1)
  await ask(page, 'How many customers are there?')
  await expect(asked(other, 'How many customers are there?')).toBeVisible()
  await expect(steps(other)).toHaveCount(2)
  await context.setOffline(true)
  await ask(page, 'How many products are there?')
  await expect(
    conversation(page)
      .getByText(/^✕?Unable to connect to the server. Please check if the server is running.$/)
      .first(),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(steps(page)).toHaveCount(3)
  await expect(steps(other)).toHaveCount(3)
})

test('keeps a file through a reload, asks about it, downloads it again, and forgets it after signing out', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.waitForURL('**/chat?session=*')
  const opened = page.url()
  // The file is chosen while no conversation is open yet.
  await page.route('**/sessions', () => undefined)
  await page.goto(new URL('/chat', opened).href)
  const files = page.getByLabel('Files to attach')
  const buffer = Buffer.from('town,people\nUlm,126000\nJena,111000\n')
  await files.setInputFiles({ name: 'towns.csv', mimeType: 'text/csv', buffer })
  const chosen = page.locator('form').getByRole('list', { name: 'Attached files' })
  await expect(chosen).toContainText('towns.csv')
  await expect.poll(() => countKeptFiles(page)).toBe(1)
  await page.unroute('**/sessions')
  await page.goto(opened)
  await expect(chosen).toContainText('towns.csv')
  await expect.poll(() => countKeptFiles(page)).toBe(1)
  await ask(page, 'How many towns are there?')
  await expect(steps(page)).toBeVisible()
  const download = page.waitForEvent('download')
  await conversation(page).getByRole('button', { name: 'Download towns.csv' }).click()
  expect((await download).suggestedFilename()).toBe('towns.csv')
  await expect(chosen).toHaveCount(0)
  await page.reload()
  await expect(steps(page)).toBeVisible()
  await expect(chosen).toHaveCount(0)

  // Nothing of a user stays in the browser after signing out.
  await files.setInputFiles({ name: 'towns.csv', mimeType: 'text/csv', buffer })
  await expect.poll(() => countKeptFiles(page)).toBe(1)
  await page.getByRole('button', { name: new RegExp(product.account.email) }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login**')
  await expect.poll(() => countKeptFiles(page)).toBe(0)
})

/** The number of conversations whose files this browser keeps. */
function countKeptFiles(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('parlance')
        opening.onerror = () => reject(opening.error ?? new Error('The browser refused its storage.'))
        opening.onsuccess = () => {
          const count = opening.result.transaction('files').objectStore('files').count()
          count.onerror = () => reject(count.error ?? new Error('The files could not be counted.'))
          count.onsuccess = () => {
            opening.result.close()
            resolve(count.result)
          }
        }
      }),
  )
}
