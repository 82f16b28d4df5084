import { fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import type { AddExampleRequest, CheckedExample, CorrectExampleRequest, Example } from '@parlance/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { makeExample, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'
import { QuestionsProvider } from '../../../ui/questions.tsx'
import { ExampleRows } from './example-rows.tsx'
import { ExamplesSection } from './examples-section.tsx'

const server = useTestServer()
useTestBrowser()

const result = {
  columns: [{ name: 'n', dataType: 'INTEGER', kind: 'integer' as const }],
  results: [[2]],
  row_count: 1,
  truncated: false,
}
const refused = 'The table salaries is not in this business area.'

/** Opens the section of the area Sales over examples that the server changes. */
async function openSection(examples: Example[], problems: Record<string, string> = {}) {
  const known = new Map(examples.map((example) => [example.id, example]))
  const requests: unknown[] = []
  const take = (example: Example): CheckedExample => {
    known.set(example.id, example)
    return { ...example, result }
  }
  server.use(
    ...areasBackend({ areas: [makeFullArea({ area_id: 'a1', area_name: 'Sales' })] }).handlers,
    ...signedInHandlers({ user: makeUser() }),
  )
  server.use(
    http.get(at('/api/v1/examples'), ({ request }) => {
      const checks = new URL(request.url).searchParams.get('check') === 'true'
      const withProblem = (example: Example) => {
        const message = problems[example.id]
        return checks && message !== undefined ? { ...example, problem: { message } } : example
      }
      return HttpResponse.json([...known.values()].map(withProblem))
    }),
    http.post(at('/api/v1/examples/written'), async ({ request }) => {
      const body = (await request.json()) as AddExampleRequest
      requests.push(body)
      if (body.sql_query.includes('salaries')) return failure(403, refused, 'query_refused')
      return HttpResponse.json(take(makeExample({ ...body, id: 'new', status: 'approved', turn_id: null })))
    }),
    http.put(at('/api/v1/examples/:id'), async ({ request, params }) => {
      const body = (await request.json()) as { question: string; sql_query: string }
      requests.push(body)
      return HttpResponse.json(take({ ...makeExample({}), ...known.get(String(params.id)), ...body }))
    }),
    http.post(at('/api/v1/examples/:id/correct'), async ({ request, params }) => {
      const body = (await request.json()) as CorrectExampleRequest
      requests.push(body)
      if (body.sql_query.includes('salaries')) return failure(403, refused, 'query_refused')
      const report = { ...makeExample({}), ...known.get(String(params.id)), decided_at: '2026-02-01T12:00:00Z' }
      const added_question = { id: 'q1', set_id: 's1', set_name: 'Answers from Shop' }
      return HttpResponse.json({ ...take(report), added_question })
    }),
    http.post(at('/api/v1/examples/:id/run'), ({ params }) => {
      const example = known.get(String(params.id)) ?? makeExample({})
      if (!example.sql_query.includes('gone'))
        return HttpResponse.json(take({ ...example, verified_at: '2026-02-01T12:00:00Z' }))
      const failed = { ...example, problem: { message: 'The table gone does not exist.' } }
      known.set(example.id, failed)
      return HttpResponse.json({ ...failed, result: null })
    }),
  )
  const app = renderApp('/business-areas')
  const card = await screen.findByRole('article', { name: 'Sales' })
  await app.user.click(within(card).getByRole('button', { name: 'Examples' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Examples for Sales' }))
  return { ...app, dialog, requests }
}

const queries = new QueryClient()
function Surroundings({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <QuestionsProvider>{children}</QuestionsProvider>
    </QueryClientProvider>
  )
}

describe('the verified examples of an area', () => {
  it('adds an example by hand, shows why one was refused, and keeps what was typed', async () => {
    const { dialog, user, requests } = await openSection([])
    await user.click(dialog.getByRole('button', { name: 'Add example' }))
    const form = within(dialog.getByRole('group', { name: 'Add example' }))
    await user.click(form.getByRole('button', { name: 'Run and save' }))
    expect(form.getByText('Enter a question.')).toBeDefined()
    expect(form.getByText('Enter an SQL query.')).toBeDefined()
    await user.type(form.getByLabelText('Question'), 'How many orders?')
    await user.type(form.getByLabelText('SQL'), 'SELECT 1 FROM salaries')
    await user.click(form.getByRole('button', { name: 'Run and save' }))
    expect(await form.findByText(refused)).toBeDefined()
    expect(form.getByText('The example was not saved.')).toBeDefined()
    await user.clear(form.getByLabelText('SQL'))
    await user.type(form.getByLabelText('SQL'), 'SELECT 2')
    await user.type(form.getByLabelText('Question'), '{Enter}')
    const item = within(await dialog.findByRole('listitem', { name: 'How many orders?' }))
    expect(item.getByText('Ran with 1 row.')).toBeDefined()
    expect(item.getByRole('cell', { name: '2' })).toBeDefined()
    expect(dialog.queryByRole('group', { name: 'Add example' })).toBeNull()
    expect(requests.at(-1)).toEqual({ area_id: 'a1', question: 'How many orders?', sql_query: 'SELECT 2' })
  })

  it('asks before closing the dialog discards what was typed', async () => {
    const { dialog, user } = await openSection([])
    await user.click(dialog.getByRole('button', { name: 'Add example' }))
    await user.type(dialog.getByLabelText('Question'), 'How many orders?')
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Question').value).toBe('How many orders?')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Examples for Sales' })).toBeNull())
  })

  it('changes question and SQL of an example after running them', async () => {
    const { dialog, user, requests } = await openSection([makeExample({ id: 'e1', status: 'approved' })])
    await user.click(await dialog.findByRole('button', { name: 'Edit Which products sell best?' }))
    const form = within(dialog.getByRole('group', { name: 'Edit example' }))
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Run and save' }).disabled).toBe(true)
    fireEvent.change(form.getByLabelText('Question'), { target: { value: 'What sells best?' } })
    await user.click(form.getByRole('button', { name: 'Run and save' }))
    expect(await dialog.findByRole('listitem', { name: 'What sells best?' })).toBeDefined()
    expect(requests).toEqual([{ question: 'What sells best?', sql_query: 'SELECT name FROM products' }])
  })

  it('corrects an answer that was reported as wrong, and says where the question is now', async () => {
    const { dialog, user, requests } = await openSection([
      makeExample({ id: 'e1', status: 'wrong', reason: 'wrong_period', comment: 'should be the fiscal year' }),
    ])
    const item = within(await dialog.findByRole('listitem', { name: 'Which products sell best?' }))
    expect(item.getByText(/^Wrong period ·/).textContent).toBe('Wrong period · should be the fiscal year')
    expect(item.queryByRole('button', { name: /^(Approve|Edit|Run)/ })).toBeNull()
    await user.click(item.getByRole('button', { name: 'Correct Which products sell best?' }))
    const form = within(dialog.getByRole('group', { name: 'Correct answer' }))
    const sql = form.getByLabelText<HTMLTextAreaElement>('SQL')
    expect(sql.value).toBe('SELECT name FROM products')
    fireEvent.change(sql, { target: { value: 'SELECT 1 FROM salaries' } })
    await user.click(form.getByRole('button', { name: 'Run and save' }))
    expect(await form.findByText('The correction was not saved.')).toBeDefined()
    fireEvent.change(sql, { target: { value: 'SELECT 2' } })
    await user.click(form.getByRole('checkbox', { name: 'Also use it as a verified example' }))
    await user.click(form.getByRole('button', { name: 'Run and save' }))
    expect(await dialog.findByText(/^Added to the question set "Answers from Shop"/)).toBeDefined()
    expect(dialog.getByText('Corrected')).toBeDefined()
    expect(dialog.queryByRole('button', { name: /^Correct / })).toBeNull()
    expect(requests.at(-1)).toEqual({
      question: 'Which products sell best?',
      sql_query: 'SELECT 2',
      as_example: true,
    })
  })

  it('does not offer to correct an answer without an area', async () => {
    const { dialog } = await openSection([makeExample({ id: 'e1', status: 'wrong', area_id: null })])
    expect(await dialog.findByRole('button', { name: /^Delete/ })).toBeDefined()
    expect(dialog.queryByRole('button', { name: /^Correct/ })).toBeNull()
  })

  it('runs an example again, and says since when it runs or why it no longer does', async () => {
    const { dialog, user } = await openSection([
      makeExample({ id: 'e1', question: 'Fine', status: 'approved' }),
      makeExample({ id: 'e2', question: 'Broken', status: 'approved', sql_query: 'SELECT * FROM gone' }),
    ])
    await user.click(await dialog.findByRole('button', { name: 'Run Fine' }))
    expect(await dialog.findByText('Ran with 1 row.')).toBeDefined()
    expect(dialog.getByRole('listitem', { name: 'Fine' }).textContent).toContain('Last ran Feb 1, 2026')
    await user.click(dialog.getByRole('button', { name: 'Run Broken' }))
    expect(await dialog.findByText('No longer runs in this area: The table gone does not exist.')).toBeDefined()
    const [first] = dialog.getAllByRole('listitem')
    expect(first?.textContent).toContain('Broken')
  })

  it('warns about an example that the server would refuse now', async () => {
    const { dialog } = await openSection([makeExample({ id: 'e1', status: 'approved' })], { e1: refused })
    expect(await dialog.findByText(`No longer runs in this area: ${refused}`)).toBeDefined()
  })

  it('shows an error of the network, and runs the example again on request', async () => {
    const { dialog, user } = await openSection([makeExample({ id: 'e1', status: 'approved' })])
    server.use(http.post(at('/api/v1/examples/:id/run'), () => HttpResponse.error(), { once: true }))
    await user.click(await dialog.findByRole('button', { name: /^Run/ }))
    expect(await dialog.findByText('Could not run the example. Try again.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: /^Run/ }))
    expect(await dialog.findByText('Ran with 1 row.')).toBeDefined()
    expect(dialog.queryByText('Could not run the example. Try again.')).toBeNull()
  })

  it('explains when examples can be added, and lets users who may not edit the area only read', async () => {
    server.use(
      http.get(at('/api/v1/examples'), () => HttpResponse.json([makeExample({ may_decide: false, is_own: true })])),
      ...signedInHandlers({ user: makeUser() }),
    )
    const { rerender, container } = render(<ExamplesSection areaId={null} readOnly={false} />, {
      wrapper: Surroundings,
    })
    const section = within(container)
    expect(section.getByText('You can add examples after you save this area for the first time.')).toBeDefined()
    expect(section.queryByRole('button')).toBeNull()
    rerender(<ExamplesSection areaId="a1" readOnly />)
    const item = within(await section.findByRole('listitem'))
    expect(section.getAllByRole('button')).toEqual([item.getByRole('button', { name: /^Delete/ })])
  })

  it('says how many rows there are if it shows only the first ones', () => {
    const { rerender, container } = render(<ExampleRows result={{ ...result, row_count: 30 }} />)
    expect(container.textContent).toContain('Ran with 30 rows. The first row:')
    rerender(<ExampleRows result={{ ...result, row_count: 100, truncated: true }} />)
    expect(container.textContent).toContain('Ran with more than 100 rows.')
    rerender(<ExampleRows result={{ ...result, results: [], row_count: 0 }} />)
    expect(container.textContent).toContain('Ran with 0 rows.')
  })
})
