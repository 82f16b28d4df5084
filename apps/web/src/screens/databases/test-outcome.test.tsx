import type { ConnectionTestResult } from '@parlance/contract'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { startTranslations } from '../../lib/i18n.ts'
import { databasesBackend, refusedTest } from '../../testing/databases-backend.ts'
import { makeDatabase } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => startTranslations())

const unresolved = 'Could not find the database: {reason}'
const unknownHost = 'Could not resolve the host name {host}. Check its spelling.'
const install = 'Run "{command}" on the server, then restart Parlance.'
const writer = 'The account can write to the dataset ({roles}).'
const german = {
  [unresolved]: 'Die Datenbank wurde nicht gefunden: {reason}',
  [unknownHost]: 'Der Hostname {host} ist unbekannt. Prüfen Sie die Schreibweise.',
  [install]: 'Führen Sie „{command}“ auf dem Server aus und starten Sie Parlance neu.',
  [writer]: 'Das Konto kann in das Dataset schreiben ({roles}).',
}
const problem = 'Could not find the database: Could not resolve the host name db. Check its spelling.'
const problemValues = { reason: { text: unknownHost, values: { host: 'db' } } }
const advice = 'Run "npm install hdb" on the server, then restart Parlance.'
const adviceValues = { command: 'npm install hdb' }
const warning = { text: writer, values: { roles: 'WRITER' } }

async function openCard(database = makeDatabase(), test: ConnectionTestResult = refusedTest) {
  await startTranslations({ language: 'de', texts: german })
  server.use(...databasesBackend({ databases: [database], test: () => test }).handlers, ...signedInHandlers())
  const { user } = renderApp('/databases')
  return { user, card: within(await screen.findByRole('article', { name: database.name })) }
}

it('shows why a test failed, and what to do, in the user’s language', async () => {
  const { user, card } = await openCard(makeDatabase(), {
    ...refusedTest,
    message: problem,
    pattern: unresolved,
    values: problemValues,
    advice,
    advice_pattern: install,
    advice_values: adviceValues,
  })
  await user.click(card.getByRole('button', { name: 'Test' }))
  const alert = await card.findByRole('alert')
  expect(alert.textContent).toContain('Die Datenbank wurde nicht gefunden: Der Hostname db ist unbekannt.')
  expect(alert.textContent).toContain('Führen Sie „npm install hdb“ auf dem Server aus')
})

it('shows the stored failure and the warnings of the last test in the user’s language', async () => {
  const { card } = await openCard(
    makeDatabase({
      is_valid: false,
      test_error: problem,
      test_error_pattern: unresolved,
      test_error_values: problemValues,
      test_stage: 'resolve',
      test_advice: advice,
      test_advice_pattern: install,
      test_advice_values: adviceValues,
      warnings: ['The account can write to the dataset (WRITER).'],
      warning_messages: [warning],
    }),
  )
  const alert = card.getByRole('alert')
  expect(alert.textContent).toContain('Die Datenbank wurde nicht gefunden: Der Hostname db ist unbekannt.')
  expect(alert.textContent).toContain('Führen Sie „npm install hdb“ auf dem Server aus')
  expect(card.getByText('Das Konto kann in das Dataset schreiben (WRITER).')).toBeDefined()
})
