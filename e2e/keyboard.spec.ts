import { expectGoodEverywhere } from './accessible.ts'
import { ask, asked, composer, results, signIn, signInByForm, steps } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration })

test('shows an accessible command palette, full and empty', async ({ page, product }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product)
  await expect(page.getByRole('heading', { name: 'Ask Sample Shop anything' })).toBeVisible()
  await page.getByRole('button', { name: 'Command palette' }).click()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('option', { name: 'New Conversation' })).toBeVisible()
  await expectGoodEverywhere(page)
  await page.keyboard.type('no such thing')
  await expect(palette.getByText('No results. Try different words.')).toBeVisible()
  await expectGoodEverywhere(page)
  await palette.getByRole('button', { name: 'Close' }).click()
  await expect(palette).toBeHidden()
  await expect(page.getByRole('button', { name: 'Command palette' })).toBeFocused()
})

test('asks, edits, walks through the questions and visits every screen with only the keyboard', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, product)
  await expect(composer(page)).toBeFocused()
  await ask(page, 'How many orders are there per status?')
  await expect(steps(page)).toHaveCount(1)
  await expect(composer(page)).toBeFocused()

  await page.keyboard.press('ArrowUp')
  await expect(composer(page)).toHaveValue('How many orders are there per status?')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('How many customers are there?')
  await page.keyboard.press('Enter')
  await expect(steps(page)).toHaveCount(2)

  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const choose = async (words: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(words)
    await expect(palette.getByRole('option', { name })).toHaveAttribute('data-highlighted', '')
    await page.keyboard.press('Enter')
    await expect(palette).toBeHidden()
  }
  const questions = page.getByRole('article', { name: 'You asked' })
  await choose('previous', /^Previous question/)
  // Which question is the previous one depends on the height of the answers.
  await expect(page.locator('[data-kind="question"]:focus')).toBeVisible()
  await page.keyboard.press('k')
  await expect(questions.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(questions.nth(1)).toBeFocused()
  await page.keyboard.press('/')
  await expect(composer(page)).toBeFocused()

  await choose('new conv', /^New Conversation/)
  await expect(page.getByRole('heading', { name: 'Ask Sample Shop anything' })).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await choose('orders per', /^How many orders are there per status/)
  await expect(asked(page, 'How many customers are there?')).toBeVisible()

  await choose('license', /^License/)
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(composer(page)).toBeFocused()

  await results(page).getByRole('button', { name: 'Edit SQL' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog', { name: 'Database Management' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(results(page).getByRole('button', { name: 'Edit SQL' })).toBeFocused()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const action of ['Command palette', 'Edit last question', 'Next question', 'View Business Areas']) {
    await expect(sheet.getByText(action, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('CH-090 leaves a conversation that another tab deletes', async ({ page, product, context }) => {
  await signIn(page, product)
  await ask(page, 'How many orders are there per status?')
  await expect(steps(page)).toHaveCount(1)
  const address = page.url()
  const other = await context.newPage()
  await other.goto(address)
  await expect(asked(other, 'How many orders are there per status?')).toBeVisible()
  await page.getByRole('button', { name: /^Delete How many orders/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this conversation?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete conversation' }).click()
  await expect(asked(page, 'How many orders are there per status?')).toBeHidden()
  await expect(asked(other, 'How many orders are there per status?')).toBeHidden()
  await expect(other.getByRole('heading', { name: 'Ask Sample Shop anything' })).toBeVisible()
  expect(other.url()).not.toBe(address)
})

for (const [name, block] of [
  [
    'blocked',
    () => {
      for (const storage of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, storage, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      }
    },
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
  ],
] as const) {
  test(`lets users sign in, ask and change the theme with a storage that is ${name}`, async ({ page, product }) => {
    await page.addInitScript(block)
    await signInByForm(page, product)
    await ask(page, 'How many orders are there per status?')
    await expect(steps(page)).toHaveCount(1)
    await page.getByRole('button', { name: /^Switch theme/ }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })
}
