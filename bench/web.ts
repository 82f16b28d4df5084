import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import type { Figure } from './figure.ts'
import { productArguments, startServerProcess } from './product.ts'
import { conversationInteractions, gridInteractions } from './web-interactions.ts'
import { pageLoads, signIn } from './web-pages.ts'

const rowCount = 150_000
const scrollSteps = 150

/**
 * Measures the script bytes of each page as a browser loads them, how soon a user can type, and scrolling through a grid of 150,000 rows: how
 * many rows the page contains, and the longest time without a response; and the slowest interactions with it and with a
 * long conversation.
 */
export async function run(): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const server = await startServerProcess(productArguments, data, { PARLANCE_DEMO: '1' })
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  })
  try {
    const loads = await pageLoads(browser, server.address)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const scripts = [
      size('/', await scriptBytes(page, `${server.address}/`), 30),
      size('/login', await scriptBytes(page, `${server.address}/login`), 180),
    ]
    await signIn(page, server.address)
    scripts.push(size('/chat', await scriptBytes(page, `${server.address}/chat`), 400))
    await fillGrid(page)
    const { longest, rows } = await scrollThrough(page)
    const interactions = [await gridInteractions(page, rowCount), await conversationInteractions(page)]
    return [
      ...scripts,
      ...loads,
      { bench: 'web', name: `scroll ${rowCount} rows, longest task`, value: longest, unit: 'ms', limit: 50 },
      { bench: 'web', name: `scroll ${rowCount} rows, rows in the page`, value: rows, unit: 'rows', limit: 400 },
      ...interactions,
    ]
  } finally {
    await browser.close()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

function size(name: string, bytes: number, limit: number): Figure {
  return { bench: 'web', name: `scripts of ${name}, gzip`, value: bytes / 1024, unit: 'KB', limit }
}

/** Returns the bytes of all scripts that an address loads until the network is idle, each compressed separately. */
async function scriptBytes(page: Page, address: string): Promise<number> {
  const bodies: Promise<Buffer>[] = []
  const collect = (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
    if (response.ok() && response.request().resourceType() === 'script') bodies.push(response.body())
  }
  // What the page before still loads isn't counted, and its bodies are lost.
  await page.waitForLoadState('networkidle')
  page.on('response', collect)
  await page.goto(address, { waitUntil: 'networkidle' })
  page.off('response', collect)
  let bytes = 0
  for (const body of await Promise.all(bodies)) bytes += gzipSync(body).length
  return bytes
}

/** Asks, edits the answer's SQL and loads all of its rows, like a user. */
async function fillGrid(page: Page): Promise<void> {
  const composer = page.getByPlaceholder('Type your message or ask about your data...')
  await composer.fill('Which five products earned the most?')
  await composer.press('Enter')
  const results = page.getByRole('region', { name: 'Query Results' })
  await results.getByRole('button', { name: 'Edit SQL' }).click({ timeout: 60_000 })
  await page.locator('.cm-content').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(`SELECT a.*, b.id AS other FROM orders a, orders b LIMIT ${rowCount}`)
  await page.keyboard.press('Control+Enter')
  await results.getByRole('button', { name: 'Load all rows' }).click({ timeout: 60_000 })
  await results.getByText(`${rowCount.toLocaleString('en-US')} rows`, { exact: true }).waitFor({ timeout: 120_000 })
}

/** Scrolls from the first row to the last, one step per frame. It runs in the page, whose types this program lacks. */
const scrollScript = `(async () => {
  const grid = document.querySelector('[role=grid]')
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
  })
  await frame()
  observer.observe({ type: 'longtask' })
  let rows = 0
  for (let step = 0; step <= ${scrollSteps}; step += 1) {
    grid.scrollTop = ((grid.scrollHeight - grid.clientHeight) * step) / ${scrollSteps}
    await frame()
    rows = Math.max(rows, grid.querySelectorAll('[role=row]').length)
  }
  await frame()
  observer.disconnect()
  return { longest, rows }
})()`

function scrollThrough(page: Page): Promise<{ longest: number; rows: number }> {
  return page.evaluate<{ longest: number; rows: number }>(scrollScript)
}
