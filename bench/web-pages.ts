import type { Browser, BrowserContext, Page } from '@playwright/test'
import { quartile, type Figure } from './figure.ts'

const rounds = 7
const mostMs = 800
const account = { email: 'demo@example.com', password: 'parlance-demo' }

/** A page that loads with an empty cache. */
interface PageLoad {
  requests: number
  /** Milliseconds from the start of the navigation until a user can type. */
  usableMs: number
}

/** Signs in with the demo account. */
export async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/login`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/chat**')
}

/** Measures how the pages of the sign-in and of a new chat load, each in a browser that has nothing in its cache. */
export async function pageLoads(browser: Browser, address: string): Promise<Figure[]> {
  const context = await browser.newContext()
  await signIn(await context.newPage(), address)
  const signedIn = await context.storageState()
  await context.close()
  const composer = 'Type your message or ask about your data...'
  const figures: Figure[] = []
  for (const [path, mostRequests, options, field] of [
    ['/login', 15, {}, (page: Page) => page.getByLabel('Email')],
    // Of these, seven read the user, the conversations, and the databases.
    ['/chat', 20, { storageState: signedIn }, (page: Page) => page.getByPlaceholder(composer)],
  ] as const) {
    const loads: PageLoad[] = []
    for (let round = 0; round < rounds; round++) {
      const fresh = await browser.newContext(options)
      loads.push(await load(fresh, address + path, field))
      await fresh.close()
    }
    figures.push(
      { bench: 'web', name: `requests of ${path}`, value: mostOf(loads), unit: 'calls', limit: mostRequests },
      {
        bench: 'web',
        name: `${path} usable`,
        value: quartile(loads.map(({ usableMs }) => usableMs)),
        unit: 'ms',
        limit: mostMs,
      },
    )
  }
  return figures
}

const mostOf = (loads: readonly PageLoad[]): number => Math.max(...loads.map(({ requests }) => requests))

async function load(
  context: BrowserContext,
  url: string,
  field: (page: Page) => ReturnType<Page['getByLabel']>,
): Promise<PageLoad> {
  const page = await context.newPage()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto(url, { waitUntil: 'commit' })
  await field(page).click()
  const usableMs = await page.evaluate<number>('performance.now()')
  await page.waitForLoadState('networkidle')
  return { requests: addresses.filter((one) => one.startsWith('http')).length, usableMs }
}
