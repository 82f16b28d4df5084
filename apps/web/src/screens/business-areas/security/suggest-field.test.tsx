import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { SuggestField } from './suggest-field.tsx'

useTestBrowser()

function Form({ kind, words, load }: { kind: 'name' | 'sql'; words: string[]; load?: () => Promise<string[]> }) {
  const [value, setValue] = useState('')
  return (
    <form onSubmit={() => expect.unreachable('the form was sent')}>
      <SuggestField label="Field" kind={kind} value={value} words={words} loadWords={load} onChange={setValue} />
    </form>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Field' })
const offers = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)

describe('names suggested while typing', () => {
  it('lets the user choose a name by keyboard, and does not submit the form on Enter', async () => {
    const user = userEvent.setup()
    render(<Form kind="name" words={['orders', 'order_items', 'customers']} />)
    await user.type(field(), 'ord')
    expect(offers()).toEqual(['orders', 'order_items'])
    expect(field().getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{ArrowDown}')
    const marked = document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
    expect(marked?.textContent).toBe('order_items')
    expect(marked?.getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{Enter}')
    expect(field().value).toBe('order_items')
    expect(offers()).toEqual([])
    await user.keyboard('{Enter}')
    expect(field().value).toBe('order_items')
  })

  it('completes the word at the caret of a condition, with columns that load on focus', async () => {
    const user = userEvent.setup()
    render(<Form kind="sql" words={[':current_user_id']} load={() => Promise.resolve(['region', 'sales_rep_id'])} />)
    await user.type(field(), 'sales')
    await expect.poll(offers).toEqual(['sales_rep_id'])
    await user.keyboard('{ArrowDown}{Tab}')
    expect(field().value).toBe('sales_rep_id')
    await user.type(field(), ' = :cur')
    await user.click(screen.getByRole('option', { name: ':current_user_id', hidden: true }))
    expect(field().value).toBe('sales_rep_id = :current_user_id')
    expect(document.activeElement).toBe(field())
  })

  it('takes the first name that completes the word on Enter, and starts a new line if there is none', async () => {
    const user = userEvent.setup()
    render(<Form kind="sql" words={['region', ':user.region', 'sub_order']} />)
    await user.type(field(), ':user.re')
    expect(document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(
      ':user.region',
    )
    await user.keyboard('{Enter}')
    expect(field().value).toBe(':user.region')
    await user.type(field(), ' or')
    expect(offers()).toEqual(['sub_order'])
    await user.keyboard('{Enter}id')
    expect(field().value).toBe(':user.region or\nid')
  })

  it('leaves the typed word on Tab unless the user chose a name', async () => {
    const user = userEvent.setup()
    render(<Form kind="sql" words={['region']} />)
    await user.type(field(), 'reg{Tab}')
    expect(field().value).toBe('reg')
  })

  it('closes the suggestions on Escape without closing the parent, also if Escape is pressed twice', async () => {
    const user = userEvent.setup()
    let closed = false
    const listener = () => (closed = true)
    document.addEventListener('keydown', listener)
    render(<Form kind="name" words={['orders']} />)
    await user.type(field(), 'o')
    closed = false
    await user.keyboard('{Escape}')
    await user.keyboard('{Escape}')
    document.removeEventListener('keydown', listener)
    expect(offers()).toEqual([])
    expect(closed).toBe(false)
  })

  it('shows only a few suggestions even if many names fit', async () => {
    const user = userEvent.setup()
    render(<Form kind="name" words={Array.from({ length: 10_000 }, (_, n) => `table_${n}`)} />)
    await user.click(field())
    expect(offers()).toHaveLength(50)
    await user.type(field(), '9999')
    expect(offers()).toEqual(['table_9999'])
  })
})
