import type { SearchEntry } from '../docs/docs-pages.ts'
import { searchDocs } from './search-docs.ts'

/**
 * On phones, a button opens the contents, so that the page itself comes first. On wide screens, the contents are next
 * to the page and show the page's own entry.
 */
export function startDocsMenu(): void {
  const side = document.querySelector<HTMLElement>('.docs-side')
  const own = side?.querySelector<HTMLElement>('[aria-current="page"]')
  const isBelow = side && own && own.offsetTop + own.offsetHeight > side.clientHeight
  if (isBelow) side.scrollTop = own.offsetTop - side.clientHeight / 2
  const button = document.querySelector<HTMLButtonElement>('[data-docs-menu]')
  button?.addEventListener('click', () => {
    button.setAttribute('aria-expanded', String(button.getAttribute('aria-expanded') !== 'true'))
  })
}

/** The search field above the contents. It loads its index on first use. */
export function startDocsSearch(): void {
  const form = document.querySelector<HTMLFormElement>('[data-docs-search]')
  const input = form?.querySelector('input')
  const list = form?.querySelector('ol')
  if (!form || !input || !list) return
  let loading: Promise<SearchEntry[]> | null = null
  const load = () => (loading ??= fetchIndex().catch(() => ((loading = null), [])))
  const show = async () => {
    const words = input.value
    const found = searchDocs(await load(), words)
    if (input.value !== words) return
    list.replaceChildren(...(words.trim() === '' ? [] : resultItems(found, loading === null)))
    list.hidden = words.trim() === ''
  }
  form.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.findIndex((link) => link === document.activeElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || links.length === 0 || at + step < -1) return
    event.preventDefault()
    const next = links[at + step]
    if (next) next.focus()
    else if (at + step < 0) input.focus()
  })
  input.addEventListener('focus', () => void load())
  input.addEventListener('input', () => void show())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      input.value = ''
      list.hidden = true
    } else if (event.key === '/' && document.activeElement === document.body) {
      event.preventDefault()
      input.focus()
    }
  })
}

async function fetchIndex(): Promise<SearchEntry[]> {
  const answer = await fetch('/docs-search.json')
  if (!answer.ok) throw new Error(`The search index answered ${answer.status}.`)
  return (await answer.json()) as SearchEntry[]
}

function resultItems(found: SearchEntry[], failed: boolean): HTMLLIElement[] {
  if (failed) return [line('The search cannot be reached now.')]
  if (found.length === 0) return [line('Nothing found.')]
  return found.map((entry) => {
    const item = document.createElement('li')
    const link = document.createElement('a')
    link.href = entry.path
    const title = document.createElement('strong')
    title.textContent = entry.heading
    const where = document.createElement('span')
    where.textContent = entry.heading === entry.page ? beginningOf(entry.text) : entry.page
    link.append(title, where)
    item.append(link)
    return item
  })
}

/** Returns about 90 characters, cut at a word. */
function beginningOf(text: string): string {
  return text.length <= 90 ? text : `${text.slice(0, 90).replace(/(?<!\s)\s+\S*$/, '')} …`
}

function line(text: string): HTMLLIElement {
  const item = document.createElement('li')
  item.className = 'muted'
  item.textContent = text
  return item
}
