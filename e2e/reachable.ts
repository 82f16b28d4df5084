import { expect, type Locator, type Page } from '@playwright/test'

/** What the page notes about each element that gets the focus. */
interface Visit {
  name: string
  problem: string | null
}

/**
 * Goes through the main part of a page with Tab. Fails if the focus is not visible, is lost, goes against the visual
 * order, or misses something that a pointer can use.
 */
export async function expectReachable(page: Page): Promise<void> {
  const count = await page.evaluate(watchFocus)
  // The presses are sent together, so that they don't wait for each other's answers.
  await Promise.all(Array.from({ length: count }, () => page.keyboard.press('Tab')))
  expect(await page.evaluate(readVisits)).toEqual([])
}

/** Opens a dialog with Enter, and closes it with Escape. Fails if the focus is not inside meanwhile, or not back afterwards. */
export async function expectDialogReturnsFocus(page: Page, button: Locator): Promise<void> {
  const dialog = page.getByRole('dialog')
  await button.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
}

/** Runs in the page. Puts the focus before the main part. @returns how often Tab must be pressed to leave it */
function watchFocus(): number {
  const main = document.querySelector('main') ?? document.body
  const nameOf = (element: Element) => {
    const text = element.getAttribute('aria-label') ?? element.textContent.trim()
    return `${element.localName} ${(text || element.id || element.className).slice(0, 60)}`
  }
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility() && element.closest('[inert]') === null
  }
  /** Arrow keys move within a group of radio buttons, a list of tabs, or a grid. */
  const isStop = (element: HTMLElement) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || !isShown(element)) return false
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    const group = [...main.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      ({ name, form }) => name === element.name && form === element.form,
    )
    return element === (group.find(({ checked }) => checked) ?? group[0])
  }
  const stops = [
    ...main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter(isStop)
  /** The outline is drawn by the element, or by what surrounds or follows an invisible control. */
  const hasOutline = (element: Element) => {
    const near = [element, element.nextElementSibling, element.closest('label'), element.parentElement]
    return near.some((each) => {
      if (each === null) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    })
  }
  const visits: Visit[] = []
  const missed = new Set(stops)
  let before: DOMRect | null = null
  /** Where an element is on the page, without regard to scrolling. */
  const placeOf = ({ x, y, width, height }: DOMRect) =>
    new DOMRect(x, y - main.getBoundingClientRect().top, width, height)
  const problemOf = (element: Element): string | null => {
    const shown = element.getBoundingClientRect()
    const box = placeOf(shown)
    const last = before
    before = box
    if (!hasOutline(element)) return 'has no visible focus'
    if (shown.bottom <= 0 || shown.top >= innerHeight) return 'is out of sight'
    if (shown.right <= 0 || shown.left >= innerWidth) return 'is out of sight'
    if (last === null) return null
    const isBeside = box.top < last.bottom && last.top < box.bottom
    const isBelowOrAbove = box.left < last.right && last.left < box.right
    if (isBelowOrAbove && box.bottom <= last.top) return 'comes after something below it'
    return isBeside && box.right <= last.left ? 'comes after something to its right' : null
  }
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !main.contains(target) || target === main) return
    missed.delete(target)
    visits.push({ name: nameOf(target), problem: problemOf(target) })
  })
  Object.assign(window, {
    focusVisits: () => [...visits, ...[...missed].map((each) => ({ name: nameOf(each), problem: 'is not reached' }))],
  })
  main.tabIndex = -1
  main.focus({ preventScroll: true })
  // Tab stops at each part of a date.
  const dates = stops.filter((element) => element.matches('input[type^=date], input[type=time]'))
  return stops.length + dates.length * 6 + 1
}

/** Runs in the page. */
function readVisits(): string[] {
  const { focusVisits } = window as unknown as { focusVisits: () => Visit[] }
  return focusVisits().flatMap(({ name, problem }) => (problem === null ? [] : [`${name} ${problem}`]))
}
