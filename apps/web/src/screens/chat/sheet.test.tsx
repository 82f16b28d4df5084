import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { stackedMedia } from '../../lib/use-media.ts'
import { earlierSession, openChat } from '../../testing/open-chat.tsx'
import { useTestBrowser } from '../../testing/render-app.tsx'
import { useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

beforeEach(() => {
  window.matchMedia = (query) =>
    ({
      matches: query === stackedMedia,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList
})

const results = () => within(screen.getByRole('region', { name: 'Query Results' }))
const sizeOf = () => document.querySelector<HTMLElement>('[data-sheet]')?.dataset.sheet
const button = (name: string) => results().getByRole('button', { name })

async function openResults() {
  const chat = await openChat(server, { sessions: [earlierSession('s1', 'Sales')] }, '/chat?session=s1')
  await results().findByText('Chair')
  return chat
}

describe('the results on a narrow screen', () => {
  it('change their height with each tap on their title: half, full, low, and half again', async () => {
    const { user, composer } = await openResults()
    expect(sizeOf()).toBe('half')
    await user.click(button('Show the results in full height'))
    expect(sizeOf()).toBe('full')
    expect(composer.closest('[inert]')).not.toBeNull()
    await user.click(button('Fold the results'))
    expect(sizeOf()).toBe('low')
    expect(composer.closest('[inert]')).toBeNull()
    await user.click(button('Show the results'))
    expect(sizeOf()).toBe('half')
  })

  it('follow a swipe on their title, one size at a time', async () => {
    await openResults()
    const swipe = (from: number, to: number) => {
      const title = results().getByRole('button', { name: /results/ })
      fireEvent.pointerDown(title, { clientY: from })
      fireEvent.pointerUp(title, { clientY: to })
      fireEvent.click(title)
    }
    swipe(400, 460)
    expect(sizeOf()).toBe('low')
    swipe(800, 860)
    expect(sizeOf()).toBe('low')
    swipe(800, 400)
    expect(sizeOf()).toBe('half')
    swipe(400, 390)
    expect(sizeOf()).toBe('full')
  })

  it('leave their full height when the user goes back in the browser', async () => {
    const { user, app } = await openResults()
    await user.click(button('Show the results in full height'))
    await waitFor(() => expect(app.router.history.location.state.layer).toBe('sheet'))
    app.router.history.back()
    await waitFor(() => expect(sizeOf()).toBe('half'))
    await user.click(button('Show the results in full height'))
    await waitFor(() => expect(app.router.history.location.state.layer).toBe('sheet'))
    await user.click(button('Fold the results'))
    await waitFor(() => expect(app.router.history.location.state.layer).toBeUndefined())
    expect(sizeOf()).toBe('low')
  })

  it('rise when the user asks to see the rows of an answer', async () => {
    const { user } = await openResults()
    await user.click(button('Show the results in full height'))
    await user.click(button('Fold the results'))
    const answer = within(screen.getByRole('region', { name: 'Conversation' })).getAllByRole('article', {
      name: 'Answer',
    })[0]
    if (answer === undefined) throw new Error('there is no answer')
    await user.click(within(answer).getByRole('button', { name: 'Expand' }))
    expect(sizeOf()).toBe('half')
  })
})
