import type {
  Area,
  AreaAccessList,
  AreaAudience,
  AreaAudienceRequest,
  AreaEditionLimits,
  AreaJoin,
  AreaRowCounts,
  AreaRowCountsRequest,
  AreaTable,
  AreaTableInput,
  AreaVersionContent,
  AskedWord,
  CreateAreaRequest,
  DatabaseTables,
  DefinitionUsage,
  DraftExample,
  EvaluationBadges,
  FoundTable,
  MaskExample,
  MaskExampleRequest,
  SavedDraft,
  SaveDraftRequest,
  UpdateAreaRequest,
} from '@parlance/contract'
import { newEditable, noDefinitions } from '@parlance/contract'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { makeArea } from './factories.ts'
import { at, failure } from './test-server.ts'

const base = at('/api/v1/business-areas')

interface AreasBackendOptions {
  areas?: Area[]
  limits?: Partial<AreaEditionLimits>
  /** The content of the databases, by connection id. */
  tables?: DatabaseTables['tables']
  columns?: Record<string, string[]>
  access?: AreaAccessList['access_list']
  suggested?: AreaJoin[]
  /** What a search finds; by default the tables whose names contain it. */
  found?: Record<string, Partial<FoundTable>[]>
  /** The tables that are joined to any others. */
  joined?: string[]
  audience?: Partial<AreaAudience>
  /** What a mask makes of real values; by default there are none. */
  maskExample?: (request: MaskExampleRequest) => MaskExample | Response
  counts?: Partial<AreaRowCounts>
  badges?: EvaluationBadges['badges']
  usage?: DefinitionUsage['definitions']
  /** The draft of every area; by default there is none. */
  draft?: SavedDraft
  /** The verified examples that the draft changes. */
  draftExamples?: DraftExample[]
  /** Words that users ask for. */
  askedWords?: AskedWord[]
  /** Newest first. */
  versions?: Omit<AreaVersionContent, 'definition_versions'>[]
}

