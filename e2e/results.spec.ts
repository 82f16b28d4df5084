import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ask, results, signIn } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration })
test.beforeEach(async ({ page, product }) => {
  await signIn(page, product)
})

test('draws a wide and long result in part, selects by drag and keyboard, and copies all of it', async ({
  page,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await ask(page, 'How many customers per country?')
  const columns = Array.from({ length: 60 }, () => 'c.*').join(', ')
  await runSql(page, `SELECT ${columns} FROM customers c, customers d LIMIT 2000`)
  await results(page).getByRole('button', { name: 'Load all rows' }).click()
  await expect(results(page).getByText('2,000 rows', { exact: true })).toBeVisible()
  const grid = results(page).getByRole('grid')
  await expect(grid).toHaveAttribute('aria-colcount', '481')
  await expect(grid).toHaveAttribute('aria-rowcount', '2001')
  expect(await grid.getByRole('row').count()).toBeLessThan(400)
  expect(await grid.getByRole('columnheader').count()).toBeLessThan(40)
  await expectAccessible(page)

  await dragToCorner(page)
  await expect
    .poll(() => grid.evaluate((element) => Math.min(element.scrollLeft, element.scrollTop)))
    .toBeGreaterThan(60)
  await page.mouse.up()
  const selected = grid.locator('[aria-selected=true]')
  await expect(selected.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(0)

  await page.keyboard.press('Control+Home')
  await expect(focusedCell(page)).toHaveAttribute('data-cell', '0:0')
  await expect.poll(() => grid.evaluate((element) => element.scrollTop + element.scrollLeft)).toBe(0)
  await page.keyboard.press('Control+Shift+End')
  await expect(focusedCell(page)).toHaveAttribute('data-cell', '1999:479')
  await expect(focusedCell(page)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Control+c')
  await expect.poll(async () => (await clipboard(page)).split('\n').length).toBe(2000)
  expect((await clipboard(page)).split('\n')[0]?.split('\t')).toHaveLength(480)

  await grid.evaluate((element) => element.scrollTo(0, 0))
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(0)
  await page.keyboard.press('ArrowUp')
  await expect(focusedCell(page)).toHaveAttribute('data-cell', '1998:479')
  await expect(focusedCell(page)).toBeInViewport({ ratio: 0.9 })
})

test('shows a column of money, its chart as a picture, and prints every row on white in the dark theme', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await ask(page, 'revenue by category')
  const grid = results(page).getByRole('grid')
  const amounts = grid.getByRole('gridcell', { name: /^[\d,]+\.\d+$/ })
  await expect(amounts).not.toHaveCount(0)
  for (const amount of await amounts.allTextContents()) expect(amount).toMatch(/\.\d\d$/)
  await expect(results(page).getByText(/^Sample Shop · 3 tables · /)).toBeVisible()

  await results(page).getByRole('button', { name: 'Chart' }).click()
  await expect(page.locator('figure div[aria-hidden] svg')).toBeVisible()
  const svg = await savedChart(page, 'Vector image (.svg)')
  expect(svg.toString()).toContain('@font-face{font-family:"Inter Variable"')
  const png = await savedChart(page, 'Image (.png)')
  expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])

  await ask(page, 'list all products')
  await expect(grid.getByRole('columnheader', { name: /revenue/ })).toHaveCount(0)
  await expect(results(page).getByText(/\d rows$/)).toBeVisible()
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1
  expect(await grid.getByRole('row').count()).toBeLessThan(rows)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const paper = page.locator('table').last()
  await expect(paper.locator('tbody tr')).toHaveCount(rows)
  await expect(grid).toBeHidden()
  expect(await lightness(page, 'td', 'color')).toBeLessThan(0.5)
  expect(await lightness(page, 'body', 'backgroundColor')).toBeGreaterThan(0.9)
  await page.emulateMedia({ media: 'screen' })
  await expect(grid).toBeVisible()
  await expect(page.getByRole('heading', { name: 'list all products' })).toHaveCount(0)
})

const focusedCell = (page: Page) => page.locator('[data-cell]:focus')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function runSql(page: Page, sql: string): Promise<void> {
  await results(page).getByRole('button', { name: 'Edit SQL' }).click()
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('Control+Enter')
}

/** Drags from a cell to the grid's corner, and leaves the pointer there. */
async function dragToCorner(page: Page): Promise<void> {
  const box = await results(page).getByRole('grid').boundingBox()
  if (box === null) throw new Error('the grid is not drawn')
  await page.mouse.move(box.x + box.width / 2, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4, { steps: 5 })
}

async function savedChart(page: Page, name: string): Promise<Buffer> {
  const event = page.waitForEvent('download')
  await results(page).getByRole('button', { name: 'Copy or save chart' }).click()
  await page.getByRole('menuitem', { name }).click()
  return readFile(await (await event).path())
}

/** Returns the lightness of a color as the browser draws it, from 0 to 1. */
function lightness(page: Page, selector: string, property: 'color' | 'backgroundColor'): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, name) => {
      const context = document.createElement('canvas').getContext('2d')
      if (context === null) return Number.NaN
      context.fillStyle = getComputedStyle(element)[name]
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
      return (red + green + blue) / 765
    }, property)
}
