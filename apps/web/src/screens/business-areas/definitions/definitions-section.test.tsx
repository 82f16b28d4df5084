import { noDefinitions, type AreaProblem, type Definitions, type Dimension, type Metric } from '@parlance/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { DefinitionCheckRequest } from '../../../api/area-definitions.ts'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { at, useTestServer } from '../../../testing/test-server.ts'
import { QuestionsProvider } from '../../../ui/questions.tsx'
import type { DefinitionPlace } from './definition-place.ts'
import { DefinitionsSection, type DefinitionsSectionProps } from './definitions-section.tsx'

const server = useTestServer()
useTestBrowser()

const columns: Record<string, string[]> = {
  orders: ['id', 'customer_id', 'order_date', 'status'],
  order_items: ['order_id', 'quantity', 'price'],
  customers: ['id', 'country', 'city'],
}
const joins = [
  { left_table: 'order_items', left_column: 'order_id', right_table: 'orders', right_column: 'id' },
  { left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' },
]

function makeMetric(name: string, fields: Partial<Metric> = {}): Metric {
  return {
    name,
    description: null,
    synonyms: [],
    computation: { kind: 'aggregate', table: 'orders', expression: 'COUNT(*)', condition: null, time_column: null },
    dimensions: null,
    unit: null,
    format: null,
    deprecated: null,
    ...fields,
  }
}
function makeDimension(name: string, fields: Partial<Dimension> = {}): Dimension {
  return {
    name,
    description: null,
    synonyms: [],
    table: 'customers',
    expression: name.toLowerCase(),
    parent: null,
    deprecated: null,
    ...fields,
  }
}
const ratio = makeMetric('Average order', { computation: { kind: 'formula', formula: '{Revenue} / {Orders}' } })

const columnsOf = (table: string) => Promise.resolve(columns[table] ?? [])

function show(value: Partial<Definitions> = {}, props: Partial<DefinitionsSectionProps> = {}) {
  const stored: Definitions = { ...noDefinitions, ...value }
  const client = new QueryClient()
  const page = { latest: stored, replace: (_next: Definitions): void => undefined }
  function Page(later: Partial<DefinitionsSectionProps>) {
    const [definitions, setDefinitions] = useState(stored)
    const [place, setPlace] = useState<DefinitionPlace>({ list: 'metrics', name: null })
    useEffect(() => {
      page.latest = definitions
      page.replace = setDefinitions
    }, [definitions])
    return (
      <QueryClientProvider client={client}>
        <QuestionsProvider>
          <DefinitionsSection
            value={definitions}
            stored={stored}
            readOnly={false}
            tables={Object.keys(columns)}
            columnsOf={columnsOf}
            joins={joins}
            areaJoins={[]}
            areaId={null}
            problems={[]}
            usesOf={() => null}
            attempts={0}
            isRefused={false}
            place={place}
            onPlace={setPlace}
            onChange={(change) => setDefinitions(change)}
            onPreview={null}
            {...props}
            {...later}
          />
        </QuestionsProvider>
      </QueryClientProvider>
    )
  }
  const view = render(<Page />)
  return {
    user: userEvent.setup(),
    value: () => page.latest,
    update: (later: Partial<DefinitionsSectionProps>) => view.rerender(<Page {...later} />),
    replace: (next: Definitions) => act(() => page.replace(next)),
  }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const item = (name: string) => within(screen.getByRole('listitem', { name }))
const open = (name: string) => button(new RegExp(`^${name}`))
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
/** The popup of suggestions is a popover, which the test browser never opens. */
const offers = () =>
  within(screen.getByRole('listbox', { name: 'Suggestions', hidden: true }))
    .getAllByRole('option', { hidden: true })
    .map((option) => option.textContent)
const findOffer = (name: string) => screen.findByRole('option', { name, hidden: true })
const combobox = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })

function makeProblem(fields: Partial<AreaProblem>): AreaProblem {
  return {
    severity: 'error',
    section: 'definitions',
    rule: null,
    table: null,
    part: null,
    message: 'Wrong.',
    position: null,
    database: null,
    ...fields,
  }
}

