import type { Message, PortableItem } from '@parlance/contract'
import type { TableModel } from '../schema/model.ts'

/** A definition that an area might want, and why it is proposed. */
export interface ProposedDefinition {
  item: PortableItem
  reason: Message
}

/** A table with the name that the area has for it. */
export interface NamedTable {
  table: TableModel
  name: string
}
