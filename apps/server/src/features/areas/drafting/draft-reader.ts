import { message, wireMessage, type AreaProblem } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import type { AreaChanges } from '../editing/area-changes.ts'
import { editOf } from '../editing/said-content.ts'
import { mayEdit } from '../rights/policy.ts'
import { findDraft, writeProof, type DraftProof, type DraftRecord } from '../store/area-drafts.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { findAreaRecord } from '../store/area-store.ts'
import { definitionKey } from '../store/area-versions.ts'
import { compareWith, partOfChange, withChanges, type DraftChange } from '../store/draft-changes.ts'

/** An area as its draft would make it. Its tables, rules, and access are those of the published area. */
export interface DraftedArea {
  area: AreaRecord
  revision: string
}

/** Reads the draft of an area for questions. */
export interface DraftReader {
  /**
   * Reads the area with its draft. The same draft of the same version is the same object.
   * @param editor in whose name the draft is read; access is checked at every call
   * @throws AppError area_not_found; area_unavailable if the user may not edit the area, or the draft is gone or has errors
   */
  read(editor: Principal, areaId: string): Promise<DraftedArea>
  /** Proves changes of an area as publishing them would. */
  prove(editor: Principal, area: AreaRecord, changes: readonly DraftChange[]): Promise<DraftProof>
}

/** Drafts that are kept ready for the next question. */
const mostReady = 50

export function createDraftReader({ store }: Pick<AppContext, 'store'>, changes: AreaChanges): DraftReader {
  const ready = new Map<string, DraftedArea>()

  const prove: DraftReader['prove'] = async (editor, area, drafted) => {
    const parts = new Set(compareWith(area, drafted).changes.map(partOfChange))
    const proof = { areaVersion: area.version, provenBy: editor.userId }
    try {
      const made = await changes.update(editor, area, editOf(area, withChanges(area, drafted), parts))
      return { ...proof, hasErrors: false, problems: await made.prove() }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'area_invalid') throw error
      return { ...proof, hasErrors: true, problems: error.problems ?? [problemOf(error)] }
    }
  }

  /** The published area may have changed since the last proof, and someone may have fixed the database. */
  async function hasErrors(editor: Principal, area: AreaRecord, draft: DraftRecord): Promise<boolean> {
    if (draft.proof.areaVersion === area.version && !draft.proof.hasErrors) return false
    const proof = await prove(editor, area, draft.changes)
    await writeProof(store.db, draft, proof)
    return proof.hasErrors
  }

  return {
    prove,
    read: async (editor, areaId) => {
      const area = await findAreaRecord(store.db, areaId)
      if (area === null) throw new AppError('area_not_found')
      const { name } = area
      if (!mayEdit(editor, area)) throw unavailable(notYoursText(name))
      const draft = await findDraft(store.db, areaId)
      if (draft === null) throw unavailable(goneText(name))
      if (await hasErrors(editor, area, draft)) throw unavailable(errorsText(name))
      const known = ready.get(areaId)
      const revision = [draft.revision, draft.examplesRevision ?? ''].join(' ').trim()
      if (known?.revision === revision && known.area.version === area.version) return known
      const made = { area: draftedArea(area, draft.changes), revision }
      ready.delete(areaId)
      ready.set(areaId, made)
      if (ready.size > mostReady) ready.delete(ready.keys().next().value ?? '')
      return made
    },
  }
}

/** Definitions that the draft changes have no version yet. */
function draftedArea(area: AreaRecord, drafted: readonly DraftChange[]): AreaRecord {
  const definitionVersions = { ...area.definitionVersions }
  for (const { before, after } of compareWith(area, drafted).changes) {
    const said = after ?? before
    if (said?.kind === 'metrics') delete definitionVersions[definitionKey('metric', said.value.name)]
    else if (said?.kind === 'dimensions') delete definitionVersions[definitionKey('dimension', said.value.name)]
    else if (said?.kind === 'filters') delete definitionVersions[definitionKey('filter', said.value.name)]
  }
  return { ...area, ...withChanges(area, drafted), definitionVersions }
}

/** An error that concerns no single place. */
function problemOf({ text }: AppError): AreaProblem {
  const place = { section: 'tables', rule: null, table: null, part: null, position: null, database: null } as const
  return { severity: 'error', ...place, ...wireMessage(text) }
}

function unavailable(detail: ReturnType<typeof goneText>): AppError {
  return new AppError('area_unavailable', { detail })
}

const notYoursText = (name: string) =>
  message('Only the owner of {name} and administrators can ask questions in its draft. Start a new conversation.', {
    name,
  })
const goneText = (name: string) =>
  message('The draft of {name} was published or discarded. Start a new conversation, or choose a business area.', {
    name,
  })
const errorsText = (name: string) =>
  message('The draft of {name} has errors. Fix them on the page of the business area, then ask again.', { name })
