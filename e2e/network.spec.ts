import type { Page } from '@playwright/test'
import { ask, asked, composer, conversation, results, signIn, steps } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'
import { holdModel } from './scripted-model.ts'

const question = 'How many orders are there?'
const streams = '**/api/v1/custom_run_sse*'
const plain = '**/run*'
const followed = '**/api/v1/turns/*/events**'
const answers = (page: Page) => conversation(page).getByRole('article', { name: 'Answer' })
const said = (page: Page) => answers(page).getByText(/^There are [\d,]+ orders\.$/)

/** Checks that the conversation has this one question with its answer, here and when opened again. */
async function expectOnce(page: Page): Promise<void> {
  for (const moment of ['now', 'reloaded']) {
    if (moment === 'reloaded') await page.reload()
    await expect(said(page)).toHaveCount(1)
    await expect(steps(page)).toHaveCount(1)
    await expect(asked(page, question)).toHaveCount(1)
    await expect(answers(page)).toHaveCount(1)
    await expect(conversation(page).getByText('✕')).toHaveCount(0)
    await expect(composer(page)).toBeEnabled()
  }
}

test.use({ environment: demonstration })
test.beforeEach(async ({ page, product }) => {
  await signIn(page, product)
})

test('continues a broken stream with its next event', async ({ page }) => {
  await page.route(streams, async (route) => {
    const response = await route.fetch()
    const lines = (await response.text()).split('\n\n')
    await route.fulfill({ response, body: `${lines.slice(0, 3).join('\n\n')}\n\ndata: {"id":"cut` })
  })
  const resumed = page.waitForRequest(followed)
  await ask(page, question)
  expect(new URL((await resumed).url()).searchParams.get('after')).toBe('3')
  await expectOnce(page)
})

