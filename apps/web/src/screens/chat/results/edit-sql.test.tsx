import { EditorView } from '@codemirror/view'
import { CompletionContext } from '@codemirror/autocomplete'
import { screen, waitFor } from '@testing-library/react'
import { EditorState } from '@codemirror/state'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeReceipt } from '../../../testing/factories.ts'
import { openResult } from '../../../testing/open-result.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { at, useTestServer } from '../../../testing/test-server.ts'
import { completeSqlNames } from './editor/sql-completion.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.restoreAllMocks())
const path = at('/api/v1/query/full-results')
beforeAll(async () => {
  await import('./editor/sql-editor.tsx')
  // Without this, the editor assumes a browser that reports a selection only through a command.
  document.execCommand = () => false
  Range.prototype.getClientRects = () => document.createElement('i').getClientRects()
})

/** The server's answer to edited SQL. */
function answerOf(sql: string) {
  return {
    query: sql,
    columns: [{ name: 'name', dataType: 'TEXT', kind: 'text' }],
    results: [['Lamp']],
    row_count: 1,
    truncated: false,
    receipt: makeReceipt({ sentences: ['It read products, 1 row rule.'] }),
    display_sql: sql,
    executed_sql: 'SELECT name FROM products WHERE region = ?',
    database_ms: 7,
  }
}

/** Opens the editor of the shown answer. */
async function editSql() {
  const app = await openResult(server)
  await app.user.click(app.panel.getByRole('button', { name: 'Edit SQL' }))
  const view = await waitFor(() => {
    const root = document.querySelector('[data-sql-editor]')?.shadowRoot
    const content = root?.querySelector<HTMLElement>('.cm-content')
    const found = content ? EditorView.findFromDOM(content) : null
    if (found === null) throw new Error('no editor yet')
    return found
  })
  return {
    ...app,
    view,
    type: (text: string) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
  }
}

describe('editing the SQL', () => {
  it('runs it on the source of the answer, updates rows, receipt and executed SQL, and can restore the answer', async () => {
    const asked: unknown[] = []
    const { panel, user, view, type } = await editSql()
    expect(view.state.doc.toString()).toBe('SELECT\n  name,\n  total\nFROM products\nLIMIT 2')
    expect(view.contentDOM.getAttribute('aria-label')).toBe('SQL Query')
    server.use(
      http.post(path, async ({ request }) => {
        const body = (await request.json()) as { sql_query: string }
        asked.push(body)
        return HttpResponse.json(answerOf(body.sql_query))
      }),
    )
    type('SELECT name FROM products')
    await user.click(panel.getByRole('button', { name: 'Run' }))
    expect(await panel.findByRole('gridcell', { name: 'Lamp' })).toBeDefined()
    expect(asked).toEqual([{ sql_query: 'SELECT name FROM products', turn_id: 't1', max_rows: 1000 }])
    expect(panel.getByText('1 row')).toBeDefined()
    await user.click(panel.getByRole('button', { name: '1 table' }))
    expect(panel.getByText('It read products, 1 row rule.')).toBeDefined()
    expect(panel.getByRole('button', { name: 'SQL' })).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Restore original SQL' }))
    expect(panel.getByRole('gridcell', { name: 'Chair' })).toBeDefined()
    expect(panel.queryByRole('button', { name: 'SQL' })).toBeNull()
  })

  it('shows a refusal at its place, and removes it when the text changes', async () => {
    const { panel, user, view, type } = await editSql()
    server.use(
      http.post(path, () =>
        HttpResponse.json(
          { detail: 'There is no table secrets.', code: 'query_refused', request_id: 'r', position: 14 },
          { status: 422 },
        ),
      ),
    )
    type('SELECT *\nFROM secrets')
    await user.click(panel.getByRole('button', { name: 'Run' }))
    expect((await panel.findByRole('alert')).textContent).toBe('Line 2, column 6: There is no table secrets.')
    expect(view.contentDOM.querySelector('.refused')?.textContent).toBe('secrets')
    expect(panel.getByRole('gridcell', { name: 'Chair' })).toBeDefined()
    expect(panel.getByText('Rows of the SQL before your change')).toBeDefined()
    type('SELECT 1')
    await waitFor(() => expect(panel.queryByRole('alert')).toBeNull())
    expect(view.contentDOM.querySelector('.refused')).toBeNull()
  })

  it('shows characters that reverse the text direction, and is reachable with Tab', async () => {
    const { view, type } = await editSql()
    type("SELECT '\u202E' AS a")
    expect(view.contentDOM.querySelector('.cm-specialChar')?.getAttribute('aria-label')).toContain(
      'right-to-left override',
    )
    expect(view.contentDOM.tabIndex).toBe(0)
  })

  it('runs on Ctrl+Enter, can be canceled, and leaves letters to the text', async () => {
    const { panel, user, view, type } = await editSql()
    server.use(http.post(path, () => new Promise<never>(() => undefined)))
    type('SELECT 2')
    view.contentDOM.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, composed: true, cancelable: true }),
    )
    await user.click(await panel.findByRole('button', { name: 'Cancel' }))
    expect(await panel.findByRole('button', { name: 'Run' })).toBeDefined()
    expect(panel.queryByRole('alert')).toBeNull()
    view.contentDOM.dispatchEvent(
      new KeyboardEvent('keydown', { key: '?', bubbles: true, composed: true, cancelable: true }),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps the text while another tab is open, and shows the rows when they arrive', async () => {
    const { panel, user, type } = await editSql()
    server.use(http.post(path, () => HttpResponse.json(answerOf('SELECT 3'))))
    type('SELECT 3')
    await user.click(panel.getByRole('button', { name: 'Tabs' }))
    await user.click(panel.getByRole('tab', { name: 'SQL Query' }))
    await waitFor(() =>
      expect(document.querySelector('[data-sql-editor]')?.shadowRoot?.querySelector('.cm-content')?.textContent).toBe(
        'SELECT 3',
      ),
    )
    await user.click(panel.getByRole('button', { name: 'Run' }))
    expect(await panel.findByRole('tab', { name: 'Results (1 row)', selected: true })).toBeDefined()
  })
})

describe('completion', () => {
  const asked: string[] = []
  const names = {
    kind: 'postgresql',
    tables: ['orders', 'Order Items'],
    columnsOf: async (table: string) => {
      asked.push(table)
      return table === 'orders' ? ['id', 'Total'] : ['line']
    },
  }
  const offered = async (text: string) => {
    const state = EditorState.create({ doc: text.replace('|', '') })
    const result = await completeSqlNames(names)(new CompletionContext(state, text.indexOf('|'), true))
    return result?.options.map((option) => option.apply ?? option.label) ?? []
  }

  it('suggests the tables, the columns of the tables in the text, and after a dot those of one table', async () => {
    expect(await offered('SELECT * FROM |')).toEqual(['orders', '"Order Items"'])
    expect(asked).toEqual([])
    expect(await offered('SELECT | FROM orders')).toEqual(['id', '"Total"', 'orders', '"Order Items"'])
    expect(await offered('SELECT o.| FROM orders o')).toEqual(['id', '"Total"'])
    expect(await offered('SELECT nobody.| FROM orders o')).toEqual([])
    expect(new Set(asked)).toEqual(new Set(['orders']))
  })
})
