import { connectionStateOf } from '@parlance/contract'
import type {
  AccessGrant,
  Application,
  AreaListItem,
  CatalogueStatus,
  ConnectionTestResult,
  ConnectionUse,
  ValueIndexStatus,
} from '@parlance/contract'
import { HttpResponse, http, type RequestHandler } from 'msw'
import type { Database } from '../api/databases.ts'
import { makeDatabase, makeListItem } from './factories.ts'
import { at, failure } from './test-server.ts'
import { uploadHandlers } from './upload-handlers.ts'

const base = at('/api/v1/database-management')

interface DatabasesBackendOptions {
  databases?: Database[]
  applications?: Application[]
  grants?: AccessGrant[]
  /** The result of a test; passes by default. */
  test?: (id: string) => ConnectionTestResult | Response | Promise<ConnectionTestResult | Response>
  testAll?: (id: string) => ConnectionTestResult
  catalogue?: () => CatalogueStatus
  values?: () => ValueIndexStatus
  uses?: ConnectionUse[]
  areas?: AreaListItem[]
  /** Why the server refuses uploaded files. */
  uploadRefusal?: string
}

/** The database management endpoints over in-memory lists; records the requests. */
export function databasesBackend(options: DatabasesBackendOptions = {}) {
  const databases = (options.databases ?? [makeDatabase()]).map((database) => ({ ...database }))
  const applications = options.applications ?? [{ id: 'app1', name: 'Sample Shop', description: null }]
  const grants = [...(options.grants ?? [])]
  const sent: { call: string; body: unknown }[] = []
  const sessions: Record<string, unknown>[] = []
  const find = (id: unknown) => databases.find((database) => database.id === id)
  const note = async (call: string, request: Request) => {
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    sent.push({ call, body })
    return body
  }
  const change = (id: unknown, fields: Partial<Database>) => {
    const index = databases.findIndex((database) => database.id === id)
    const merged = { ...(databases[index] ?? makeDatabase()), ...fields }
    const changed = { ...merged, state: connectionStateOf(merged) }
    databases[index] = changed
    return changed
  }

  const handlers: RequestHandler[] = [
    http.get(`${base}/configurations`, () => HttpResponse.json(databases)),
    http.get(`${base}/applications`, () => HttpResponse.json(applications)),
    http.post(`${base}/applications`, async ({ request }) => {
      const body = (await note('create application', request)) as Application
      const made = { id: 'app-new', name: body.name, description: body.description }
      applications.push(made)
      return HttpResponse.json(made)
    }),
    http.post(`${base}/configurations/set-active`, async ({ request }) => {
      const { config_id: id } = (await note('set-active', request)) as { config_id: string }
      for (const database of databases) database.is_active = database.id === id
      return HttpResponse.json(find(id))
    }),
    http.post(`${base}/configurations`, async ({ request }) => {
      const body = (await note('create', request)) as Partial<Database>
      const made = makeDatabase({
        ...asStored(body),
        id: `db-new-${sent.length}`,
        is_active: false,
        is_valid: false,
        last_tested: null,
        table_count: null,
      })
      databases.push(made)
      return HttpResponse.json(made)
    }),
    http.put(`${base}/configurations/:id`, async ({ params, request }) => {
      const body = (await note('update', request)) as Partial<Database>
      return HttpResponse.json(
        change(params.id, {
          ...asStored(body),
          is_valid: false,
          last_tested: null,
          test_error: null,
          updated_at: `2026-02-0${sent.length}T00:00:00.000Z`,
        }),
      )
    }),
    ...uploadHandlers({
      note,
      refusal: options.uploadRefusal,
      add: (fields) => {
        const made = makeDatabase({ id: 'db-uploaded', is_active: false, ...fields })
        databases.push(made)
        return made
      },
      change,
    }),
    http.delete(`${base}/configurations/:id`, async ({ params, request }) => {
      await note('delete', request)
      const [gone] = databases.splice(
        databases.findIndex((database) => database.id === params.id),
        1,
      )
      return HttpResponse.json({ id: gone?.id, config_id: gone?.id, name: gone?.name, message: 'gone' })
    }),
    http.post(`${base}/configurations/:id/test`, async ({ params, request }) => {
      await note('test', request)
      const answer = (await options.test?.(String(params.id))) ?? passedTest
      if (answer instanceof Response) return answer
      change(params.id, {
        is_valid: answer.success,
        last_tested: new Date().toISOString(),
        test_error: answer.success ? null : answer.message,
        test_stage: answer.stage,
        test_advice: answer.advice,
        warnings: answer.warnings,
      })
      return HttpResponse.json(answer)
    }),
    http.get(`${base}/use`, () => HttpResponse.json(options.uses ?? [])),
    ...(options.areas === undefined
      ? []
      : [http.get(at('/api/v1/business-areas/'), () => HttpResponse.json(options.areas))]),
    http.get(`${base}/health-checks`, () => HttpResponse.json({ interval: 'off' })),
    http.put(`${base}/health-checks`, async ({ request }) =>
      HttpResponse.json((await note('health checks', request)) as object),
    ),
    http.post(`${base}/configurations/test-all`, () => {
      const results = databases.map(({ id }) => ({ id, result: options.testAll?.(id) ?? passedTest }))
      for (const { id, result } of results) {
        change(id, {
          is_valid: result.success,
          test_stage: result.stage,
          test_error: result.success ? null : result.message,
        })
      }
      const failed = results.filter(({ result }) => !result.success).length
      const ended = { type: 'ended', total: results.length, passed: results.length - failed, failed }
      return streamed([
        ...results.flatMap((each) => [
          { type: 'started', id: each.id },
          { type: 'tested', ...each },
        ]),
        ended,
      ])
    }),
    http.post(`${base}/configurations/:id/sync`, async ({ request }) => {
      await note('sync', request)
      return HttpResponse.json({ success: true, message: '4 sheets', error: null })
    }),
    http.get(`${base}/configurations/:id/sync`, () => HttpResponse.json([])),
    http.get(`${base}/configurations/:id/groups`, () => HttpResponse.json({ groups: [] })),
    http.get(at('/api/v1/groups'), () => HttpResponse.json({ total: 0, groups: [] })),
    http.get(`${base}/configurations/:id/access`, async ({ request }) => {
      await note('access list', request)
      return HttpResponse.json(grants)
    }),
    http.post(`${base}/configurations/:id/access`, async ({ params, request }) => {
      const { user_email: email } = (await note('grant', request)) as { user_email: string }
      const made = makeGrant({ user_email: email })
      grants.push(made)
      return HttpResponse.json({ ...made, config_id: params.id, message: 'granted' })
    }),
    http.delete(`${base}/configurations/:id/access/:userId`, async ({ params, request }) => {
      await note('revoke', request)
      grants.splice(
        grants.findIndex((grant) => grant.user_id === params.userId),
        1,
      )
      return HttpResponse.json({})
    }),
    http.get(`${base}/configurations/:id/catalogue`, () => HttpResponse.json(options.catalogue?.() ?? makeCatalogue())),
    http.post(`${base}/configurations/:id/catalogue`, async ({ request }) => {
      await note('refresh', request)
      return HttpResponse.json(options.catalogue?.() ?? makeCatalogue())
    }),
    http.get(`${base}/configurations/:id/values`, () => HttpResponse.json(options.values?.() ?? makeStoredValues())),
    http.put(`${base}/configurations/:id/values`, async ({ request }) => {
      const { is_on: isOn } = (await note('change values', request)) as { is_on: boolean }
      return HttpResponse.json(makeStoredValues(isOn ? {} : { is_on: false, built_at: null, value_count: 0 }))
    }),
    http.post(`${base}/configurations/:id/values`, async ({ request }) => {
      await note('read values', request)
      return HttpResponse.json(makeStoredValues({ is_running: true }))
    }),
    http.post(at('/apps/nl_to_sql_agent/users/u1/sessions'), async ({ request }) => {
      const { state } = (await request.json()) as { state: Record<string, string> }
      sessions.push(state)
      return HttpResponse.json(makeListItem({ id: 'made', session_name: state['app:session_name'] ?? '' }))
    }),
  ]
  return { handlers, databases, grants, sent, sessions, calls: () => sent.map(({ call }) => call) }
}

