import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { QuestionsProvider, useQuestions } from './questions.tsx'

afterEach(cleanup)

/** Returns the asking functions that a screen would use. */
function openQuestions() {
  const held: { questions?: ReturnType<typeof useQuestions> } = {}
  function Screen() {
    const questions = useQuestions()
    return (
      <button type="button" onClick={() => (held.questions = questions)}>
        Hold
      </button>
    )
  }
  render(
    <QuestionsProvider>
      <Screen />
    </QuestionsProvider>,
  )
  screen.getByRole('button', { name: 'Hold' }).click()
  if (held.questions === undefined) throw new Error('no questions')
  return { ...held.questions, user: userEvent.setup() }
}

describe('questions', () => {
  it('makes a second question wait for the first one’s answer, and answers neither automatically', async () => {
    const { ask, user } = openQuestions()
    const first = ask({ text: 'Delete the first?', confirm: 'Delete' })
    const second = ask({ text: 'Delete the second?', confirm: 'Remove' })
    expect(await screen.findByText('Delete the first?')).toBeDefined()
    expect(screen.queryByText('Delete the second?')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await first).toBe(true)
    expect(await screen.findByText('Delete the second?')).toBeDefined()
    expect(screen.queryByText('Delete the first?')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await second).toBe(false)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('makes alerts wait their turn too', async () => {
    const { ask, tell, user } = openQuestions()
    const answers: unknown[] = []
    void ask({ text: 'Go on?', confirm: 'Continue' }).then((agreed) => answers.push(agreed))
    void tell('The first is done.').then(() => answers.push('read one'))
    void tell('The second is done.').then(() => answers.push('read two'))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await screen.findByText('The first is done.')
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await screen.findByText('The second is done.')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(answers).toEqual([true, 'read one', 'read two']))
  })

  it('answers only one question on a double click', async () => {
    const { ask, user } = openQuestions()
    const first = ask({ text: 'Delete the first?', confirm: 'Delete' })
    const second = ask({ text: 'Delete the second?', confirm: 'Delete' })
    await screen.findByText('Delete the first?')
    await user.dblClick(screen.getByRole('button', { name: 'Delete' }))
    expect(await first).toBe(true)
    await screen.findByText('Delete the second?')
    await user.keyboard('{Escape}')
    expect(await second).toBe(false)
  })
})
