import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { NoticesProvider, useNotices } from './notices.tsx'

afterEach(cleanup)

function Screen() {
  const { show } = useNotices()
  return (
    <>
      <button type="button" onClick={() => show('The area is saved.')}>
        Save
      </button>
      <button type="button" onClick={() => show('The area was not saved.', 'danger')}>
        Fail
      </button>
    </>
  )
}

it('lets users of screen readers reach every notice and dismiss it', async () => {
  const user = userEvent.setup()
  render(
    <NoticesProvider>
      <Screen />
    </NoticesProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: 'Fail' }))
  const notices = screen.getByRole('region', { name: 'Notifications' })
  expect(notices.textContent).toContain('The area is saved.')
  const dismissals = await screen.findAllByRole('button', { name: 'Dismiss' })
  expect(dismissals).toHaveLength(2)
  for (const dismiss of dismissals) await user.click(dismiss)
  expect(screen.queryAllByRole('button', { name: 'Dismiss' })).toHaveLength(0)
})
