import type { AreaListItem, RunRequest, Session, SessionListItem, TurnEvent, User } from '@parlance/contract'
import type { Database } from '../api/databases.ts'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { makeFullArea } from './areas-backend.ts'
import { makeDatabase, makeListItem, makeSession, makeUser } from './factories.ts'
import { at, eventStream, failure, signedInHandlers } from './test-server.ts'

interface ChatBackendOptions {
  user?: User
  databases?: Database[]
  areas?: AreaListItem[]
  sessions?: Session[]
  /** The response to a question; by default only the question. */
  answer?: (request: RunRequest) => Response | Promise<Response>
}

/** The chat endpoints over an in-memory list; records the requests. */
export function chatBackend(options: ChatBackendOptions = {}) {
  const sessions = new Map((options.sessions ?? []).map((session) => [session.id, session]))
  const databases = options.databases ?? [makeDatabase()]
  const asked: RunRequest[] = []
  const created: Record<string, unknown>[] = []
  const changed: Record<string, unknown>[] = []
  const cancelled: string[] = []
  const list = at('/apps/nl_to_sql_agent/users/u1/sessions')
  const known = (id: unknown) => sessions.get(String(id))

  const handlers: RequestHandler[] = [
    http.get(list, () => HttpResponse.json([...sessions.values()].map(itemOf))),
    http.post(list, async ({ request }) => {
      const { state } = (await request.json()) as { state: Record<string, string | null> }
      created.push(state)
      const session = makeSession({
        id: `new-${created.length}`,
        session_id: `new-${created.length}`,
        session_name: state['app:session_name'] ?? '',
        database_config_id: state['user:database_config_id'] ?? null,
        business_area_id: state['user:business_area_id'] ?? null,
        last_accessed: new Date(Date.now() + created.length * 1000).toISOString(),
      })
      sessions.set(session.id, session)
      return HttpResponse.json(session)
    }),
    http.get(`${list}/:id`, ({ params }) => {
      const session = known(params.id)
      return session
        ? HttpResponse.json(session)
        : failure(404, "Conversation not found, or you don't have access to it.")
    }),
    http.patch(`${list}/:id`, async ({ params, request }) => {
      const { state_delta: delta } = (await request.json()) as { state_delta: Record<string, string> }
      changed.push({ id: params.id, ...delta })
      const session = known(params.id)
      if (session === undefined) return failure(404, 'gone')
      session.session_name = delta['app:session_name'] ?? session.session_name
      return HttpResponse.json(itemOf(session))
    }),
    http.delete(`${list}/:id`, ({ params }) => {
      sessions.delete(String(params.id))
      return HttpResponse.json({ success: true, message: 'Conversation deleted', session_id: params.id })
    }),
    http.post(at('/api/v1/sessions/clear-all'), () => {
      const count = sessions.size
      sessions.clear()
      return HttpResponse.json({ action: 'deleted', deleted_count: count })
    }),
    http.post(at('/api/v1/custom_run_sse'), async ({ request }) => {
      const body = (await request.json()) as RunRequest
      asked.push(body)
      return options.answer?.(body) ?? eventStream([])
    }),
    http.post(at('/api/v1/custom_cancel/:id'), ({ params }) => {
      cancelled.push(String(params.id))
      return HttpResponse.json({ success: true, message: 'ok', session_id: params.id })
    }),
    http.post(at('/api/v1/database-management/configurations/set-active'), async ({ request }) => {
      const { config_id: id } = (await request.json()) as { config_id: string }
      for (const database of databases) database.is_active = database.id === id
      return HttpResponse.json(databases.find((database) => database.id === id))
    }),
    http.get(at('/api/v1/business-areas/'), () => HttpResponse.json(options.areas ?? [])),
    http.post(at('/api/v1/business-areas/recommend'), () => HttpResponse.json({ recommendation: null })),
    http.post(at('/api/v1/business-areas/:id/set-default'), () => HttpResponse.json({ success: true })),
    ...signedInHandlers({ user: options.user ?? makeUser(), databases }),
    http.get(at('/api/v1/business-areas/:id'), ({ params }) => {
      const area = options.areas?.find((each) => each.area_id === params.id)
      return area === undefined ? failure(404, 'gone') : HttpResponse.json(makeFullArea({ ...area }))
    }),
  ]
  return { handlers, sessions, asked, created, changed, cancelled }
}

/** A turn's events with the id that the client generated. */
export function withTurnId(events: TurnEvent[], turnId: string | undefined): TurnEvent[] {
  return events.map((event) => ({ ...event, turn_id: turnId ?? event.turn_id }))
}

function itemOf(session: Session): SessionListItem {
  const { events: _events, running_turn_id: _running, ...item } = session
  return makeListItem(item)
}
