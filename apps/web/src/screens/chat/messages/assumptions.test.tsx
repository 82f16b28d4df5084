import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { withTurnId } from '../../../testing/chat-backend.ts'
import { makeAnsweredTurn, makeResult } from '../../../testing/factories.ts'
import { earlierSession, openChat } from '../../../testing/open-chat.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { eventStream, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

async function openAnswer(understood: NonNullable<ReturnType<typeof makeResult>['understood']>) {
  const events = makeAnsweredTurn('t1', 'Revenue last year?', makeResult({ understood }))
  const { user, backend } = await openChat(server, {
    sessions: [earlierSession('s1', 'Older', events)],
    answer: ({ turnId }) => eventStream(withTurnId(makeAnsweredTurn('x', 'Again?'), turnId)),
  })
  const chips = within(await screen.findByRole('list', { name: 'Assumptions' }))
  const asked = () => backend.asked.map(({ newMessage }) => newMessage.parts)
  return { user, chips, asked }
}

it('asks again with another meaning', async () => {
  const { user, chips, asked } = await openAnswer({
    reading: 'Revenue in 2025',
    assumptions: ['Dates refer to orders.order_date'],
    messages: { reading: { text: 'Revenue in 2025' }, assumptions: [{ text: 'Dates refer to orders.order_date' }] },
    choices: [
      {
        label: 'last year = 2025',
        assumption: null,
        alternatives: [{ label: 'This year', question: 'Revenue this year?' }],
      },
    ],
  })
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'last year = 2025',
    'Dates refer to orders.order_date',
  ])
  await user.click(chips.getByRole('button', { name: 'Dates refer to orders.order_date' }))
  expect(await screen.findByText('Name something else in your question to change this.')).toBeDefined()
  await user.keyboard('{Escape}')
  await user.click(chips.getByRole('button', { name: 'last year = 2025' }))
  expect(await screen.findByText('Choosing one asks the question again.')).toBeDefined()
  await user.click(screen.getByRole('menuitem', { name: 'This year' }))
  await waitFor(() => expect(asked()).toEqual([[{ text: 'Revenue this year?' }]]))
})

it('asks a model again without its assumption', async () => {
  const { user, chips, asked } = await openAnswer({ reading: 'Revenue', assumptions: ['Refunds are left out.'] })
  await user.click(chips.getByRole('button', { name: 'Refunds are left out.' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ask without this' }))
  await waitFor(() =>
    expect(asked()).toEqual([[{ text: 'Revenue last year? (Do not assume: Refunds are left out.)' }]]),
  )
})