/** The business area endpoints over in-memory lists; records the requests. */
export function areasBackend(options: AreasBackendOptions = {}) {
  const areas = [...(options.areas ?? [])]
  const tables = options.tables ?? ['customers', 'orders', 'products', 'order_items'].map((name) => makeListed(name))
  const access = [...(options.access ?? [])]
  let draft = options.draft ?? null
  const sent: { call: string; body: unknown; version: string | null }[] = []
  const reviewed: AreaAudienceRequest[] = []
  const counted: AreaRowCountsRequest[] = []
  const note = async (call: string, request: Request) => {
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    sent.push({ call, body, version: request.headers.get('if-match') })
    return body
  }
  const find = (id: unknown) => areas.find((area) => area.area_id === id)
  const change = (id: unknown, request: Request, fields: Partial<Area>) => {
    const known = find(id)
    if (known === undefined)
      return failure(404, "Business area not found, or you don't have access to it.", 'not_found')
    if (request.headers.get('if-match') !== `"${known.version}"`) {
      return failure(409, 'Someone else changed this in the meantime. Reload and try again.', 'conflict')
    }
    const changed = { ...known, ...fields, version: known.version + 1 }
    areas.splice(areas.indexOf(known), 1, changed)
    return HttpResponse.json(changed)
  }
  const tablesOf = (inputs: AreaTableInput[]) =>
    inputs.map((input) => makeAreaTable({ ...inputOf(input), table_name: input.table_name }))

  const handlers: RequestHandler[] = [
    http.get(`${base}/`, () => HttpResponse.json(areas)),
    http.get(`${base}/edition-limits`, () =>
      HttpResponse.json(makeLimits({ current_business_areas: areas.length, ...options.limits })),
    ),
    http.get(`${base}/database-tables`, () => HttpResponse.json({ tables, total_count: tables.length })),
    http.get(`${base}/database-tables/search`, ({ request }) => {
      const query = new URL(request.url).searchParams.get('query') ?? ''
      const named = tables.filter(({ table_name }) => table_name.includes(query.toLowerCase()))
      const found = (options.found?.[query] ?? named).map((table) => makeFoundTable(table))
      return HttpResponse.json({ table_names: found.map(({ table_name }) => table_name), tables: found.slice(0, 50) })
    }),
    http.post(`${base}/database-tables/joined`, async ({ request }) => {
      await note('joined', request)
      return HttpResponse.json({ tables: options.joined ?? [] })
    }),
    http.get(at('/api/v1/database-management/tables/:table/columns'), ({ params }) =>
      HttpResponse.json({
        comment: 'What it contains',
        row_estimate: 1200,
        columns: (options.columns?.[String(params.table)] ?? ['id', 'name']).map((name) => ({
          name,
          data_type: 'TEXT',
          nullable: true,
          comment: null,
        })),
      }),
    ),
    http.get(at('/api/v1/database-management/applications'), () =>
      HttpResponse.json([
        { id: 'app1', name: 'Shop', description: null },
        { id: 'app2', name: 'Ledger', description: null },
      ]),
    ),
    http.post(`${base}/suggest-joins`, async ({ request }) => {
      await note('suggest-joins', request)
      return HttpResponse.json({ joins: options.suggested ?? [] })
    }),
    http.get(`${base}/user-attributes`, () =>
      HttpResponse.json({ active_users: 12, attributes: [{ key: 'region', users: 10 }] }),
    ),
    http.post(`${base}/check`, async ({ request }) => {
      await note('check', request)
      return HttpResponse.json({ problems: [], databases: ['Sample Shop'] })
    }),
    http.post<never, AreaAudienceRequest>(`${base}/audience`, async ({ request }) => {
      reviewed.push(await request.json())
      return HttpResponse.json({ ...makeAudience(), ...options.audience })
    }),
    http.post<never, MaskExampleRequest>(`${base}/mask-example`, async ({ request }) => {
      const made = options.maskExample?.(await request.json())
      return made instanceof Response ? made : HttpResponse.json(made ?? makeMaskExample())
    }),
    http.post<never, AreaRowCountsRequest>(`${base}/audience/row-counts`, async ({ request }) => {
      counted.push(await request.json())
      const { database } = makeAudience()
      return HttpResponse.json({ database, users: [], open_tables: [], ...options.counts })
    }),
    http.post(`${base}/import`, async ({ request }) => {
      const body = (await note('import', request)) as { area_name: string }
      const made = makeFullArea({ area_id: 'imported', area_name: body.area_name })
      areas.push(made)
      return HttpResponse.json(made)
    }),
    http.get(`${base}/evaluation-badges`, () => HttpResponse.json({ badges: options.badges ?? [] })),
    http.post(`${base}/:id/check-definition`, () => HttpResponse.json({ problems: [] })),
    http.get(`${base}/:id/asked-words`, () => HttpResponse.json({ words: options.askedWords ?? [] })),
    http.get(`${base}/:id/definition-usage`, () => HttpResponse.json({ definitions: options.usage ?? [] })),
    http.get(`${base}/:id/draft`, () => HttpResponse.json({ draft })),
    http.get(`${base}/:id/draft/examples`, () =>
      HttpResponse.json({ revision: 'e1', examples: options.draftExamples ?? [], hidden: 0 }),
    ),
    http.put(`${base}/:id/draft/examples/:exampleId`, async ({ params, request }) => {
      await note('update-draft-example', request)
      const result = { columns: [], results: [], row_count: 1, truncated: false }
      return HttpResponse.json({ id: params['exampleId'], result })
    }),
    http.put(`${base}/:id/draft`, async ({ request }) => {
      const body = (await note('save-draft', request)) as SaveDraftRequest
      if (body.revision !== (draft?.revision ?? null)) return failure(409, 'Someone else saved this draft.', 'conflict')
      draft = makeDraft({ ...draft, revision: `${draft?.revision ?? 'r'}+` })
      return HttpResponse.json({ draft })
    }),
    http.delete(`${base}/:id/draft`, async ({ params, request }) => {
      await note('discard-draft', request)
      draft = null
      return HttpResponse.json({ area_id: params.id })
    }),
    http.post(`${base}/:id/draft/publish`, async ({ params, request }) => {
      await note('publish-draft', request)
      draft = null
      return HttpResponse.json(find(params.id))
    }),
    http.get(`${base}/:id/versions`, () =>
      HttpResponse.json({ versions: (options.versions ?? []).map(({ content: _content, ...version }) => version) }),
    ),
    http.get(`${base}/:id/versions/:number`, ({ params }) =>
      HttpResponse.json({
        ...options.versions?.find((version) => version.number === Number(params.number)),
        definition_versions: [],
      }),
    ),
    http.get(`${base}/:id/export`, ({ params }) =>
      HttpResponse.json({
        format: 'parlance-business-area',
        format_version: 1,
        area: { area_name: find(params.id)?.area_name, visibility: 'private', tables: [{ table_name: 'orders' }] },
      }),
    ),
    http.get(at('/api/v1/groups'), () => HttpResponse.json({ total: 0, groups: [] })),
    http.get(`${base}/:id/access`, () => HttpResponse.json({ access_list: access, group_count: 0 })),
    http.put(`${base}/:id/owner`, async ({ params, request }) => {
      const { user_id } = (await note('owner', request)) as { user_id: string }
      const known = find(params.id) ?? makeFullArea()
      const changed = { ...known, user_id, is_owner: false, owner_name: `${user_id}@example.com` }
      areas.splice(areas.indexOf(known), 1, changed)
      return HttpResponse.json(changed)
    }),
    http.post(`${base}/:id/set-default`, async ({ params, request }) => {
      await note(`set-default ${String(params.id)}`, request)
      for (const [place, area] of areas.entries()) {
        areas[place] = { ...area, is_default: area.area_id === params.id }
      }
      return HttpResponse.json({ message: 'ok' })
    }),
    http.get(`${base}/:id`, ({ params }) => {
      const area = find(params.id)
      return area === undefined
        ? failure(404, 'This business area does not exist.', 'not_found')
        : HttpResponse.json(area)
    }),
    http.post(`${base}/`, async ({ request }) => {
      const body = (await note('create', request)) as CreateAreaRequest
      const made = makeFullArea({
        area_id: `new-${areas.length}`,
        area_name: body.area_name,
        visibility: body.visibility,
        application_id: body.application_id,
        tables: tablesOf(body.tables as AreaTableInput[]),
      })
      areas.push(made)
      return HttpResponse.json(made)
    }),
    http.put(`${base}/:id`, async ({ params, request }) => {
      const body = (await note('update', request)) as UpdateAreaRequest
      return change(params.id, request, {
        area_name: body.area_name,
        visibility: body.visibility,
        is_active: body.is_active ?? true,
        ...(body.tables && { tables: tablesOf(body.tables as AreaTableInput[]) }),
        ...(body.joins && { joins: body.joins as AreaJoin[] }),
      })
    }),
    http.delete(`${base}/:id/pending-approval`, async ({ params, request }) => {
      await note('withdraw', request)
      const known = find(params.id) ?? makeFullArea()
      const changed = { ...known, pending_approval: null, version: known.version + 1 }
      areas.splice(areas.indexOf(known), 1, changed)
      return HttpResponse.json(changed)
    }),
    http.delete(`${base}/:id`, async ({ params, request }) => {
      await note(`delete ${String(params.id)}`, request)
      areas.splice(
        areas.findIndex((area) => area.area_id === params.id),
        1,
      )
      return new HttpResponse(null, { status: 204 })
    }),
  ]
  return {
    handlers,
    areas,
    access,
    /** Someone else saves the draft. */
    replaceDraft: (next: SavedDraft) => {
      draft = next
    },
    /** The drafts whose audience was asked for. */
    reviewed,
    /** The requests for row counts. */
    counted,
    sent,
    calls: () => sent.map(({ call }) => call).filter((call) => call !== 'suggest-joins'),
  }
}

