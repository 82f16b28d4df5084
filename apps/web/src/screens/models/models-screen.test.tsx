import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeStatus } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { settingsBackend } from '../../testing/settings-backend.ts'
import { signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

function openPage(model: string, provider: 'google' | 'builtin' = 'google') {
  const status = makeStatus({ orchestration_provider: provider, orchestration_model: model })
  server.use(...settingsBackend().handlers, ...signedInHandlers({ status }))
  return renderApp('/models')
}

it('says who answers, who writes the SQL, and whether result rows are shared, above both forms', async () => {
  openPage('g-2')
  const inUse = within(await screen.findByRole('region', { name: 'Models in use' }))
  expect(inUse.getByText('Answers questions').nextElementSibling?.textContent).toBe('g-2')
  expect(inUse.getByText('Writes the SQL').nextElementSibling?.textContent).toBe('g-1')
  expect(inUse.getByText('Result rows').nextElementSibling?.textContent).toMatch(/^Shared with the models/)
  expect(screen.getByRole('region', { name: 'Orchestration model' }).textContent).toContain('Leads the conversation')
  expect(screen.getByRole('region', { name: 'LLM Settings' }).textContent).toContain('Writes the SQL')
})

it('says that the built-in engine does everything, and that nothing leaves the server', async () => {
  openPage('builtin', 'builtin')
  expect(await screen.findByText(/^The built-in engine\. It also writes the SQL/)).toBeDefined()
  expect(screen.queryByText('Result rows')).toBeNull()
})