describe('the lists of definitions', () => {
  it('say what a definition is for while there are none', async () => {
    const { user } = show()
    expect(screen.getByText(/^A metric says how a number is computed, such as Net revenue/)).toBeDefined()
    await user.click(button('Value synonyms'))
    expect(screen.getByText(/such as NRW for 'Nordrhein-Westfalen'/)).toBeDefined()
    expect(button('Add value synonym')).toBeDefined()
  })

  it('show how many there are, what each says, how often it was used, and whether it is deprecated', () => {
    const old = makeMetric('Old orders', { deprecated: { reason: 'Counts drafts.', use_instead: 'Orders' } })
    show(
      { metrics: [makeMetric('Orders'), old], dimensions: [makeDimension('Country')] },
      { usesOf: (_list, name) => (name === 'Orders' ? 12 : 0) },
    )
    expect(screen.getByRole('button', { name: 'Metrics 2', pressed: true })).toBeDefined()
    expect(button('Dimensions 1')).toBeDefined()
    expect(item('Orders').getByText('orders · COUNT(*)')).toBeDefined()
    expect(item('Orders').getByText('Used 12 times')).toBeDefined()
    expect(item('Old orders').queryByText(/^Used/)).toBeNull()
    expect(item('Old orders').getByText('Deprecated')).toBeDefined()
  })

  it('can be searched when they are longer than ten', async () => {
    const metrics = Array.from({ length: 10 }, (_, at) => makeMetric(`Metric ${at}`))
    const { user, replace, value } = show({ metrics })
    expect(screen.queryByRole('searchbox')).toBeNull()
    replace({ ...value(), metrics: [...metrics, makeMetric('Turnover', { synonyms: ['sales'] })] })
    await user.type(await screen.findByRole('searchbox', { name: 'Search definitions' }), 'SALES')
    expect(screen.getAllByRole('listitem').map((one) => one.getAttribute('aria-label'))).toEqual(['Turnover'])
    await user.type(screen.getByRole('searchbox'), 'x')
    expect(screen.getByText('No definitions match your search.')).toBeDefined()
  })

  it('show a problem of the live check at its field, and count it at the closed definition and its kind', async () => {
    const problems = [
      makeProblem({ definition: { kind: 'metric', name: 'orders' }, part: 'expression', position: 6, message: 'No.' }),
    ]
    const { user } = show({ metrics: [makeMetric('Orders')], dimensions: [makeDimension('Orders')] }, { problems })
    expect(button('Metrics 1 1 problem')).toBeDefined()
    expect(button('Dimensions 1')).toBeDefined()
    expect(item('Orders').getByText('1 problem')).toBeDefined()
    await user.click(open('Orders'))
    expect(combobox('Expression').getAttribute('aria-invalid')).toBe('true')
    await user.click(button('Go to character 7'))
    const expression = screen.getByRole<HTMLTextAreaElement>('combobox', { name: 'Expression' })
    expect(document.activeElement).toBe(expression)
    expect(expression.selectionStart).toBe(6)
  })

  it('are shown without fields to users who may not edit them', () => {
    show({ metrics: [makeMetric('Orders', { description: 'Placed orders' })] }, { readOnly: true })
    expect(within(screen.getByRole('list', { name: 'Metrics' })).getByText('Orders')).toBeDefined()
    expect(screen.getByText('Placed orders')).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('follow a change from outside, such as a restored version', async () => {
    const { replace, value } = show({ metrics: [makeMetric('Orders')] })
    replace({ ...value(), metrics: [makeMetric('Sales')] })
    expect(await screen.findByRole('listitem', { name: 'Sales' })).toBeDefined()
    expect(screen.queryByRole('listitem', { name: 'Orders' })).toBeNull()
    expect(item('Sales').getByText('New')).toBeDefined()
  })
})

describe('a filter', () => {
  it('applies by default if the owner says so, which its line shows', async () => {
    const { user, value } = show({ filters: [makeFilter('Active')] })
    await user.click(button(/^Filters/))
    await user.click(open('Active'))
    await user.click(screen.getByRole('checkbox', { name: /^Apply by default/ }))
    expect(value().filters).toEqual([{ ...makeFilter('Active'), applies_by_default: true }])
    expect(item('Active').getByText('Default')).toBeDefined()
  })
})

describe('a metric', () => {
  it('is defined from the rows of a table, with completion of tables and columns', async () => {
    const { user, value } = show()
    await user.click(button('Add metric'))
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    await user.type(field('Name'), 'Net revenue')
    await user.type(combobox('Table'), 'order_i')
    await user.keyboard('{Enter}')
    await user.type(combobox('Expression'), 'SUM(quan')
    expect(await findOffer('quantity')).toBeDefined()
    await user.keyboard('{Enter} * price)')
    await user.type(field(/^Synonyms/), 'turnover, sales')
    await user.type(combobox('Condition'), 'price > 0')
    expect(value().metrics).toEqual([
      makeMetric('Net revenue', {
        synonyms: ['turnover', 'sales'],
        computation: {
          kind: 'aggregate',
          table: 'order_items',
          expression: 'SUM(quantity * price)',
          condition: 'price > 0',
          time_column: null,
        },
      }),
    ])
  })

  it('takes its date from its own table, or from a joined one', async () => {
    const metric = makeMetric('Items', {
      computation: {
        kind: 'aggregate',
        table: 'order_items',
        expression: 'COUNT(*)',
        condition: null,
        time_column: null,
      },
    })
    const { user, value } = show({ metrics: [metric], time_columns: [{ table: 'order_items', column: 'added_on' }] })
    const column = () => {
      const { computation } = value().metrics[0] ?? makeMetric('')
      return computation.kind === 'aggregate' ? computation.time_column : null
    }
    await user.click(open('Items'))
    expect(screen.getByText("Empty means the table's default date: added_on")).toBeDefined()
    await user.type(combobox('Time column'), 'orders.ord')
    await user.click(await findOffer('orders.order_date'))
    expect(column()).toEqual({ table: 'orders', column: 'order_date' })
    await user.clear(combobox('Time column'))
    expect(column()).toBeNull()
    await user.type(combobox('Time column'), 'price')
    expect(column()).toEqual({ table: 'order_items', column: 'price' })
  })

  it('is computed from other metrics, whose names are completed in braces', async () => {
    const { user, value } = show({ metrics: [makeMetric('Revenue'), makeMetric('Orders'), makeMetric('Average')] })
    await user.click(open('Average'))
    await user.click(button('Other metrics'))
    await user.type(combobox('Formula'), '{{rev')
    expect(offers()).toEqual(['{Revenue}'])
    await user.keyboard('{Enter} / {{')
    expect(offers()).toEqual(['{Revenue}', '{Orders}'])
    await user.click(await findOffer('{Orders}'))
    expect(value().metrics[2]?.computation).toEqual({ kind: 'formula', formula: '{Revenue} / {Orders}' })
    await user.click(button('Rows of a table'))
    expect(combobox('Expression').value).toBe('COUNT(*)')
  })

  it('shows what its format looks like', async () => {
    const { user, value } = show({ metrics: [makeMetric('Revenue')] })
    await user.click(open('Revenue'))
    expect(screen.getByText('Example: 1,234.57')).toBeDefined()
    await user.selectOptions(combobox('Format'), 'Currency')
    await user.type(field(/^Unit/), 'EUR')
    expect(screen.getByText('Example: €1,234.57')).toBeDefined()
    await user.type(screen.getByRole('spinbutton', { name: /^Decimals/ }), '0')
    expect(screen.getByText('Example: €1,235')).toBeDefined()
    expect(value().metrics[0]).toMatchObject({ unit: 'EUR', format: { style: 'currency', decimals: 0 } })
  })

  it('names the dimensions that would count rows twice, and does not allow them', async () => {
    const asked: DefinitionCheckRequest[] = []
    const reason = 'One row of orders can have several rows of order_items, so Orders cannot be grouped by Product.'
    server.use(
      http.post<never, DefinitionCheckRequest>(
        at('/api/v1/business-areas/a1/check-definition'),
        async ({ request }) => {
          asked.push(await request.json())
          const consequence = {
            text: '{metric} cannot be grouped by {by}.',
            values: { metric: 'Orders', by: 'Product' },
          }
          const problem = makeProblem({
            definition: { kind: 'metric', name: 'Orders' },
            part: 'dimensions',
            message: reason,
            values: { consequence },
          })
          return HttpResponse.json({ problems: [problem] })
        },
      ),
    )
    const { user, value } = show(
      { metrics: [makeMetric('Orders')], dimensions: [makeDimension('Country'), makeDimension('Product')] },
      { areaId: 'a1' },
    )
    await user.click(open('Orders'))
    expect(await screen.findByText('1 of 2')).toBeDefined()
    expect(asked[0]).toMatchObject({
      definition: { kind: 'metric', name: 'Orders' },
      definitions: { metrics: [{ name: 'Orders', dimensions: ['Country', 'Product'] }] },
    })
    await user.click(screen.getByText('1 dimension is not available'))
    expect(screen.getByText(reason)).toBeDefined()
    await user.click(screen.getByRole('radio', { name: /^Only these/ }))
    expect(value().metrics[0]?.dimensions).toEqual(['Country'])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Product' }).disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Country' }))
    expect(value().metrics[0]?.dimensions).toEqual([])
  })

  it('is deprecated with a reason and a replacement', async () => {
    const { user, value } = show({ metrics: [makeMetric('Orders'), makeMetric('Old orders')] })
    await user.click(open('Old orders'))
    await user.click(screen.getByRole('checkbox', { name: /^Deprecated/ }))
    await user.type(field('Why it should no longer be used'), 'Counts drafts.')
    await user.selectOptions(combobox('Use insteadoptional'), 'Orders')
    expect(value().metrics[1]?.deprecated).toEqual({ reason: 'Counts drafts.', use_instead: 'Orders' })
    await user.click(screen.getByRole('checkbox', { name: /^Deprecated/ }))
    expect(value().metrics[1]?.deprecated).toBeNull()
  })
})

