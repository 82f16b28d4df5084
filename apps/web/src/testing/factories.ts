import { connectionStateOf } from '@parlance/contract'
import type { Database } from '../api/databases.ts'
import {
  fromWire,
  productVersion,
  type AreaListItem,
  type Example,
  type EditionLimits,
  type EnvironmentStatus,
  type LicenseUsage,
  type ModelProvider,
  type NumberedEvent,
  type Overview,
  type ProviderId,
  type Session,
  type SessionListItem,
  type ToolResponse,
  type TurnEvent,
  type User,
} from '@parlance/contract'

export function makeUser(fields: Partial<User> = {}): User {
  return {
    user_id: 'u1',
    email: 'ada@example.com',
    username: 'ada',
    organization: 'Example',
    role: 'ADMIN',
    status: 'A',
    is_active: true,
    is_premium: false,
    tenant_name: null,
    created_at: '2026-01-01T00:00:00.000Z',
    last_login_at: null,
    ...fields,
  }
}

const personalLimits: EditionLimits = {
  edition: 'personal',
  max_users: 1,
  max_databases: 3,
  max_business_areas: 3,
  max_tables_per_area: 5,
  row_security_enabled: false,
  column_security_enabled: false,
  restricted_visibility_enabled: false,
  export_formats: ['csv'],
  history_days: 30,
}

/** How much of the edition is in use; nothing is limited by default. */
export function makeUsage(fields: Partial<LicenseUsage> = {}): LicenseUsage {
  const edition = fields.edition ?? 'enterprise'
  const current: EditionLimits = {
    edition,
    max_users: -1,
    max_databases: -1,
    max_business_areas: -1,
    max_tables_per_area: -1,
    row_security_enabled: true,
    column_security_enabled: true,
    restricted_visibility_enabled: true,
    export_formats: ['csv', 'xlsx', 'json', 'ndjson', 'parquet', 'custom'],
    history_days: -1,
  }
  return { edition, limits: [], current, without_license: personalLimits, ...fields }
}

/** An installation where nothing waits and nothing was asked. */
export function makeOverview(fields: Partial<Overview> = {}): Overview {
  return {
    attention: [],
    more_connections: 0,
    days: Array.from({ length: 30 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10),
      answered: 0,
      failed: 0,
    })),
    questions_before: 0,
    feedback: { right: 0, wrong: 0 },
    queued_emails: 0,
    version: productVersion,
    last_backup: null,
    ...fields,
  }
}

export function makeStatus(fields: Partial<EnvironmentStatus> = {}): EnvironmentStatus {
  return {
    orchestration_configured: true,
    orchestration_has_api_key: true,
    orchestration_provider: 'builtin',
    orchestration_model: 'builtin',
    database_type: 'sqlite',
    email_backend: 'console',
    email_configured: false,
    ...fields,
  }
}

/** The server's providers; `fields` replaces parts of a provider, or removes it if null. */
export function makeProviders(
  fields: Partial<Record<ProviderId, Partial<ModelProvider> | null>> = {},
): Record<string, ModelProvider> {
  const offers: [ProviderId, string][] = [
    ['builtin', 'Built-in engine (no key)'],
    ['google', 'Google Gemini'],
    ['openai', 'OpenAI'],
    ['anthropic', 'Anthropic Claude'],
    ['openai-compatible', 'OpenAI-compatible'],
  ]
  return Object.fromEntries(
    offers
      .filter(([id]) => fields[id] !== null)
      .map(([id, name]) => [
        id,
        {
          id,
          name,
          needs_key: id !== 'builtin' && id !== 'openai-compatible',
          needs_base_url: id === 'openai-compatible',
          models: [],
          ...fields[id],
        },
      ]),
  )
}

