import type { SearchEntry } from '../docs/docs-pages.ts'
import { searchDocs } from './search-docs.ts'

/** On a phone the contents open by a button, so that the page itself is seen first. */
export function startDocsMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-docs-menu]')
  button?.addEventListener('click', () => {
    button.setAttribute('aria-expanded', String(button.getAttribute('aria-expanded') !== 'true'))
  })
}

/** The search field above the contents. Its index is fetched at the first use. */
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
    where.textContent = entry.heading === entry.page ? entry.text.slice(0, 90) : entry.page
    link.append(title, where)
    item.append(link)
    return item
  })
}

function line(text: string): HTMLLIElement {
  const item = document.createElement('li')
  item.className = 'muted'
  item.textContent = text
  return item
}
