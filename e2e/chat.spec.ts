import { expectAccessible } from './accessible.ts'
import { ask, composer, conversation, demo, results, signIn } from './chat-page.ts'
import { expect, test } from './product.ts'

test.beforeEach(async ({ product }) => {
  await product.kill()
  await product.start({ PARLANCE_DEMO: '1' })
})

for (const { theme, width, height } of [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 390, height: 844 },
  { theme: 'dark', width: 390, height: 844 },
] as const) {
  test(`an answer is accessible, and nothing is wider than the screen: ${theme}, ${width} px`, async ({
    page,
    product,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height })
    await signIn(page, product.address)
    await expectAccessible(page)
    await ask(page, 'How many orders are there per status?')
    await expect(conversation(page).getByText(/steps? ·/)).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
}

test('by keyboard alone: sign in, ask, export', async ({ page, product }) => {
  await page.goto(`${product.address}/login`)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(demo.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demo.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/chat**')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('How many orders are there per status?')
  await page.keyboard.press('Enter')
  const exportButton = results(page).getByRole('button', { name: 'Export CSV' })
  await expect(exportButton).toBeVisible()
  const download = page.waitForEvent('download')
  for (let presses = 0; presses < 60; presses++) {
    if (await exportButton.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^query_results_/)
})