export function makeDatabase(fields: Partial<Database> = {}): Database {
  const id = fields.id ?? 'db1'
  return {
    id,
    config_id: id,
    name: 'Sample Shop',
    description: null,
    application_id: 'app1',
    application: { id: 'app1', name: 'Sample Shop', description: null },
    application_name: 'Sample Shop',
    db_type: 'sqlite',
    endpoint: typeof fields.host === 'string' ? `${fields.host}:${fields.port}` : null,
    host: null,
    port: null,
    database: 'sample.sqlite',
    schema_name: null,
    username: null,
    extra_params: {},
    stored_secrets: [],
    spreadsheet_id: null,
    credentials_path: null,
    auth_type: null,
    sync_on_connect: null,
    auto_sync_interval: null,
    last_synced: null,
    sync_status: null,
    visibility: 'public',
    is_active: true,
    is_valid: true,
    is_checked: true,
    state: connectionStateOf({ is_valid: true, last_tested: null, sync_status: null, ...fields }),
    last_tested: '2026-01-01T00:00:00.000Z',
    test_error: null,
    test_stage: null,
    test_advice: null,
    driver_info: null,
    warnings: [],
    table_count: 6,
    uploaded_files: null,
    can_manage: true,
    can_manage_access: true,
    user_id: 'u1',
    is_owner: true,
    owner_name: 'ada@example.com',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

export function makeArea(fields: Partial<AreaListItem> = {}): AreaListItem {
  return {
    area_id: 'a1',
    area_name: 'Sales',
    description: null,
    application_id: 'app1',
    application_name: 'Shop',
    table_count: 3,
    join_count: 2,
    visibility: 'public',
    owner_name: 'ada@example.com',
    is_owner: true,
    can_edit: true,
    is_active: true,
    is_default: false,
    ...fields,
  }
}

export function makeListItem(fields: Partial<SessionListItem> = {}): SessionListItem {
  const id = fields.id ?? 's1'
  const now = new Date().toISOString()
  return {
    id,
    session_id: id,
    appName: 'nl_to_sql_agent',
    userId: 'u1',
    session_name: 'Orders by month',
    created_at: now,
    last_accessed: now,
    business_area_id: null,
    database_config_id: 'db1',
    last_message: null,
    state: {},
    ...fields,
  }
}

export function makeSession(fields: Partial<Session> = {}): Session {
  return { ...makeListItem(fields), events: [], running_turn_id: null, ...fields }
}

type EventFields = Partial<TurnEvent> & {
  text?: string
  call?: [string, Record<string, unknown>]
  answer?: [string, ToolResponse]
}

/** The events of one turn, numbered and a tenth of a second apart. */
export function makeTurn(turnId: string, question: string, events: EventFields[]): TurnEvent[] {
  return [{ author: 'user' as const, text: question }, ...events].map((fields, index) =>
    makeEvent(turnId, index + 1, fields),
  )
}

function makeEvent(turnId: string, seq: number, { text, call, answer, ...fields }: EventFields): TurnEvent {
  const parts: NonNullable<TurnEvent['content']>['parts'] = []
  if (text !== undefined) parts.push({ text })
  if (call !== undefined) parts.push({ functionCall: { id: `${call[0]}-call`, name: call[0], args: call[1] } })
  if (answer !== undefined) {
    parts.push({ functionResponse: { id: `${answer[0]}-call`, name: answer[0], response: answer[1] } })
  }
  const author = fields.author ?? 'assistant'
  return {
    id: `${turnId}-${seq}`,
    turn_id: turnId,
    seq,
    timestamp: new Date(Date.UTC(2026, 0, 1, 12, 0, 0, seq * 100)).toISOString(),
    ...(parts.length > 0 && { content: { role: author === 'user' ? ('user' as const) : ('model' as const), parts } }),
    ...fields,
    author,
  }
}

/** Events as the browser reads them from the wire. */
export function readFromWire(events: TurnEvent[]): NumberedEvent[] {
  return events.map((event) => {
    const read = fromWire(event)
    if (read === null) throw new Error('not an event of a known kind')
    return read
  })
}

/** The response of execute_sql_query for two products. */
export function makeResult(fields: Partial<ToolResponse> = {}): ToolResponse {
  return {
    success: true,
    executed: true,
    sql_query: 'SELECT name, total FROM products LIMIT 2',
    display_sql: 'SELECT\n  name,\n  total\nFROM products\nLIMIT 2',
    columns: [
      { name: 'name', dataType: 'TEXT', kind: 'text' },
      { name: 'total', dataType: 'REAL', kind: 'number' },
    ],
    results: [
      ['Chair', 85149.47],
      ['Tent', null],
    ],
    row_count: 2,
    full_row_count: 2,
    truncated: false,
    receipt: makeReceipt(),
    database_ms: 12,
    source_name: 'Sample Shop',
    ...fields,
  }
}

export function makeReceipt(fields: Partial<NonNullable<ToolResponse['receipt']>> = {}) {
  return {
    tables: [{ schema: null, table: 'products' }],
    views: [],
    columns: [{ table: { schema: null, table: 'products' }, columns: ['name', 'total'] }],
    rowRules: [],
    masks: [],
    maskedOutputs: [],
    limit: null,
    parameters: { bound: [], unresolved: [] },
    sentences: ['It read products.'],
    ...fields,
  }
}

/** A complete answered turn: question, tool call with rows, final text. */
export function makeAnsweredTurn(turnId: string, question: string, result = makeResult()): TurnEvent[] {
  return makeTurn(turnId, question, [
    { type: 'progress', message: 'Reading 6 tables' },
    { call: ['execute_sql_query', { sql: result.sql_query }] },
    { answer: ['execute_sql_query', result] },
    {
      type: 'final',
      final: true,
      text: 'Chair leads with **85,149.47**.',
      follow_ups: ['And by month?'],
      usage_metadata: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, model: 'm' },
    },
  ])
}

export function makeExample(fields: Partial<Example>): Example {
  return {
    id: 'e1',
    area_id: 'a1',
    database_config_id: 'db1',
    turn_id: 't1',
    question: 'Which products sell best?',
    sql_query: 'SELECT name FROM products',
    reading: null,
    status: 'pending',
    created_by: 'u2',
    created_by_name: 'grace',
    created_at: '2026-01-01T12:00:00Z',
    decided_at: null,
    verified_at: null,
    problem: null,
    reason: null,
    comment: null,
    is_own: false,
    may_decide: true,
    ...fields,
  }
}
