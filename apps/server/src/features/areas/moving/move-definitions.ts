import { message, wireMessage, type ImportedDefinitions } from '@parlance/contract'
import type { AreaTables } from '@parlance/semantics/formats'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import type { AuditService } from '../../audit/service.ts'
import type { ReadDatabases } from '../scoping/known-databases.ts'
import type { AreasService } from '../service.ts'
import { contentOf, tablesOf } from './area-content.ts'
import { readInThread } from './read-in-thread.ts'

/** Moves what an area's words mean into and out of files. */
export interface MoveDefinitions {
  /**
   * Reads a file and compares it with the area. Stores nothing.
   * @throws AppError area_not_found, forbidden; bad_request with the place in the file
   */
  import(principal: Principal, id: string, content: string): Promise<ImportedDefinitions>
  /**
   * Writes what the caller may see of an area as Apache Ossie.
   * @throws AppError area_not_found; bad_request if no database of the area can be read
   */
  export(principal: Principal, id: string): Promise<{ name: string; content: string }>
}

export interface MoveDependencies {
  areas: Pick<AreasService, 'get'>
  readDatabases: ReadDatabases
  audit: Pick<AuditService, 'record'>
}

/** More would not be read, and would make the answer large. */
const mostNotes = 2000

export function createMoveDefinitions({ areas, readDatabases, audit }: MoveDependencies): MoveDefinitions {
  return {
    import: async (principal, id, content) => {
      const area = await areas.get(principal, id)
      if (!area.can_edit) {
        throw new AppError('forbidden', {
          detail: message('Only the owner or administrators can change this business area.'),
        })
      }
      const tables = tablesOf(area, await readDatabases(area.application_id))
      const { format, items, notes } = await readInThread({ content, area: tables })
      const { compareItems } = await import('@parlance/semantics/formats')
      const shown = notes.slice(0, mostNotes).map(({ place, effect, reason }) => ({
        place,
        effect,
        ...wireMessage(reason),
      }))
      const more = notes.length - shown.length
      return {
        format,
        items: compareItems(items, contentOf(area)),
        notes: more > 0 ? [...shown, moreNotes(more)] : shown,
      }
    },
    export: async (principal, id) => {
      const area = await areas.get(principal, id)
      const known = tablesOf(area, await readDatabases(area.application_id))
      const { exportOssie, FileError } = await import('@parlance/semantics/formats')
      try {
        const content = exportOssie(contentOf(area), area.can_edit ? known : withoutKeys(known))
        const target = { targetKind: 'area', targetId: area.area_id, targetName: area.area_name } as const
        await audit.record({
          action: 'area.export-definitions',
          outcome: 'allowed',
          userId: principal.userId,
          ...target,
        })
        return { name: area.area_name, content }
      } catch (error) {
        if (error instanceof FileError) throw new AppError('bad_request', { detail: error.located })
        throw error
      }
    },
  }
}

function moreNotes(n: number): ImportedDefinitions['notes'][number] {
  const text = message('The file has {n, number} more notes. Fix some of these first.', { n })
  return { place: { path: '', line: 1 }, effect: 'left_out', ...wireMessage(text) }
}

/** The columns of a key may be hidden from the reader, and no rule is read here. */
function withoutKeys({ dialect, tables }: AreaTables): AreaTables {
  return { dialect, tables: tables.map((table) => ({ ...table, keys: [] })) }
}
