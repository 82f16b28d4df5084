import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeAnsweredTurn, makeResult, makeSession } from '../../../testing/factories.ts'
import { openChat } from '../../../testing/open-chat.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const printed = () => screen.queryByRole('heading', { name: 'Sales by shop' })

it('prints a document with each question, its rows up to a limit, SQL, and source, and without controls', async () => {
  const results = Array.from({ length: 25 }, (_, index) => [`Shop ${index}`, index])
  const many = makeResult({ results, row_count: 25, full_row_count: 25 })
  const events = [...makeAnsweredTurn('t1', 'Sales by shop', many), ...makeAnsweredTurn('t2', 'Sales by product')]
  await openChat(server, { sessions: [makeSession({ session_name: 'Sales', events })] })
  expect(printed()).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const page = within(screen.getByRole('heading', { name: 'Sales by shop' }).closest('article') ?? document.body)
  expect(page.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Sales',
    'Sales by shop',
    'Sales by product',
  ])
  const [first, second] = page.getAllByRole('table')
  expect(within(first ?? document.body).getAllByRole('row')).toHaveLength(21)
  expect(page.getByText('20 of 25 rows.')).toBeDefined()
  expect(within(second ?? document.body).getAllByRole('row')).toHaveLength(3)
  expect(page.getAllByText(/^SELECT/)).toHaveLength(2)
  expect(page.getAllByText(/^Source: .* · /)).toHaveLength(2)
  expect(page.queryAllByRole('button')).toEqual([])
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(printed()).toBeNull()
})