describe('changing definitions', () => {
  it('marks what is missing after the user leaves a definition', async () => {
    const { user } = show()
    await user.click(button('Add metric'))
    expect(screen.queryByText('Enter a name.')).toBeNull()
    await user.click(button(/^Dimensions/))
    await user.click(button('Metrics 1'))
    expect(item('Unnamed definition').queryByText('Enter a name.')).toBeNull()
    await user.click(open('Unnamed definition'))
    await user.click(combobox('Expression'))
    await user.click(button('Add metric'))
    expect(screen.getByText('Enter a name.')).toBeDefined()
    expect(screen.getByText('Choose a table.')).toBeDefined()
    expect(screen.getByText('Write an expression.')).toBeDefined()
  })

  it('opens what saving refused, in its list', async () => {
    const { update } = show({ metrics: [makeMetric('Orders')], filters: [makeFilter('')] })
    update({ attempts: 1, isRefused: true })
    expect(await screen.findByRole('button', { name: 'Filters 1', pressed: true })).toBeDefined()
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  })

  it('duplicates a definition under a free name, and moves the focus there', async () => {
    const { user, value } = show({ metrics: [makeMetric('Orders'), makeMetric('Orders 2')] })
    await user.click(button('Duplicate Orders'))
    expect(value().metrics.map(({ name }) => name)).toEqual(['Orders', 'Orders 3', 'Orders 2'])
    await waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe('Orders 3'))
  })

  it('deletes a definition with a way back', async () => {
    const { user, value } = show({ metrics: [makeMetric('Orders'), makeMetric('Sales')] })
    await user.click(button('Remove Orders'))
    expect(value().metrics).toHaveLength(1)
    await user.click(button('Undo'))
    expect(value().metrics.map(({ name }) => name)).toEqual(['Orders', 'Sales'])
  })

  it('asks before it deletes a metric that formulas use', async () => {
    const { user, value } = show({ metrics: [makeMetric('Revenue'), makeMetric('Orders'), ratio] })
    await user.click(button('Remove Orders'))
    const question = await screen.findByRole('alertdialog')
    expect(
      within(question).getByText('1 formula uses the metric Orders: Average order. Without it, it cannot be computed.'),
    ).toBeDefined()
    await user.click(within(question).getByRole('button', { name: 'Delete anyway' }))
    await waitFor(() => expect(value().metrics).toHaveLength(2))
  })

  it('asks before it deletes a dimension that others belong to', async () => {
    const { user } = show({
      dimensions: [makeDimension('City', { parent: 'Country' }), makeDimension('Country')],
      metrics: [makeMetric('Orders', { dimensions: ['country'] })],
    })
    await user.click(button('Dimensions 2'))
    await user.click(button('Remove Country'))
    expect(
      await screen.findByText('1 dimension belongs to Country: City. 1 metric is grouped by Country: Orders.'),
    ).toBeDefined()
  })

  it('marks an edited definition, and undoes its changes', async () => {
    const { user, value } = show({ dimensions: [makeDimension('City')] })
    await user.click(button('Dimensions 1'))
    await user.click(open('City'))
    await user.type(combobox('Column or expression'), '_name')
    expect(value().dimensions[0]?.expression).toBe('city_name')
    expect(item('City').getByText('Edited')).toBeDefined()
    await user.click(button('Undo changes to City'))
    expect(value().dimensions[0]?.expression).toBe('city')
  })

  it('offers only coarser dimensions as the parent, and shows the hierarchy', async () => {
    const { user } = show({
      dimensions: [
        makeDimension('City', { parent: 'Country' }),
        makeDimension('Country', { parent: 'Continent' }),
        makeDimension('Continent'),
      ],
    })
    await user.click(button('Dimensions 3'))
    await user.click(open('Country'))
    const parents = within(combobox('Belongs tooptional')).getAllByRole('option')
    expect(parents.map((option) => option.textContent)).toEqual(['Nothing', 'Continent'])
    expect(screen.getByText('Hierarchy: Country → Continent')).toBeDefined()
  })

  it('takes default dates and value synonyms in one line each', async () => {
    const { user, value } = show()
    await user.click(button('Default dates'))
    await user.click(button('Add default date'))
    await waitFor(() => expect(document.activeElement).toBe(combobox('Table')))
    await user.type(combobox('Table'), 'orders{Enter}')
    await user.type(combobox('Column'), 'order_d')
    await user.click(await findOffer('order_date'))
    await user.click(button('Value synonyms'))
    await user.click(button('Add value synonym'))
    await waitFor(() => expect(document.activeElement).toBe(combobox('Table')))
    await user.type(combobox('Table'), 'customers{Enter}')
    await user.type(combobox('Column'), 'country{Enter}')
    await user.type(field('Stored value'), 'Germany')
    await user.type(field('Synonyms'), 'DE, Deutschland')
    expect(value().time_columns).toEqual([{ table: 'orders', column: 'order_date' }])
    expect(value().value_synonyms).toEqual([
      { table: 'customers', column: 'country', value: 'Germany', synonyms: ['DE', 'Deutschland'] },
    ])
  })
})

