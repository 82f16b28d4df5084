import { message, type AreaJoin } from '@parlance/contract'
import type { Collector } from '../collector.ts'
import { FileError, type Place } from '../file-error.ts'
import { asKind, find, listOf, needText, textOf, type MapNode } from '../file-node.ts'
import { isSame } from '../match-tables.ts'
import type { DbtModel, DbtModels } from './read-models.ts'

interface Entity {
  name: string
  type: string
  model: DbtModel
  column: string
  place: Place
}

/**
 * Reads entities as relationships: a foreign entity has many rows for each row of the model whose primary or unique
 * entity has the same name.
 */
export function readEntities({ all }: DbtModels, collector: Collector): void {
  const entities = all.flatMap((model) =>
    listOf(model.node, 'entities').flatMap((node) => {
      const found: Entity[] = []
      collector.attempt(node, () => found.push(...readEntity(asKind(node, 'map'), model, collector)))
      return found
    }),
  )
  const targets = entities.filter((entity) => isKey(entity))
  for (const entity of entities) {
    for (const target of targets) {
      if (target.model === entity.model || !isSame(target.name, entity.name)) continue
      // Two keys meet twice, once from each side.
      if (isKey(entity) && all.indexOf(entity.model) > all.indexOf(target.model)) continue
      collector.add({ kind: 'relationship', value: relationship(entity, target) }, entity.place)
    }
  }
}

function readEntity(node: MapNode, model: DbtModel, collector: Collector): Entity[] {
  const name = needText(node, 'name')
  const type = needText(node, 'type')
  const place = find(node, 'expr')?.place ?? node.place
  if (type === 'natural') {
    const reason = message('A natural key has several rows for the same value, so it cannot be a relationship here.')
    collector.note(node.place, 'left_out', reason)
    return []
  }
  if (!['primary', 'unique', 'foreign'].includes(type)) {
    throw new FileError(message('Parlance does not know entities of type {type}.', { type }), node.place)
  }
  const column = model.column(textOf(node, 'expr') ?? name)
  if (column === null) {
    const reason = message('A relationship needs a column of {table}, and this is none.', { table: model.table.name })
    throw new FileError(reason, place)
  }
  const description = textOf(node, 'description')
  if (description !== null) {
    collector.add({ kind: 'column', value: { table_name: model.table.name, name: column, description } }, node.place)
  }
  model.addField({ name, sql: column, column })
  return [{ name, type, model, column, place: node.place }]
}

function isKey({ type }: Entity): boolean {
  return type === 'primary' || type === 'unique'
}

function relationship(entity: Entity, target: Entity): AreaJoin {
  return {
    left_table: entity.model.table.name,
    left_column: entity.column,
    right_table: target.model.table.name,
    right_column: target.column,
    cardinality: isKey(entity) ? 'one_to_one' : 'many_to_one',
  }
}
