import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startTranslations } from './i18n.ts'
import { useZodForm } from './use-zod-form.ts'

beforeAll(() => startTranslations())
afterEach(cleanup)

/** Its message contains what the user typed. */
const schema = z.object({ name: z.string().superRefine((name, context) => context.addIssue(`Unknown table: ${name}`)) })

function NameForm() {
  const form = useZodForm(schema, { name: '' })
  return (
    <form onSubmit={form.handleSubmit(() => undefined)}>
      <input aria-label="Name" name="name" onChange={(event) => form.edit({ name: event.target.value })} />
      <p>{form.errorOf('name')}</p>
      <button type="submit">Save</button>
    </form>
  )
}

it('shows a message that contains braces and quotes of the input as it is', async () => {
  const user = userEvent.setup()
  render(<NameForm />)
  await user.click(screen.getByLabelText('Name'))
  await user.paste("{orders, '{n}'")
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText("Unknown table: {orders, '{n}'")).toBeDefined()
})
