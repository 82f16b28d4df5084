import type {
  AreaApproval,
  MatrixArea,
  MatrixCell,
  MatrixTable,
  PendingApproval,
  ProtectionMatrix,
} from '@parlance/contract'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { at, failure } from './test-server.ts'

interface ProtectionBackendOptions {
  approvals?: AreaApproval[]
  matrix?: Partial<ProtectionMatrix>
}

/** The endpoints of approvals and protected tables over in-memory lists; records the requests. */
export function protectionBackend(options: ProtectionBackendOptions = {}) {
  const approvals = [...(options.approvals ?? [])]
  const matrix = makeMatrix(options.matrix)
  const sent: unknown[] = []
  const searches: (string | null)[] = []
  const decide = (id: unknown, decision: 'approved' | 'declined') => {
    const found = approvals.find((approval) => approval.id === id)
    if (found === undefined) return failure(404, 'This change no longer waits.', 'not_found')
    approvals.splice(approvals.indexOf(found), 1)
    sent.push({ id, decision })
    const message = `${found.area_name}: ${decision}.`
    return HttpResponse.json({ id, area_id: found.area_id, decision, message })
  }
  const handlers: RequestHandler[] = [
    http.get(at('/api/v1/area-approvals'), () => HttpResponse.json({ approvals, total_count: approvals.length })),
    http.post(at('/api/v1/area-approvals/:id/approve'), ({ params }) => decide(params.id, 'approved')),
    http.post(at('/api/v1/area-approvals/:id/decline'), ({ params }) => decide(params.id, 'declined')),
    http.get(at('/api/v1/database-management/:id/protection'), ({ request }) => {
      const q = new URL(request.url).searchParams.get('q')
      searches.push(q)
      const tables = matrix.tables.filter((table) => table.table_name.includes(q ?? ''))
      return HttpResponse.json({ ...matrix, tables, total_count: tables.length })
    }),
    http.put(at('/api/v1/database-management/:id/protection'), async ({ request }) => {
      const body = (await request.json()) as { table_name: string; protected: boolean }
      sent.push(body)
      const found = matrix.tables.find((table) => table.table_name === body.table_name)
      if (found !== undefined) found.protection = body.protected ? makeProtection() : null
      return HttpResponse.json({ ...body, effects: [`Sales stops showing ${body.table_name}.`] })
    }),
  ]
  return { handlers, approvals, matrix, sent, searches }
}

export function makeApproval(fields: Partial<AreaApproval> = {}): AreaApproval {
  return {
    id: 'p1',
    kind: 'change',
    area_id: 'a1',
    area_name: 'Sales',
    application_name: 'Shop',
    owner_name: 'bea@example.com',
    requested_by: 'bea@example.com',
    requested_at: '2026-01-05T09:00:00.000Z',
    tables: ['orders'],
    summary: ['Make the area public.'],
    effects: ['Everyone would see all rows of orders, with email hidden.'],
    ...fields,
  }
}

export function makePending(fields: Partial<PendingApproval> = {}): PendingApproval {
  return {
    id: 'p1',
    requested_at: '2026-01-05T09:00:00.000Z',
    parts: ['visibility'],
    summary: ['Make the area public.'],
    ...fields,
  }
}

export function makeMatrix(fields: Partial<ProtectionMatrix> = {}): ProtectionMatrix {
  const tables = fields.tables ?? [makeMatrixTable()]
  return {
    database: { config_id: 'db1', name: 'Sample Shop' },
    same_database: [],
    areas: [makeMatrixArea()],
    total_count: tables.length,
    warnings: [],
    ...fields,
    tables,
  }
}

export function makeMatrixArea(fields: Partial<MatrixArea> = {}): MatrixArea {
  return {
    area_id: 'a1',
    area_name: 'Sales',
    application_name: 'Shop',
    owner_name: 'bea@example.com',
    owner_is_admin: false,
    visibility: 'public',
    is_active: true,
    reach: 'Everyone',
    granted_to: [],
    ...fields,
  }
}

export function makeCell(fields: Partial<MatrixCell> = {}): MatrixCell {
  return { area_id: 'a1', state: 'open', row_rules: [], masks: [], can_protect: false, ...fields }
}

export function makeMatrixTable(fields: Partial<MatrixTable> = {}): MatrixTable {
  return { table_name: 'orders', object_type: 'TABLE', protection: null, areas: [makeCell()], ...fields }
}

export function makeProtection(
  fields: Partial<NonNullable<MatrixTable['protection']>> = {},
): NonNullable<MatrixTable['protection']> {
  return {
    reason: 'marked',
    protected_by: 'ada@example.com',
    protected_at: '2026-01-05T12:00:00.000Z',
    through: [],
    ...fields,
  }
}
