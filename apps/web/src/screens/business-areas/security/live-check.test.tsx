import type { CheckAreaRequest, CheckAreaResponse } from '@parlance/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { makeProblem } from '../../../testing/security-sections.tsx'
import { at, failure, useTestServer } from '../../../testing/test-server.ts'
import { LiveCheckLine } from './live-check-line.tsx'
import { useLiveCheck } from './use-live-check.ts'

const server = useTestServer()
useTestBrowser()

const draft = (condition: string): CheckAreaRequest => ({
  application_id: 'app1',
  tables: [{ table_name: 'orders' }],
  row_security_rules: { rules: [{ name: 'Own orders', tables: { orders: { condition } } }] },
  column_security_rules: {},
})

function Check({ of }: { of: CheckAreaRequest | null }) {
  const check = useLiveCheck(of, 0)
  return (
    <>
      <LiveCheckLine check={check} />
      {check.problems.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
    </>
  )
}

function show(first: CheckAreaRequest | null) {
  const client = new QueryClient()
  const page = (of: CheckAreaRequest | null) => (
    <QueryClientProvider client={client}>
      <Check of={of} />
    </QueryClientProvider>
  )
  const { rerender } = render(page(first))
  return { next: (of: CheckAreaRequest | null) => rerender(page(of)) }
}

function answers(answer: (body: CheckAreaRequest) => CheckAreaResponse | Response) {
  const asked: CheckAreaRequest[] = []
  server.use(
    http.post<never, CheckAreaRequest>(at('/api/v1/business-areas/check'), async ({ request }) => {
      const body = await request.json()
      asked.push(body)
      const given = answer(body)
      return given instanceof Response ? given : HttpResponse.json(given)
    }),
  )
  return asked
}

describe('the check of rules while the user types', () => {
  it('shows what the rules were proven against, and a problem until it is fixed', async () => {
    answers(({ row_security_rules: rules }) => ({
      problems: JSON.stringify(rules).includes('regio ') ? [makeProblem()] : [],
      databases: ['Shop', 'Archive'],
    }))
    const { next } = show(draft('regio = 1'))
    expect(await screen.findByText('There is no column regio.')).toBeDefined()
    expect(screen.getByText('1 rule problem')).toBeDefined()
    next(draft('region = 1'))
    expect(screen.getByText('There is no column regio.')).toBeDefined()
    expect(await screen.findByText('Rules checked against Shop, Archive.')).toBeDefined()
    expect(screen.queryByText('There is no column regio.')).toBeNull()
  })

  it('leaves out incomplete rules, and sends nothing if there are none', async () => {
    const asked = answers(() => ({ problems: [], databases: [] }))
    const { next } = show({ ...draft(''), application_id: 'app1' })
    next({
      ...draft('a = 1'),
      column_security_rules: { rules: [{ name: 'PII', tables: { orders: { '': { mask_type: 'hash' } } } }] },
    })
    expect(
      await screen.findByText('The rules were not checked because no database has passed its connection test.'),
    ).toBeDefined()
    expect(asked).toEqual([{ ...draft('a = 1'), column_security_rules: {} }])
  })

  it('reports once that the client is offline', async () => {
    answers(() => HttpResponse.error())
    show(draft('a = 1'))
    expect(
      await screen.findAllByText('Could not reach the server to check the rules. They are checked again as you type.'),
    ).toHaveLength(1)
  })

  it('shows a refusal in the server’s words', async () => {
    answers(() => failure(403, 'Only administrators and owners of business areas can do this.', 'forbidden'))
    show(draft('a = 1'))
    expect(
      await screen.findByText(
        'Could not check the rules. Only administrators and owners of business areas can do this.',
      ),
    ).toBeDefined()
  })
})