export function makeFullArea(fields: Partial<Area> = {}): Area {
  return {
    ...newEditable('app1'),
    ...makeArea(),
    user_id: 'u1',
    tables: [makeAreaTable({ table_name: 'customers' }), makeAreaTable({ table_name: 'orders' })],
    has_row_security: false,
    has_column_security: false,
    can_manage_access: true,
    version: 1,
    warnings: [],
    pending_approval: null,
    waiting_tables: [],
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

export function makeAudience(): AreaAudience {
  return {
    database: { config_id: 'db1', name: 'Sample Shop' },
    users: [],
    total: 0,
    table_count: 2,
    masked_tables: [],
    unexamined_tables: 0,
    waits_for_approval: false,
  }
}

export function makeMaskExample(results: MaskExample['results'] = []): MaskExample {
  const column = { name: 'phone', dataType: 'TEXT', kind: 'text' as const }
  return {
    state: results.length === 0 ? 'empty' : 'shown',
    database: { config_id: 'db1', name: 'Sample Shop' },
    columns: results.length === 0 ? [] : [column, column],
    results,
  }
}

export function makeAreaTable(fields: Partial<AreaTable> = {}): AreaTable {
  const name = fields.table_name ?? 'orders'
  return {
    table_name: name,
    display_name: name,
    object_type: 'TABLE',
    is_synonym: false,
    is_missing: false,
    description: null,
    synonyms: [],
    columns: [],
    confirmed: false,
    ...fields,
  }
}

export function makeListed(
  name: string,
  type: DatabaseTables['tables'][number]['object_type'] = 'TABLE',
): DatabaseTables['tables'][number] {
  return { table_name: name, display_name: name, object_type: type, is_synonym: type === 'SYNONYM' }
}

function makeFoundTable({
  table_name = 'orders',
  comment = null,
  matched_columns = [],
}: Partial<FoundTable>): FoundTable {
  return { table_name, schema: null, comment, row_estimate: null, column_count: 2, matched_columns }
}

export function makeLimits(fields: Partial<AreaEditionLimits> = {}): AreaEditionLimits {
  return {
    edition: 'enterprise',
    max_business_areas: -1,
    current_business_areas: 0,
    max_tables_per_area: -1,
    row_security_enabled: true,
    column_security_enabled: true,
    restricted_visibility_enabled: true,
    max_databases: -1,
    ...fields,
  }
}

function inputOf({ description, synonyms, confirmed }: AreaTableInput): Partial<AreaTable> {
  return {
    description: description ?? null,
    synonyms: synonyms ?? [],
    confirmed: confirmed ?? false,
  }
}

const nothingSaid: SavedDraft['content'] = {
  description: null,
  ai_instructions: null,
  synonyms: [],
  sample_questions: [],
  tables: [],
  joins: [],
  definitions: noDefinitions,
}

/** A draft that changes the instructions of an area. */
export function makeDraft(fields: Partial<SavedDraft> = {}): SavedDraft {
  return {
    revision: 'r1',
    area_version: 4,
    started_by_name: 'bea',
    started_at: '2026-11-20T08:00:00.000Z',
    updated_by_name: 'bea',
    updated_at: '2026-11-20T09:00:00.000Z',
    published: nothingSaid,
    content: { ...nothingSaid, ai_instructions: 'Net of tax.' },
    changes: 1,
    collisions: [],
    problems: [],
    can_ask: true,
    ...fields,
  }
}
