import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { areasBackend, makeFullArea } from '../../testing/areas-backend.ts'
import { speechless } from '../../testing/databases-backend.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { makeProblem } from '../../testing/security-sections.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './areas-screen.tsx'
import './security/column-security-section.tsx'
import './security/preview-as.tsx'
import './security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.restoreAllMocks())

const exported = {
  format: 'parlance-business-area',
  format_version: 1,
  area: { area_name: 'Sales', visibility: 'private', tables: [{ table_name: 'orders' }] },
}
const fileOf = (content: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  return new File([text], 'sales.json', { type: 'application/json' })
}

async function openImport() {
  const backend = areasBackend()
  server.use(...backend.handlers, ...signedInHandlers())
  const app = renderApp('/business-areas')
  await app.user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import business area' }))
  const take = async (content: unknown) => app.user.upload(dialog.getByLabelText('File'), fileOf(content))
  return { ...app, backend, dialog, take }
}

describe('import', () => {
  it('creates an area from a file under a name the user chooses', async () => {
    const { user, backend, dialog, take } = await openImport()
    await take(exported)
    const name = await dialog.findByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('Sales')
    await user.type(name, ' copy')
    await user.selectOptions(dialog.getByLabelText('Application'), 'app1')
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('article', { name: 'Sales copy' })).toBeDefined()
    expect(screen.getByText('Business area created successfully!')).toBeDefined()
    expect(backend.sent[0]?.body).toMatchObject({ application_id: 'app1', area_name: 'Sales copy' })
  })

  it('refuses a file that is not an export', async () => {
    const { dialog, take } = await openImport()
    await take({ something: 'else' })
    expect(await dialog.findByText('This file is not an exported business area. Choose another file.')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
  })

  const rules = (tables: object) => ({ rules: [{ name: 'Own', tables }] })
  const withRules = (row: object, column: object) => ({
    ...exported,
    area: { ...exported.area, row_security_rules: row, column_security_rules: column },
  })

  it('reports the file, the line, and the path of each problem', async () => {
    const { dialog, take } = await openImport()
    const bad = withRules(
      { rules: [{ name: '', tables: { orders: { condition: 'id > 1' } } }] },
      rules({ orders: { total: { mask_type: 'hide' } } }),
    )
    await take(bad)
    const list = await dialog.findByText('sales.json')
    const items = within(list.closest('[role=alert]') as HTMLElement).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'Line 15 area.row_security_rules.rules[0].nameThe rule needs a name.',
      expect.stringMatching(
        /^Line 31 The field “area\.column_security_rules\.rules\[0\]\.tables\.orders\.total\.mask_type” must be one of: partial/,
      ),
    ])
    await take('{\n  "format": "parlance-business-area",\n  oops\n}')
    expect((await dialog.findByText(/^This is not valid JSON/)).textContent).toContain('Line 3')
    await take('{"format": "parlance-business-area", "format": "parlance-business-area"}')
    expect(await dialog.findByText(/This name appears more than once/)).toBeDefined()
  })

  it('locates the problems that the server found in the file', async () => {
    const { user, dialog, take } = await openImport()
    const problem = makeProblem({ rule: 'Own', message: 'There is no column regio.' })
    const refused = { detail: 'Refused.', code: 'area_invalid', problems: [problem] }
    server.use(http.post(at('/api/v1/business-areas/import'), () => HttpResponse.json(refused, { status: 422 })))
    await take(withRules(rules({ orders: { condition: 'regio = 1' } }), {}))
    await dialog.findByLabelText('Name')
    await user.selectOptions(dialog.getByLabelText('Application'), 'app1')
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    const item = (await dialog.findByText(/There is no column regio/)).closest('li')
    expect(item?.textContent).toBe(
      'Line 18 area.row_security_rules.rules[0].tables.orders.conditionThere is no column regio.',
    )
  })

  it('BA-186 reports that the import failed', async () => {
    const { user, dialog, take } = await openImport()
    server.use(http.post(at('/api/v1/business-areas/import'), () => speechless()))
    await take(exported)
    await dialog.findByLabelText('Name')
    await user.selectOptions(dialog.getByLabelText('Application'), 'app1')
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    expect(await dialog.findByText('Failed to create business area. Please try again.')).toBeDefined()
  })
})

describe('export', () => {
  it('saves the area as a file with the area’s name', async () => {
    const made = vi.fn<(blob: Blob) => string>(() => 'blob:area')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }))
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      expect(this.download).toBe('Sales_ EU.json')
    })
    const backend = areasBackend({ areas: [makeFullArea({ area_name: 'Sales: EU' })] })
    server.use(...backend.handlers, ...signedInHandlers())
    const { user } = renderApp('/business-areas?form=a1')
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    expect(await made.mock.calls[0]?.[0].text()).toContain('parlance-business-area')
  })
})
