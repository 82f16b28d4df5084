import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { makeArea, makeStatus } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

it('AC-104 OP-22 lists the business areas of the chosen application, up to 300 px high', async () => {
  const status = makeStatus({ orchestration_configured: false, orchestration_has_api_key: false })
  const areas = Array.from({ length: 20 }, (_, index) => makeArea({ area_id: `a${index}`, area_name: `Area ${index}` }))
  const asked: (string | null)[] = []
  server.use(
    http.get(at('/api/v1/business-areas/'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('application_id'))
      return HttpResponse.json(areas)
    }),
    http.get(at('/api/v1/env-config/applications'), () =>
      HttpResponse.json([{ id: 'app1', name: 'Shop', description: null }]),
    ),
    ...signedInHandlers({ status }),
  )
  const { user } = renderApp('/env-config')
  await user.click(await screen.findByRole('radio', { name: 'PostgreSQL' }))
  expect(screen.queryByRole('list', { name: 'Business areas in this application' })).toBeNull()
  await screen.findByRole('option', { name: 'Shop' })
  await user.selectOptions(screen.getByLabelText('Application'), 'Shop')
  const list = await screen.findByRole('list', { name: 'Business areas in this application' })
  expect(list.children).toHaveLength(20)
  expect(list.style.maxHeight).toBe('300px')
  expect(asked).toEqual(['app1'])
})