function makeFilter(name: string): Definitions['filters'][number] {
  return {
    name,
    description: null,
    synonyms: [],
    table: 'orders',
    condition: 'id > 0',
    applies_by_default: false,
    deprecated: null,
  }
}

describe('a new name', () => {
  const metrics = [makeMetric('Revenue'), makeMetric('Orders'), ratio]

  it('is followed by formulas when the user leaves the definition, and not while it is typed', async () => {
    const { user, value } = show({ metrics })
    await user.click(open('Revenue'))
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Net revenue')
    expect(value().metrics[2]).toEqual(ratio)
    await user.click(open('Orders'))
    expect(value().metrics[0]?.name).toBe('Net revenue')
    expect(value().metrics[2]?.computation).toEqual({ kind: 'formula', formula: '{Net revenue} / {Orders}' })
  })

  it('of another definition is not followed', async () => {
    const { user, value } = show({ metrics })
    await user.click(open('Revenue'))
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Orders')
    await user.click(button(/^Dimensions/))
    expect(value().metrics[2]).toEqual(ratio)
  })

  it('of a dimension is followed by metrics and other dimensions', async () => {
    const allowing = makeMetric('Revenue', { dimensions: ['Country'] })
    const dimensions = [makeDimension('Country'), makeDimension('City', { parent: 'country' })]
    const { user, value } = show({ metrics: [allowing], dimensions })
    await user.click(button(/^Dimensions/))
    await user.click(open('Country'))
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Land')
    await user.click(open('City'))
    expect(value().dimensions[1]?.parent).toBe('Land')
    expect(value().metrics[0]?.dimensions).toEqual(['Land'])
  })
})
