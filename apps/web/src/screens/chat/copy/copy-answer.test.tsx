import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { framed } from '../../../lib/charts/chart-picture.ts'
import { makeReceipt, makeResult } from '../../../testing/factories.ts'
import { openResult } from '../../../testing/open-result.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.unstubAllGlobals())

const sales = makeResult({
  columns: [
    { name: 'name', dataType: 'TEXT', kind: 'text' },
    { name: 'total', dataType: 'REAL', kind: 'number' },
    { name: 'total', dataType: 'REAL', kind: 'number' },
  ],
  results: [
    ['<b>Chair</b> | "old"', 1234.5, null],
    ['Tent', 2, 3],
  ],
})

/** What was put on the clipboard, by type. */
class Item {
  readonly content: Record<string, Promise<Blob>>
  constructor(content: Record<string, Promise<Blob>>) {
    this.content = content
  }
}

it('copies an answer as formatted text with its rows and source, and as its plain words', async () => {
  const { user } = await openResult(server, sales)
  const items: Item[] = []
  vi.stubGlobal('ClipboardItem', Item)
  // The charting library may load meanwhile, and reads the browser's name.
  const { userAgent } = navigator
  vi.stubGlobal('navigator', { userAgent, clipboard: { write: async (given: Item[]) => void items.push(...given) } })
  await user.click(screen.getByRole('button', { name: 'Copy answer' }))
  await waitFor(() => expect(items).toHaveLength(1))
  const textOf = async (type: string) => (await items[0]?.content[type])?.text() ?? ''
  const page = document.createElement('div')
  page.innerHTML = await textOf('text/html')
  const cells = [...page.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent))
  expect(cells).toEqual([
    ['name', 'total', 'total'],
    ['<b>Chair</b> | "old"', '1,234.5', 'NULL'],
    ['Tent', '2.0', '3'],
  ])
  expect(page.textContent).toMatch(/^q.*Source: .* · /)
  expect(await textOf('text/plain')).toBe('Chair leads with **85,149.47**.')
})

it('copies an answer as Markdown with its question, rows, SQL, definitions, and source', async () => {
  const used = { kind: 'metric', name: 'Revenue', version: 3, definition: 'SUM(total)', description: null } as const
  const { user } = await openResult(server, { ...sales, receipt: makeReceipt({ definitions: [used] }) })
  await user.click(screen.getByRole('button', { name: 'Copy answer as' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy as Markdown' }))
  expect(await screen.findByText('Copied the answer as Markdown.')).toBeDefined()
  const text = await navigator.clipboard.readText()
  expect(text).toMatch(/^\*\*q\*\*\n\n/)
  expect(text).toContain(String.raw`| \<b\>Chair\</b\> \| "old" | 1,234.5 | NULL |`)
  expect(text).toMatch(/```sql\nSELECT[^`]*```\n\nSource: .*Definitions: Revenue \(version 3\) · /)
})

it('says what to do where the browser cannot copy pictures', async () => {
  const { user } = await openResult(server, sales)
  vi.stubGlobal('ClipboardItem', undefined)
  await user.click(screen.getByRole('button', { name: 'Copy answer as' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy chart as an image' }))
  // It is also announced.
  expect(await screen.findAllByText(/^The browser did not copy the image\. .* save it as a file\.$/)).not.toHaveLength(
    0,
  )
})

it('puts the title above a picture and the source below it', () => {
  const picture = framed('<svg width="10"></svg>', { title: ['Sales <2025>', 'by "shop" & month'], source: ['Shop'] })
  const texts = [...new DOMParser().parseFromString(picture, 'image/svg+xml').querySelectorAll('text')]
  expect(texts.map(({ textContent }) => textContent)).toEqual(['Sales <2025>', 'by "shop" & month', 'Shop'])
  const heights = texts.map((text) => Number(text.getAttribute('y')))
  expect(heights).toEqual(heights.toSorted((one, other) => one - other))
})
