import { message } from '@parlance/contract'
import type { AreaRecommendation, RunRequest } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { SessionRow } from '../../store/schema.ts'
import type { StagedAttachments } from './attachments/service.ts'

export interface Target {
  connectionId: string | null
  areaId: string | null
}

export interface WantedTarget extends Target {
  /** Used to choose an area if one is required and none was named. */
  question: string
}

export interface FoundTarget {
  connectionId: string
  areaId: string | null
  /** The area that was chosen from the question. */
  chosenArea?: AreaRecommendation | null
}

/** The checks of a user's access, before anything of a question is written. */
export interface TargetChecks {
  /** Finds the database and area of a question. */
  target: (principal: Principal, wanted: WantedTarget) => Promise<FoundTarget>
  /** @throws AppError connection_not_found */
  requireDatabase: (principal: Principal, connectionId: string) => Promise<void>
  /** Checks that a user may ask in the draft of an area. @throws AppError area_not_found, area_unavailable */
  requireDraft: (principal: Principal, areaId: string) => Promise<void>
}

interface Asking {
  request: RunRequest
  session: SessionRow
  staged: StagedAttachments | null
  question: string
}

export interface TurnTarget extends FoundTarget {
  /** The conversation's file that the question is about. Null for a database. */
  fileId: string | null
  /** The conversation's database, even while the question is about a file. */
  databaseId: string | null
  /** Whether the question is asked in the draft of the area. */
  inDraft: boolean
}

/** Finds the place of a question: its own tables, the conversation's file, or the database. */
export async function findTurnTarget(
  options: TargetChecks,
  principal: Principal,
  { request, session, staged, question }: Asking,
): Promise<TurnTarget> {
  const wanted = request.databaseConfigId ?? session.connection_id
  // The conversation stores the database even if the question is about a file.
  if (wanted !== null && wanted !== session.connection_id) await options.requireDatabase(principal, wanted)
  if (staged?.table) {
    const { connectionId } = staged.table
    return { connectionId, areaId: null, fileId: connectionId, databaseId: wanted, inDraft: false }
  }
  const isOtherDatabase = session.connection_id !== null && wanted !== session.connection_id
  if (session.file_connection_id !== null && !isOtherDatabase) {
    const fileId = session.file_connection_id
    const target = await options.target(principal, { connectionId: fileId, areaId: null, question })
    return { ...target, fileId, databaseId: wanted, inDraft: false }
  }
  const areaId = request.businessAreaId ?? session.area_id
  const target = await options.target(principal, { connectionId: wanted, areaId, question }).catch((error: unknown) => {
    const known = areaId === session.area_id ? areaGone(error) : error
    throw wanted === session.connection_id ? databaseGone(known) : known
  })
  // A question that names another area leaves the draft.
  const inDraft = session.in_draft === 1 && areaId !== null && areaId === session.area_id
  if (inDraft) await options.requireDraft(principal, areaId)
  return { ...target, fileId: null, databaseId: target.connectionId, inDraft }
}

/** Says that the conversation's own database was removed instead of calling it unknown. */
function databaseGone(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'connection_not_found') return error
  return new AppError('connection_not_found', {
    detail: message(
      'The database of this conversation was removed or is no longer shared with you. Choose another database to continue. You can still read the conversation.',
    ),
    cause: error,
  })
}

/** Does the same for its business area. */
function areaGone(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'area_not_found') return error
  return new AppError('area_not_found', {
    detail: message(
      'The business area of this conversation was deleted or is no longer shared with you. Choose another business area to continue. You can still read the conversation.',
    ),
    cause: error,
  })
}
