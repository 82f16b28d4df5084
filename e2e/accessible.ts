import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { takesAll, testSeed } from '../packages/contract/src/testing/test-sample.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const themes = ['light', 'dark'] as const
const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Fails if axe finds a serious or critical problem on the page. It also stops the page's animations. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without this, axe would measure the contrast of text that is still fading in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const hasAxe = await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
    return 'axe' in window
  })
  if (!hasAxe) await page.evaluate(axeSource)
  expect(await page.evaluate(findViolations, tags)).toEqual([])
}

/** Runs in the page. */
async function findViolations(values: string[]): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

const checksOf = new WeakMap<Page, number>()

/**
 * Checks the page in both themes in `npm run test:all`. Otherwise in one of them: the checks of a page take turns, and
 * the run's seed decides which theme is first.
 */
export async function expectAccessibleThemes(page: Page): Promise<void> {
  const check = checksOf.get(page) ?? 0
  checksOf.set(page, check + 1)
  for (const colorScheme of themes.filter((_, index) => takesAll || (index + check + testSeed) % 2 === 0)) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/**
 * Both themes in `npm run test:all`. Otherwise one for a phone and the other one for a desktop, by the run's seed,
 * because no problem depends on both.
 */
export function themesOn(screen: keyof typeof screens): (typeof themes)[number][] {
  return themes.filter((_, index) => takesAll || (index + testSeed + (screen === 'phone' ? 0 : 1)) % 2 === 0)
}

/** Checks the page at phone and desktop size, where nothing may be wider than the screen. */
export async function expectGoodEverywhere(page: Page): Promise<void> {
  for (const screen of ['phone', 'desktop'] as const) {
    const { width } = screens[screen]
    await page.setViewportSize(screens[screen])
    for (const colorScheme of themesOn(screen)) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

/** Checks that nothing is wider than a phone, a desktop, or a very wide screen. */
export async function expectWithinWidths(page: Page): Promise<void> {
  for (const width of [390, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}
