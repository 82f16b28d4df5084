import { joinMessages, message, type Message } from '@parlance/contract'
import type { RowTableRule } from '../contract.ts'
import { prepareSql } from '../lexer/prepare.ts'
import { nearest } from '../prove/suggest.ts'
import { addWarning } from './check-context.ts'
import type { CheckContext } from './check-context.ts'

const lead = 'SELECT '
const prefix = 'user.'

/** Warns about each `:user.<key>` in a table's rule that no user has, because it hides every row from everyone. */
export function warnOfUnknownKeys(rule: string, table: string, entry: RowTableRule, context: CheckContext): void {
  const { attributeKeys, index } = context
  if (attributeKeys === null) return
  for (const part of ['condition', 'join_condition'] as const) {
    const prepared = prepareSql(lead + (entry[part] ?? ''), index.dialect)
    if ('problem' in prepared) continue
    for (const { name, start } of prepared.prepared.placeholders) {
      const key = name.slice(prefix.length)
      if (!name.startsWith(prefix) || attributeKeys.has(key)) continue
      addWarning(context, { rule, table, part }, textOf(key, attributeKeys), 'unknown_key', start - lead.length)
    }
  }
}

function textOf(key: string, known: ReadonlySet<string>): Message {
  const text = message('No active user has a value for {parameter}, so no one sees any rows.', {
    parameter: `:user.${key}`,
  })
  const otherCase = [...known].find((other) => other.toLowerCase() === key.toLowerCase())
  const hint = otherCase === undefined ? nearest(key, [...known]) : message('Did you mean {name}?', { name: otherCase })
  return hint === null ? text : joinMessages([text, hint], ' ')
}