function streamed(events: object[]): HttpResponse<string> {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
}

export const passedTest: ConnectionTestResult = {
  success: true,
  message: 'Connection successful',
  table_count: 2,
  stage: null,
  advice: null,
  stages: [
    { stage: 'reach', outcome: 'passed' },
    { stage: 'list-tables', outcome: 'passed' },
  ],
  warnings: [],
  driver_info: 'SQLite 3',
}

export const refusedTest: ConnectionTestResult = {
  success: false,
  message: 'The server refused the password of reader.',
  stage: 'sign-in',
  advice: 'Enter the current password.',
  stages: [
    { stage: 'reach', outcome: 'passed' },
    { stage: 'sign-in', outcome: 'failed' },
    { stage: 'list-tables', outcome: 'not-run' },
  ],
  warnings: [],
  driver_info: null,
}

export function makeGrant(fields: Partial<AccessGrant> = {}): AccessGrant {
  return {
    id: 'u2',
    user_id: 'u2',
    user_email: 'bea@example.com',
    user_name: 'bea',
    is_active: true,
    granted_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

export function makeCatalogue(fields: Partial<CatalogueStatus> = {}): CatalogueStatus {
  return {
    id: 'db1',
    config_id: 'db1',
    refreshed_at: '2026-01-02T09:00:00.000Z',
    table_count: 6,
    column_count: 30,
    refresh: null,
    error: null,
    error_at: null,
    changes: null,
    ...fields,
  }
}

export function makeStoredValues(fields: Partial<ValueIndexStatus> = {}): ValueIndexStatus {
  return {
    id: 'db1',
    config_id: 'db1',
    is_on: true,
    built_at: '2026-01-02T09:00:00.000Z',
    column_count: 12,
    value_count: 1830,
    size_bytes: 21_960,
    skipped_count: 0,
    is_running: false,
    error: null,
    error_at: null,
    ...fields,
  }
}

/** A server error without a message. */
export function speechless(status = 500) {
  return new HttpResponse(null, { status })
}

/** A refusal with the server's message. */
export function refusal(detail: string, status = 400, code = 'bad_request') {
  return failure(status, detail, code)
}

/** The part of a request that the server returns: everything except secrets and control fields. */
function asStored(body: object): Partial<Database> {
  const { password: _secret, expected_updated_at: _steers, ...fields } = body as Record<string, unknown>
  return fields as Partial<Database>
}
