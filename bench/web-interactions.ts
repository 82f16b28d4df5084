import type { Page, Route } from '@playwright/test'
import type { Figure } from './figure.ts'

const turnCount = 5000
const slowest = 200

/** Collects how long the browser takes from an input to the next paint. It runs in the page. */
const observeScript = `(() => {
  window.interactions = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId > 0) window.interactions.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: false })
})()`

/**
 * Measures the slowest interaction in a conversation of 10,000 messages: typing a question, moving through the questions,
 * opening a part of an answer, and showing its rows.
 */
export async function conversationInteractions(page: Page): Promise<Figure> {
  const session = new URL(page.url()).searchParams.get('session') ?? ''
  await page.route((url) => url.pathname.endsWith(`/${session}`), withManyTurns)
  await page.reload()
  await page.getByText(/^Show earlier messages/).waitFor({ timeout: 60_000 })
  await page.evaluate(observeScript)
  const composer = page.getByPlaceholder('Type your message or ask about your data...')
  await composer.click()
  await page.keyboard.type('Which five')
  await composer.blur()
  for (const key of ['k', 'k', 'k', 'j']) await page.keyboard.press(key)
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  await answer.getByRole('button', { name: 'SQL', exact: true }).click()
  await answer.getByRole('button', { name: 'Steps', exact: true }).click()
  await answer.getByRole('button', { name: 'Show as a table' }).click()
  await page.getByRole('button', { name: /^Show earlier messages/ }).click()
  return figure(`interact with ${2 * turnCount} messages, slowest next paint`, await longestOf(page))
}

/** Measures the slowest interaction with a grid that has all of its rows: sorting, moving, and selecting. */
export async function gridInteractions(page: Page, rowCount: number): Promise<Figure> {
  const grid = page.getByRole('grid')
  await page.evaluate(observeScript)
  await grid.getByRole('columnheader').nth(1).getByRole('button').click()
  await grid.getByRole('columnheader').nth(1).getByRole('button').click()
  await grid.getByRole('gridcell').first().click()
  for (const key of [
    'ArrowDown',
    'PageDown',
    'Control+End',
    'Control+Home',
    'Control+Shift+End',
    'Control+a',
    'Escape',
  ])
    await page.keyboard.press(key)
  return figure(`interact with ${rowCount} rows, slowest next paint`, await longestOf(page))
}

async function longestOf(page: Page): Promise<number> {
  // The entries of the last interaction arrive after its paint.
  await page.waitForTimeout(500)
  const all = await page.evaluate<number[]>('window.interactions')
  return Math.max(0, ...all)
}

function figure(name: string, value: number): Figure {
  return { bench: 'web', name, value, unit: 'ms', limit: slowest }
}

/** The conversation with its first turn many times over. */
async function withManyTurns(route: Route): Promise<void> {
  const response = await route.fetch()
  const session: { events: { id: string; turn_id?: string }[] } = await response.json()
  const [first] = session.events
  const turn = session.events.filter(({ turn_id: id }) => id === first?.turn_id)
  const events = Array.from({ length: turnCount }, (_, at) =>
    turn.map((event, index) => ({ ...event, id: `${at}-${index}`, turn_id: `turn-${at}` })),
  )
  await route.fulfill({ response, json: { ...session, events: events.flat() } })
}