test('CH-043 falls back to a plain request when a proxy fails, and stays on the same turn', async ({ page }) => {
  await page.route(streams, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' }))
  const [first, second] = [page.waitForRequest(streams), page.waitForRequest(plain)]
  await ask(page, question)
  const turnOf = async (request: typeof first) => (await request).postDataJSON().turnId
  expect(await turnOf(second)).toBe(await turnOf(first))
  await expectOnce(page)
})

test('CH-211 reports the status when nothing gets through, and asks only once on retry', async ({ page }) => {
  const broken = [streams, plain, followed]
  for (const path of broken) await page.route(path, (route) => route.fulfill({ status: 502, body: '<h1>502</h1>' }))
  await ask(page, question)
  await expect(answers(page).getByText('Server error: 502 Bad Gateway')).toBeVisible()
  await expect(results(page).getByText('No rows to show')).toBeVisible()
  await expect(asked(page, question)).toBeVisible()
  for (const path of broken) await page.unroute(path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectOnce(page)
})

test('joins the turn that ran when the answer got lost and the question is asked again', async ({ page }) => {
  const turns: string[] = []
  await page.route(streams, async (route) => {
    turns.push(route.request().postDataJSON().turnId)
    if (turns.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.route(followed, (route) => route.abort('connectionreset'))
  await ask(page, question)
  await expect(answers(page).getByText('Unable to connect to the server.')).toBeVisible()
  await page.unroute(followed)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(said(page)).toBeVisible()
  expect(turns).toEqual([turns[0], turns[0]])
  await expectOnce(page)
})

test('CH-214 sends a question that was asked without a network once the network returns', async ({ page, context }) => {
  await expect(composer(page)).toBeFocused()
  await context.setOffline(true)
  await ask(page, question)
  await expect(
    answers(page).getByText('Unable to connect to the server. Please check if the server is running.'),
  ).toBeVisible()
  await expect(answers(page).getByText('This question is sent when you are back online.')).toBeVisible()
  const notice = await page.getByText('You are offline. Answers continue when you are back online.').boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(title?.y).toBeGreaterThanOrEqual((notice?.y ?? 0) + (notice?.height ?? Infinity))
  await context.setOffline(false)
  await expectOnce(page)
})

test('CH-212 reports a server that does not answer at all', async ({ page }) => {
  const empty = { status: 200, contentType: 'text/event-stream', body: '' }
  await page.route(streams, (route) => route.fulfill(empty))
  await page.route(followed, (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.route(plain, (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '[]' }))
  await ask(page, question)
  await expect(answers(page).getByText('No response received from server. The request may have failed.')).toBeVisible()
})

test.describe('while a model answers', () => {
  const words = 'There are many orders.'

  test('reports a server that died and came back, and lets the user ask again', async ({ page, product }) => {
    const model = await holdModel(product.address, words)
    await ask(page, question)
    await model.asked
    await product.kill()
    await expect(answers(page).getByText('Connection lost. Reconnecting...')).toBeVisible()
    await expect(asked(page, question)).toBeVisible()
    await product.start()
    await expect(
      answers(page).getByText('The server restarted while it was answering this question. Please ask again.'),
    ).toBeVisible()
    model.release()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(answers(page).getByText(words)).toHaveCount(1)
    await page.reload()
    await expect(asked(page, question)).toHaveCount(2)
    await expect(answers(page).getByText(words)).toHaveCount(1)
    await model.end()
  })

  for (const { what, later } of [
    { what: 'a line without a byte is given up after a while', later: 46_000 },
    { what: 'a laptop that slept for an hour catches up', later: 3_600_000 },
  ]) {
    test(what, async ({ page, product }) => {
      const model = await holdModel(product.address, words)
      await ask(page, question)
      await model.asked
      // A proxy that accepts the request and never answers it.
      await page.route(followed, () => undefined)
      await page.clock.install()
      const silent = page.waitForRequest(followed)
      await page.reload()
      await silent
      await expect(asked(page, question)).toBeVisible()
      model.release()
      await page.unroute(followed)
      await page.clock.fastForward(later)
      await expect(answers(page).getByText(words)).toHaveCount(1)
      await expect(asked(page, question)).toHaveCount(1)
      await expect(composer(page)).toBeEnabled()
      await model.end()
    })
  }

  test('answers one of two tabs that ask at the same time, and keeps the other’s question to ask again', async ({
    page,
    product,
    context,
  }) => {
    const model = await holdModel(product.address, words)
    const other = await context.newPage()
    await other.addInitScript('delete window.BroadcastChannel')
    // Load this tab before the question is asked, or it would follow the answer instead of asking its own question.
    const loaded = other.waitForResponse((response) => /\/sessions\/[^/?]+$/.test(response.url()))
    await page.waitForURL(/[?&]session=/)
    await other.goto(page.url())
    await loaded
    await expect(composer(other)).toBeEnabled()
    await ask(page, question)
    await model.asked
    await ask(other, 'How many customers are there?')
    await expect(
      answers(other).getByText('This conversation is still answering a question. Wait for the answer, or stop it.'),
    ).toBeVisible()
    await expect(asked(other, 'How many customers are there?')).toBeVisible()
    model.release()
    await expect(steps(page)).toHaveCount(1)
    await other.getByRole('button', { name: 'Try again' }).click()
    await expect(answers(other).getByText(words)).toBeVisible()
    await page.reload()
    for (const text of [question, 'How many customers are there?']) await expect(asked(page, text)).toHaveCount(1)
    await expect(answers(page)).toHaveCount(2)
    await model.end()
  })

  test('CH-220 says so when stopping without a network, and stops once it is back', async ({
    page,
    product,
    context,
  }) => {
    const model = await holdModel(product.address, words)
    await ask(page, question)
    await model.asked
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Cancel processing' }).click()
    await expect(
      page.getByRole('alert').getByText('Failed to cancel the operation. The process may have already completed.'),
    ).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Cancel processing' }).click()
    await expect(answers(page).getByText('Operation cancelled by user')).toBeVisible()
    await expect(composer(page)).toBeEnabled()
    await model.end()
  })

  test('follows the same answer in a second tab and after a reload, and shows it once', async ({
    page,
    product,
    context,
  }) => {
    const model = await holdModel(product.address, words)
    await ask(page, question)
    await model.asked
    await page.reload()
    const other = await context.newPage()
    await other.goto(page.url())
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: 'Cancel processing' })).toBeVisible()
      await expect(asked(tab, question)).toHaveCount(1)
    }
    model.release()
    for (const tab of [page, other]) {
      await expect(steps(tab)).toHaveCount(1)
      await expect(asked(tab, question)).toHaveCount(1)
      await expect(answers(tab)).toHaveCount(1)
    }
    await model.end()
  })
})

test.describe('files', () => {
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const towns = file('towns.csv', 'town,people\nUlm,126000\nJena,111000\n')
  const inForm = (page: Page, name: string) => page.locator('form').getByRole('listitem').filter({ hasText: name })

  test('keeps files that the server refused, the bad one with its reason, and asks about the others without it', async ({
    page,
  }) => {
    await page.getByLabel('Files to attach').setInputFiles([towns, file('names.csv', 'a,b,c\n')])
    await ask(page, 'How many towns are there?')
    await expect(inForm(page, 'names.csv')).toContainText('The file has no data')
    await expect(inForm(page, 'towns.csv')).toHaveAttribute('data-refused', 'false')
    await expect(composer(page)).toHaveValue('How many towns are there?')
    await page.getByRole('button', { name: 'Remove names.csv' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(steps(page)).toHaveCount(1)
    await expect(conversation(page).getByRole('button', { name: 'Download towns.csv' }).last()).toBeEnabled()
    await expect(inForm(page, 'towns.csv')).toHaveCount(0)
  })

  test('takes back files that are still uploading', async ({ page }) => {
    const held = page.waitForRequest(plain)
    await page.route(plain, () => undefined)
    await page.getByLabel('Files to attach').setInputFiles([towns])
    await ask(page, 'How many towns are there?')
    await held
    await expect(answers(page).getByText(/^Sending the files\.\.\. ·/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel processing' }).click()
    await expect(answers(page).getByText('Operation cancelled by user')).toBeVisible()
    await expect(composer(page)).toBeEnabled()
  })
})
