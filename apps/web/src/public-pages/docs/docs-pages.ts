import { docsContents } from './contents.ts'
import type { DocsEntry } from './contents.ts'

/** A heading of a page, with its id. */
export interface Heading {
  id: string
  text: string
  /** 1 for the title, 2 and 3 for headings below it. */
  level: number
}

export interface DocsPage extends DocsEntry {
  title: string
  /** The first paragraph, as plain text. */
  summary: string
  markdown: string
  headings: Heading[]
}

/** An entry of the search index: one heading with the text below it. */
export interface SearchEntry {
  path: string
  page: string
  heading: string
  text: string
}

/**
 * Reads the pages, in reading order.
 * @param sources the Markdown of each file, by its path in docs
 * @throws Error that names a file if it is missing or has no title
 */
export function readDocs(sources: Record<string, string>): DocsPage[] {
  return docsContents.flatMap(({ entries }) =>
    entries.map((entry) => {
      const markdown = sources[entry.file]
      if (markdown === undefined) throw new Error(`There is no docs/${entry.file}.`)
      const headings = headingsOf(markdown)
      const title = headings.find(({ level }) => level === 1)?.text
      if (title === undefined) throw new Error(`docs/${entry.file} has no title.`)
      return { ...entry, title, markdown, headings, summary: summaryOf(markdown) }
    }),
  )
}

/** Returns the headings outside of code blocks. Equal headings get different ids. */
export function headingsOf(markdown: string): Heading[] {
  const seen = new Map<string, number>()
  return linesOutsideCode(markdown).flatMap(({ line }) => {
    const [, marks, words] = /^(#{1,3})\s(.+)$/.exec(line) ?? []
    if (marks === undefined || words === undefined) return []
    const text = plain(
      words
        .trim()
        .replace(/(?<!#)#+$/, '')
        .trim(),
    )
    const id = slugOf(text)
    const count = seen.get(id) ?? 0
    seen.set(id, count + 1)
    return [{ id: count === 0 ? id : `${id}-${count}`, text, level: marks.length }]
  })
}

export function searchEntriesOf(page: DocsPage): SearchEntry[] {
  const entries: SearchEntry[] = []
  let next = 0
  for (const { line, isCode } of linesWithCode(page.markdown)) {
    const heading = !isCode && /^#{1,3}\s/.test(line) ? page.headings[next] : undefined
    if (heading) {
      next += 1
      const path = heading.level === 1 ? `/docs/${page.slug}` : `/docs/${page.slug}#${heading.id}`
      entries.push({ path, page: page.title, heading: heading.text, text: '' })
    } else {
      const entry = entries.at(-1)
      const text = plain(line)
      if (entry && text !== '') entry.text += `${entry.text === '' ? '' : ' '}${text}`
    }
  }
  return entries
}

function summaryOf(markdown: string): string {
  const paragraph = markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .find((block) => block !== '' && !/^[#|>`\-!*\d]/.test(block))
  return plain((paragraph ?? '').replaceAll('\n', ' ')).slice(0, 160)
}

function linesOutsideCode(markdown: string): { line: string }[] {
  return linesWithCode(markdown).filter(({ isCode }) => !isCode)
}

function linesWithCode(markdown: string): { line: string; isCode: boolean }[] {
  let isCode = false
  return markdown.split('\n').map((line) => {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    return { line: isFence ? '' : line, isCode: isCode || isFence }
  })
}

/** Removes Markdown's marks from a line. */
function plain(text: string): string {
  return text
    .replaceAll(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*]|(^|\s)_|_(\s|$)/g, '$1$2')
    .replaceAll(/^\s*(?:[-+>|]|\d+\.)\s*|\|/g, ' ')
    .replaceAll(/[-:]{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the heading's id in GitHub's form, so that links work in both places. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
