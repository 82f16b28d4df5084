import type { AreaProblem, Catalogue, DefinitionKind, Message } from '@parlance/contract'
import type { Parse } from '@parlance/sql'
import type { AreaDraft } from '../store/area-record.ts'

/** One database's finding about an area. */
export interface Finding extends Omit<AreaProblem, 'database' | 'message' | 'pattern' | 'values'> {
  message: Message
  /** The subject of the finding, the same in every database. */
  subject: string
  /** Whether the database lacks the table of the rule or join, so its finding is ignored. */
  isAbsent: boolean
}

export interface DatabaseCheck {
  draft: AreaDraft
  catalogue: Catalogue
  parse: Parse
  isOver: () => boolean
  /** The attributes that active users have. */
  attributeKeys: ReadonlySet<string>
  /** Proves only this definition, and no joins. */
  only?: { kind: DefinitionKind; name: string } | undefined
}
