import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { databasesBackend } from '../../testing/databases-backend.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const libraries = [
  ['SQL Server', 'sqlserver', 'npm install tedious'],
  ['Oracle', 'oracle', 'npm install oracledb'],
  ['Snowflake', 'snowflake', 'npm install snowflake-sdk'],
  ['BigQuery', 'bigquery', 'npm install @google-cloud/bigquery'],
  ['Dremio', 'dremio', 'npm install @grpc/grpc-js apache-arrow'],
  ['SAP HANA', 'hana', 'npm install hdb'],
  ['Google Sheets', 'googlesheets', 'npm install @googleapis/sheets'],
] as const

/** Opens the form for a new database, with the types changed as a server might return them. */
async function openForm(change: (type: { db_type: string }) => object = () => ({})) {
  const { default: types } = await import('@parlance/contract/testing/database-types', { with: { type: 'json' } })
  server.use(...databasesBackend().handlers, ...signedInHandlers())
  const changedTypes = types.map((type) => ({ ...type, ...change(type) }))
  server.use(http.get(at('/api/v1/database-management/types'), () => HttpResponse.json(changedTypes)))
  return renderApp('/databases?form=new')
}

it.each(libraries)(
  'shows in the form of %s the one command that adds its missing library',
  async (name, kind, command) => {
    const missing = { is_available: false, install_command: command }
    const { user } = await openForm(({ db_type }) => (db_type === kind ? missing : {}))
    await user.click(await screen.findByRole('radio', { name: `${name} Not installed` }))
    expect(screen.getByText(command)).toBeDefined()
    const reason = `The library for ${name} is not installed. Run this on the server, then restart Parlance:`
    expect(screen.getByText(reason)).toBeDefined()
  },
)

it('says in the form of Oracle that a server works in one mode', async () => {
  const { user } = await openForm()
  await user.click(await screen.findByRole('radio', { name: 'Oracle' }))
  expect(screen.getByText(/All Oracle connections of a server share one mode/)).toBeDefined()
})
