import type { ColumnMask, MaskExample as Values, MaskExampleRequest } from '@parlance/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { expect, it } from 'vitest'
import { areasBackend, makeMaskExample } from '../../../testing/areas-backend.ts'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../../testing/test-server.ts'
import { MaskExample } from './mask-example.tsx'
import { MaskPlaceProvider, type MaskPlace } from './mask-place.ts'

const server = useTestServer()
useTestBrowser()

const lastFour: ColumnMask = { mask_type: 'partial', pattern: 'XXX-####' }
const place: MaskPlace = {
  area: { area_id: 'a1' },
  version: 1,
  tables: new Set(['customers']),
  saved: new Set(['customers.ssn']),
}

function open(answer: (request: MaskExampleRequest) => Values | Response, ...others: RequestHandler[]) {
  const asked: MaskExampleRequest[] = []
  const { handlers } = areasBackend({
    maskExample: (request) => {
      asked.push(request)
      return answer(request)
    },
  })
  server.use(...others, ...handlers)
  const client = new QueryClient()
  const make = (mask: ColumnMask, column: string, table: string) => (
    <QueryClientProvider client={client}>
      <MaskPlaceProvider value={place}>
        <MaskExample mask={mask} column={column} table={table} />
      </MaskPlaceProvider>
    </QueryClientProvider>
  )
  const view = render(make(lastFour, 'phone', 'customers'))
  return { asked, client, show: (...shown: Parameters<typeof make>) => view.rerender(make(...shown)) }
}

const texts = () => screen.getAllByRole('listitem').map((item) => within(item).getByText(/ becomes /).textContent)

it('shows real values before and after the mask, with NULL and empty text in words', async () => {
  const values = makeMaskExample([
    ['+49 30 0074321', 'XXX-4321'],
    ['030 12', ''],
    ['555', null],
  ])
  const { asked } = open(() => values)
  await screen.findByRole('list', { name: 'Values before and after the mask' })
  expect(texts()).toEqual(['+49 30 0074321 becomes XXX-4321', '030 12 becomes empty text', '555 becomes NULL'])
  expect(asked).toEqual([{ area_id: 'a1', table_name: 'customers', column: 'phone', mask: lastFour }])
})

it('shows a sample until the values of a changed mask are known', async () => {
  const { show, asked } = open(({ mask }) => makeMaskExample([['12345', mask.replacement ?? 'XXX-2345']]))
  await screen.findByText('12345 becomes XXX-2345')
  show({ mask_type: 'replace', replacement: 'gone' }, 'phone', 'customers')
  expect(screen.getByText('(555) 123-4567 becomes gone')).toBeDefined()
  await screen.findByText('12345 becomes gone', undefined, { timeout: 5000 })
  expect(asked.map(({ mask }) => mask.mask_type)).toEqual(['partial', 'replace'])
})

it('groups the digits of numbers and makes hidden characters visible', async () => {
  const column = { name: 'salary', dataType: 'NUMERIC', kind: 'number' as const }
  const text = { ...column, kind: 'text' as const }
  open(() => ({ ...makeMaskExample([['1234567.5', 'a\u202Eb']]), columns: [column, text] }))
  expect(await screen.findByText('1,234,567.5 becomes a\uFFFDb')).toBeDefined()
})

it.each<[Values['state'], string]>([
  ['masked', 'You see this column masked, so only an example is shown.'],
  ['empty', 'You see no values in this column, so only an example is shown.'],
  ['no_access', "You can't ask about this table yet, so only an example is shown."],
])('says why there is only a sample: %s', async (state, sentence) => {
  open(() => ({ ...makeMaskExample(), state }))
  await screen.findByText(sentence)
  expect(screen.getByText('(555) 123-4567 becomes XXX-4567')).toBeDefined()
})

it('shows the reason of a failure with the sample', async () => {
  const { show } = open(({ column }) =>
    column === 'phone'
      ? failure(503, 'Could not reach the database. Try again in a moment.', 'database_unreachable')
      : HttpResponse.error(),
  )
  await screen.findByText('Could not reach the database. Try again in a moment.')
  expect(screen.getByText('(555) 123-4567 becomes XXX-4567')).toBeDefined()
  show(lastFour, 'mobile', 'customers')
  await screen.findByText('Unable to connect to the server. Please check if the server is running.', undefined, {
    timeout: 5000,
  })
})

it('says nothing more about a mask that the check of the rules refuses', async () => {
  const { asked } = open(() => failure(422, 'There is no column phone.', 'area_invalid'))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.queryByText('There is no column phone.')).toBeNull()
})

it('cancels the query of a mask that changes', async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hanging = http.post(at('/api/v1/business-areas/mask-example'), ({ request }) => {
    request.signal.addEventListener('abort', () => ended.resolve())
    begun.resolve()
    return new Promise<never>(() => undefined)
  })
  const { show } = open(() => makeMaskExample(), hanging)
  await begun.promise
  show({ mask_type: 'disallow' }, 'phone', 'customers')
  await ended.promise
  expect(screen.getByText('Not available to users')).toBeDefined()
})

it('asks nothing about hidden, incomplete, unknown, and saved masks', async () => {
  const { asked, client } = open(() => makeMaskExample([['1', '2']]))
  await screen.findByText('1 becomes 2')
  render(
    <QueryClientProvider client={client}>
      <MaskExample mask={lastFour} column="a" table="customers" />
      <MaskPlaceProvider value={{ ...place, area: { application_id: 'app1' } }}>
        <MaskExample mask={lastFour} column="b" table="ALL" />
        <MaskExample mask={{ mask_type: 'disallow' }} column="c" table="customers" />
        <MaskExample mask={{ mask_type: 'custom', sql: ' ' }} column="d" table="customers" />
        <MaskExample mask={lastFour} column="e" table="custom" />
        <MaskExample mask={lastFour} column="f" />
        <MaskExample mask={{ mask_type: 'hash' }} column="SSN" table="customers" />
        <MaskExample mask={lastFour} column="asked" table="customers" />
      </MaskPlaceProvider>
    </QueryClientProvider>,
  )
  expect(screen.getAllByText('You see this column masked, so only an example is shown.')).toHaveLength(1)
  await waitFor(() => expect(screen.getAllByText('1 becomes 2')).toHaveLength(2))
  expect(asked.map(({ column }) => column)).toEqual(['phone', 'asked'])
})
