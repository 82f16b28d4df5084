import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { ask, conversation, results, signIn, steps } from '../chat-page.ts'
import { demonstration, test } from '../product.ts'

const folder = process.env.SCREENS_FOLDER ?? resolve(import.meta.dirname, '../../test-results/screens')
const widths = { 390: 844, 1440: 900, 2560: 1300 } as const
const themes = ['light', 'dark'] as const
const town = { name: 'towns.csv', mimeType: 'text/csv', buffer: Buffer.from('town,people\nUlm,126000\n') }

test.use({ environment: demonstration })

for (const [width, height] of Object.entries(widths)) {
  for (const theme of themes) {
    test(`takes pictures of the chat at ${width} px in the ${theme} theme`, async ({ page, product }) => {
      const isPhone = Number(width) < 769
      await page.setViewportSize({ width: Number(width), height })
      await page.emulateMedia({ colorScheme: theme })
      const take = (name: string) => page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) })
      const open = async (name: string, act: () => Promise<void>) => {
        await act()
        await page.waitForTimeout(300)
        await take(name)
        await page.keyboard.press('Escape')
      }
      await signIn(page, product)
      await page.getByText(/^Ask .+ anything$/).waitFor()
      await page.waitForTimeout(500)
      await take('empty')

      await answer(page, 'What was the total revenue in 2025?')
      await take('number')
      await answer(page, 'Revenue by country')
      await take('ranking')
      await answer(page, 'Revenue by month in 2025')
      await take('line')
      await answer(page, 'Revenue by month in 2026')
      await take('running')
      await page.getByRole('button', { name: 'Show as a number' }).last().click()
      await take('latest')
      await answer(page, 'Which products sell the most?')
      await take('most')
      await open('steps', () => steps(page).last().click())
      await open('wrong', () => page.getByRole('button', { name: 'Wrong answer' }).last().click())
      await answer(page, 'Show customers whose mood is purple')
      await take('declined')
      await answer(page, 'list all orders')
      await take('grid')
      if (isPhone) {
        await results(page).getByRole('button', { name: 'Show the results in full height' }).click()
        await take('sheet')
      }
      await results(page).getByRole('button', { name: 'Chart' }).first().click()
      await page.waitForTimeout(600)
      await take('chart')
      if (isPhone) await results(page).getByRole('tab', { name: 'SQL Query' }).click()
      await results(page).getByRole('button', { name: 'Edit SQL' }).click()
      await page.waitForTimeout(500)
      await take('editor')
      await results(page).getByRole('button', { name: 'Restore original SQL' }).click()
      await page.getByLabel('Files to attach').setInputFiles([town])
      await page.waitForTimeout(300)
      await take('files')
      await open('palette', () => page.keyboard.press('Control+k'))
      await open('keys', async () => {
        await page.getByRole('heading', { level: 1 }).click()
        await page.keyboard.press('?')
      })
      if (isPhone) await results(page).getByRole('button', { name: 'Fold the results' }).click()
      if (isPhone) await open('menu', () => page.getByRole('button', { name: 'Open side menu' }).click())
    })
  }
}

async function answer(page: Page, question: string): Promise<void> {
  const count = await steps(page).count()
  await ask(page, question)
  await steps(page).nth(count).waitFor()
  await conversation(page).getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  await page.waitForTimeout(500)
}
