import type { SqlDialect } from '@parlance/contract'
import { message } from '@parlance/contract/messages'
import { dialectOf } from '../../dialects/index.ts'
import { RefusedNode, isObject, list, object } from '../strict.ts'

const clauseWords = new Set([
  'from',
  'where',
  'group',
  'order',
  'union',
  'having',
  'limit',
  'join',
  'on',
  'select',
  'as',
])

/**
 * Checks the type of `x::type`, for which the parser accepts any word, even one that begins a clause.
 * @throws RefusedNode
 */
export function checkDoubleColon(type: unknown, dialect: SqlDialect): void {
  if (!dialectOf(dialect).grammar.hasDoubleColonCast) {
    throw new RefusedNode(message('Type methods are not supported. To cast a value, write CAST(x AS type).'))
  }
  if (!isObject(type) || !('Custom' in type)) return
  for (const part of list(list(type.Custom)[0])) {
    const name = object(object(part).Identifier ?? {}).value
    if (typeof name === 'string' && clauseWords.has(name.toLowerCase())) {
      throw new RefusedNode(message('A type name is missing after ::. Add it.'))
    }
  }
}
