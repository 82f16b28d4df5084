import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newMessage } from '../../../lib/turn/new-message.ts'
import { RunningLine } from './running-line.tsx'

it('shows what the model thinks until the answer begins', () => {
  const running = newMessage({ id: 'a', turnId: 't', kind: 'answer', timestamp: new Date().toISOString(), content: '' })
  const lineOf = (content: string) => (
    <RunningLine
      message={{ ...running, content }}
      isLineBroken={false}
      thought="I count the orders."
      onCancel={() => undefined}
    />
  )
  const { rerender } = render(lineOf(''))
  expect(screen.getByText('I count the orders.')).toBeDefined()
  rerender(lineOf('There are'))
  expect(screen.queryByText('I count the orders.')).toBeNull()
})
