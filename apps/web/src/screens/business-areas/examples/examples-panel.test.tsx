import { screen, waitFor, within } from '@testing-library/react'
import type { Example } from '@parlance/contract'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { makeExample, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'

const server = useTestServer()
useTestBrowser()

/** Opens the examples of one area, or of all areas if `areaName` is null. */
async function openExamples(examples: Example[], { areaName = 'Sales' as string | null, user = makeUser() } = {}) {
  const known = new Map(examples.map((example) => [example.id, example]))
  const filters: (string | null)[] = []
  const decide = (verb: string, status: Example['status']) =>
    http.post(at(`/api/v1/examples/:id/${verb}`), ({ params }) => {
      const example = known.get(String(params.id))
      if (example === undefined) return failure(404, 'Item not found. It may have been deleted.')
      example.status = status
      return HttpResponse.json(example)
    })
  const areas = [makeFullArea({ area_id: 'a1', area_name: 'Sales' })]
  server.use(...areasBackend({ areas }).handlers, ...signedInHandlers({ user }))
  server.use(
    http.get(at('/api/v1/examples'), ({ request }) => {
      filters.push(new URL(request.url).searchParams.get('area_id'))
      return HttpResponse.json([...known.values()])
    }),
    decide('approve', 'approved'),
    decide('reject', 'rejected'),
    http.delete(at('/api/v1/examples/:id'), ({ params }) => {
      known.delete(String(params.id))
      return HttpResponse.json({ success: true, id: params.id })
    }),
  )
  const app = renderApp('/business-areas')
  const card = await screen.findByRole('article', { name: 'Sales' })
  const button =
    areaName === null
      ? screen.getAllByRole('button', { name: 'Examples' })[0]
      : within(card).getByRole('button', { name: 'Examples' })
  if (button === undefined) throw new Error('no button')
  await app.user.click(button)
  const title = areaName === null ? 'Examples' : `Examples for ${areaName}`
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  return { ...app, dialog, filters }
}

describe('examples', () => {
  it('lists examples with question, SQL, who marked them as right, and status, pending ones first', async () => {
    const { dialog, filters } = await openExamples([
      makeExample({ id: 'e1', question: 'Approved one', status: 'approved' }),
      makeExample({ id: 'e2', question: 'Waiting one' }),
    ])
    const items = await dialog.findAllByRole('listitem')
    expect(items.map((item) => within(item).getByText(/^(Waiting for approval|Approved)$/).textContent)).toEqual([
      'Waiting for approval',
      'Approved',
    ])
    expect(items[0]?.textContent).toContain('Waiting one')
    expect(items[0]?.textContent).toContain('grace · Jan 1, 2026')
    expect(items[0]?.textContent).toContain('SELECT name FROM products')
    expect(new Set(filters)).toEqual(new Set(['a1']))
  })

  it('allows only correcting and deleting answers that were reported as wrong', async () => {
    const { dialog } = await openExamples([
      makeExample({ id: 'e1', question: 'Approved one', status: 'approved' }),
      makeExample({ id: 'e2', question: 'Bad one', status: 'wrong' }),
    ])
    const [first] = await dialog.findAllByRole('listitem')
    if (first === undefined) throw new Error('nothing is listed')
    expect(within(first).getByText('Reported as wrong')).toBeDefined()
    const actions = ['Correct Bad one', 'Delete Bad one']
    expect(within(first).getAllByRole('button')).toEqual(
      actions.map((name) => within(first).getByRole('button', { name })),
    )
  })

  it('approves examples, rejects them, and deletes them after asking', async () => {
    const { dialog, user } = await openExamples([makeExample({})])
    await user.click(await dialog.findByRole('button', { name: 'Approve Which products sell best?' }))
    expect(await dialog.findByText('Approved')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Reject Which products sell best?' }))
    expect(await dialog.findByText('Rejected')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Delete Which products sell best?' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Delete the example "Which products sell best?"?')
    await user.click(within(question).getByRole('button', { name: 'Delete example' }))
    expect(await dialog.findByText(/^No examples yet\./)).toBeDefined()
  })

  it('lists the examples of every area for administrators, including those without an area', async () => {
    const { dialog, filters } = await openExamples([makeExample({ area_id: null })], { areaName: null })
    expect(await dialog.findByText('Which products sell best?')).toBeDefined()
    expect(filters).toEqual([null])
  })

  it('is read-only for users who do not decide, except that they may withdraw their own pending example', async () => {
    const own = makeExample({ may_decide: false, is_own: true })
    const { dialog } = await openExamples([own, makeExample({ id: 'e2', question: 'Other', may_decide: false })])
    await dialog.findByText('Other')
    expect(dialog.queryByRole('button', { name: /^Approve/ })).toBeNull()
    expect(dialog.getAllByRole('button', { name: /^Delete/ })).toHaveLength(1)
  })

  it('reports which change failed', async () => {
    const { dialog, user } = await openExamples([makeExample({})])
    server.use(
      http.post(at('/api/v1/examples/:id/approve'), () =>
        failure(403, "You don't have permission to do this. Ask your administrator for access.", 'forbidden'),
      ),
    )
    await user.click(await dialog.findByRole('button', { name: /^Approve/ }))
    await waitFor(() =>
      expect(
        dialog.getByText("You don't have permission to do this. Ask your administrator for access."),
      ).toBeDefined(),
    )
  })
})
