import type { AreaListItem, Budget, UsageReport, User } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { makeArea, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { usersBackend } from '../../testing/users-backend.ts'
import { readCostSearch } from './cost-search.ts'

const server = useTestServer()
useTestBrowser()

const sum = {
  calls: 2,
  prompt_tokens: 1000,
  cached_tokens: 600,
  cache_write_tokens: 0,
  completion_tokens: 80,
  reasoning_tokens: 0,
  estimated_tokens: 0,
  unpriced_tokens: 0,
  costs: [{ currency: 'USD', amount: 0.0042 }],
}
const budget: Budget = {
  id: 'b1',
  scope: 'user',
  target_id: null,
  target_name: null,
  period: 'day',
  unit: 'money',
  amount: 2,
  currency: 'USD',
  used: 1.7,
  renews_at: '2026-11-27T00:00:00.000Z',
}

async function openPage(
  address = '/model-costs?group=user',
  rows: UsageReport['rows'] = [],
  { user = makeUser(), areas = [] }: { user?: User; areas?: AreaListItem[] } = {},
) {
  const asked: string[] = []
  server.use(
    http.get(at('/api/v1/model-usage'), ({ request }) => {
      asked.push(new URL(request.url).search)
      const report = {
        group: 'user',
        from: '2026-11-01',
        to: '2026-11-26',
        total: sum,
        rows,
        more_rows: 0,
        models: ['m'],
      }
      return HttpResponse.json(report)
    }),
    http.get(at('/api/v1/model-budgets'), () => HttpResponse.json({ currency: 'USD', budgets: [budget] })),
    http.get(at('/api/v1/model-prices'), () =>
      HttpResponse.json({
        list: {
          currency: 'USD',
          compared_on: '2026-11-05',
          prices: [
            {
              provider: 'openai',
              model: 'm',
              input: 3,
              output: 15,
              date: '2026-01-01',
              source: 'https://prices.test/m',
            },
          ],
        },
        origin: 'product',
        unpriced_models: ['local'],
      }),
    ),
    http.get(at('/api/v1/business-areas/'), () => HttpResponse.json(areas)),
    ...usersBackend().handlers,
    ...signedInHandlers({ user }),
  )
  const app = renderApp(address)
  await screen.findByRole('heading', { name: 'Model costs' })
  return { ...app, asked }
}

describe('the model costs', () => {
  it('shows tokens and prices, never calls an unknown price zero, and names deleted users', async () => {
    await openPage(undefined, [
      { ...sum, key: 'u2', name: 'bea@example.com' },
      { ...sum, key: '0123456789', name: null, costs: [], unpriced_tokens: 1080 },
    ])
    const table = within(await screen.findByRole('region', { name: 'Model costs' })).getByRole('table')
    const texts = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent)
    expect(texts.slice(1)).toEqual([
      'bea@example.com$0.004221,000600800',
      'Deleted user (01234567)Price unknown21,000600800',
      'Total$0.004221,000600800',
    ])
    expect(
      screen.getByText(
        'The price of local is unknown. Its calls have tokens but no price, and a budget of money refuses them.',
      ),
    ).toBeDefined()
  })

  it('shows where each price was read, and cached tokens without a separate price at the full one', async () => {
    await openPage()
    const source = await screen.findByText('https://prices.test/m')
    const row = source.closest('tr')
    expect(row?.textContent).toBe('openai/m$3.00$3.00$15.00Jan 1, 2026https://prices.test/m')
  })

  it('has its place below the models, and a former address that keeps the filters', async () => {
    const { address } = await openPage('/model-costs?group=model&model=m')
    expect(address()).toBe('/models/costs?group=model&model=m')
    const current = (name: string) =>
      within(screen.getByRole('navigation', { name })).getByRole('link', { current: 'page' })
    expect(current('Administration').textContent).toContain('Models')
    expect(current('Models').textContent).toBe('Costs and budgets')
  })

  it('warns from 80 percent of a budget', async () => {
    await openPage()
    expect(
      await screen.findByText('Daily budget of each user: 85% used. It renews on Nov 27, 2026 (UTC).'),
    ).toBeDefined()
  })

  it('keeps its filters in the address', async () => {
    const { user, asked, address } = await openPage()
    await user.selectOptions(await screen.findByLabelText('Group by'), 'Purpose')
    await user.selectOptions(screen.getByLabelText('Model'), 'm')
    await waitFor(() => expect(address()).toBe('/models/costs?group=purpose&model=m'))
    await waitFor(() => expect(asked.at(-1)).toBe('?group=purpose&model=m'))
    expect(readCostSearch({ group: 'nothing', from: 'soon', to: '2026-11-01', user_id: 3 })).toEqual({
      to: '2026-11-01',
    })
  })

  it('shows owners what their own areas cost, without budgets, prices, users, and connections', async () => {
    const { asked } = await openPage('/model-costs?group=user&user_id=u2', [], {
      user: makeUser({ role: 'GENERAL' }),
      areas: [makeArea(), makeArea({ area_id: 'a2', area_name: 'Finance', is_owner: false })],
    })
    expect(screen.getByText('What language models used and cost in your business areas, by days in UTC.')).toBeDefined()
    await waitFor(() => expect(asked.at(-1)).toBe('?group=day'))
    const optionsOf = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent)
    expect(optionsOf('Group by')).toEqual(['Day', 'Business area', 'Model', 'Purpose'])
    await waitFor(() => expect(optionsOf('Business area')).toEqual(['All your business areas', 'Sales']))
    expect(screen.queryByLabelText('User')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Budgets' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Price list' })).toBeNull()
  })

  it('creates a budget, and shows why one is refused', async () => {
    const { user } = await openPage()
    const sent: unknown[] = []
    server.use(
      http.post(at('/api/v1/model-budgets'), async ({ request }) => {
        sent.push(await request.json())
        return failure(409, 'There is already a budget of this kind.')
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Add budget' }))
    await user.click(screen.getByRole('button', { name: 'Save budget' }))
    expect(screen.getByText('Enter an amount that is more than 0.')).toBeDefined()
    await user.type(screen.getByLabelText('Amount'), '12.5')
    await user.click(screen.getByRole('button', { name: 'Save budget' }))
    expect(await screen.findByText('There is already a budget of this kind.')).toBeDefined()
    expect(sent).toEqual([{ scope: 'everyone', period: 'month', unit: 'money', amount: 12.5, target_id: null }])
  })
})
