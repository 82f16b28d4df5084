import { message, type Message } from '@parlance/contract'

/** The number of rules in a value of any shape. */
export function ruleCount(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('rules' in value)) return 0
  return Array.isArray(value.rules) ? value.rules.length : 0
}

interface Rules {
  row: unknown
  column: unknown
}

/**
 * The question before saving removes every stored rule of a kind, whether the user removed them or the JSON text is
 * unreadable; null if some remain or none were stored.
 */
export function removedRulesQuestion(stored: Rules, next: Rules): Message | null {
  const lost = (kind: keyof Rules) => ruleCount(stored[kind]) > 0 && ruleCount(next[kind]) === 0
  if (lost('row') && lost('column')) {
    return message(
      'Saving removes all row-level and column-level security rules from this business area. Users will see every row and column of its tables.',
    )
  }
  if (lost('row')) {
    return message(
      'Saving removes all row-level security rules from this business area. Users will see every row of its tables.',
    )
  }
  if (!lost('column')) return null
  return message(
    'Saving removes all column-level security rules from this business area. Users will see every column of its tables.',
  )
}
